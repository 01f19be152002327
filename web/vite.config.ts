import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { chunks } from "./chunks";
import { ahead } from "./heading";
import { installable } from "./installing";
import { looks } from "./looks";

export default defineConfig({
  plugins: [svelte(), looks(), ahead(), installable()],
  json: { namedExports: false, stringify: true },
  build: {
    outDir: "../src/sanssouci/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "src/ahead.ts"],
      output: { codeSplitting: { groups: chunks(import.meta.dirname) } },
    },
    reportCompressedSize: true,
  },
  server: {
    fs: { allow: [".."] }, // the drawings and the texts are outside this folder
    proxy: { "/api": { target: process.env.SANSSOUCI_SERVER ?? "http://127.0.0.1:8000", ws: true } },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
