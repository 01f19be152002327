/** What lets a browser install the game: a manifest and icons (drawn by icons/draw.py), linked from the page's head. File
    files hold a hash of their content, so the manifest is written when those of the icons are known. */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { shades } from "./looks";

const ICONS = [
  { file: "icon-192.png", sizes: "192x192", purpose: "any" },
  { file: "icon-512.png", sizes: "512x512", purpose: "any" },
  { file: "maskable-512.png", sizes: "512x512", purpose: "maskable" },
];

const source = (path: string) => readFileSync(new URL(path, import.meta.url));

export function installable(): Plugin {
  const names = { manifest: "", apple: "" };
  return {
    name: "installable",
    apply: "build",
    generateBundle() {
      const emit = (name: string, content: string | Uint8Array) =>
        `/${this.getFileName(this.emitFile({ type: "asset", name, source: content }))}`;
      names.apple = emit("apple-180.png", source("icons/apple-180.png"));
      const icons = ICONS.map(({ file, sizes, purpose }) => ({
        src: emit(file, source(`icons/${file}`)),
        sizes,
        purpose,
        type: "image/png",
      }));
      const manifest = {
        id: "/",
        name: "Sanssouci",
        short_name: "Sanssouci",
        start_url: "/",
        scope: "/",
        display: "standalone",
        theme_color: shades("head").day,
        background_color: shades("paper").day,
        icons,
      };
      names.manifest = emit("sanssouci.webmanifest", JSON.stringify(manifest));
      for (const font of ["eb-garamond", "source-sans-3"])
        emit(`${font}-OFL.txt`, source(`src/fonts/${font}-OFL.txt`)); // the licence goes where the font goes
    },
    transformIndexHtml: {
      order: "post",
      handler() {
        const { day, night } = shades("head");
        const head = (tag: string, attrs: Record<string, string>) => ({
          tag,
          attrs,
          injectTo: "head" as const,
        });
        return [
          head("link", { rel: "manifest", href: names.manifest }),
          head("link", { rel: "apple-touch-icon", href: names.apple }),
          head("meta", { name: "theme-color", content: day, media: "(prefers-color-scheme: light)" }),
          head("meta", { name: "theme-color", content: night, media: "(prefers-color-scheme: dark)" }),
        ];
      },
    },
  };
}
