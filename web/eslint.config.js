import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules/", "src/wire.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  { files: ["*.config.{js,ts}"], languageOptions: { globals: { ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"] } },
  },
  {
    rules: {
      // Questions are the page's own, see src/ui/asking.svelte.ts.
      "no-alert": "error",
      // Types check undefined names; the rule does not know TypeScript's globals.
      "no-undef": "off",
      // Pages are addressed by plain paths; there is no SvelteKit whose resolve() could be used.
      "svelte/no-navigation-without-resolve": "off",
      // Maps and sets here are bookkeeping; what the page shows is in $state.
      "svelte/prefer-svelte-reactivity": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
);
