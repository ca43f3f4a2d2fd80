/**
 * Prevents packages from writing style elements into the page, because its Content-Security-Policy would refuse
 * them. Sonner's style sheet is part of the app's own style sheet (src/styles.css). Radix writes one fixed rule for
 * the list of a select. The page contains exactly this rule from the start, so that the policy allows it by its
 * hash. The rules of react-style-singleton depend on the width of the scroll bar, so src/lib/style-singleton.ts
 * replaces that package.
 */
import { fileURLToPath } from "node:url";

const SONNER = /^__insertCSS\(".*"\);?$/m;
const SELECT = /"style",\s*\{\s*dangerouslySetInnerHTML:\s*\{\s*__html:\s*`([^`$\\]+)`/;

/** @returns {import("vite").Plugin} */
export function packageStyles() {
  let selectRule = "";
  return {
    name: "package-styles",
    apply: "build",
    config: () => ({
      resolve: {
        alias: {
          "react-style-singleton": fileURLToPath(new URL("../src/lib/style-singleton.ts", import.meta.url)),
        },
      },
    }),
    transform: {
      filter: { id: /\/node_modules\/(sonner|@radix-ui\/react-select)\/dist\/index\.mjs$/ },
      handler(code, id) {
        if (id.includes("/sonner/")) {
          if (!SONNER.test(code)) throw new Error("Sonner brings its style sheet in another way than before");
          return { code: code.replace(SONNER, ""), map: null };
        }
        selectRule = SELECT.exec(code)?.[1] ?? "";
        return null;
      },
    },
    transformIndexHtml: {
      order: "post",
      handler: () => {
        if (selectRule === "")
          throw new Error("Radix writes the rule of a select in another way than before");
        return [{ tag: "style", injectTo: "head", children: selectRule }];
      },
    },
  };
}
