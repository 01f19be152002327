/** The script that runs first (src/ahead.ts) is a file of its own, named in the page's head before the others; nothing is
    painted until it has run. */

import type { Plugin } from "vite";

export function ahead(): Plugin {
  return {
    name: "ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const first = Object.values(bundle ?? {}).find(
          (file) => file.type === "chunk" && file.name === "ahead",
        );
        if (!first) throw new Error("the page has no script that runs first");
        const attrs = { type: "module", blocking: "render", crossorigin: true, src: `/${first.fileName}` };
        return [{ tag: "script", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}
