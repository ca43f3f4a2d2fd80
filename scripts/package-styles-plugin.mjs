/**
 * Keeps packages from writing style elements that the page's Content-Security-Policy would refuse. Sonner's style
 * sheet comes with the app's own (src/styles.css). The one fixed rule that Radix writes beside the list of a select
 * is in the page from the start, letter for letter, so that the policy contains its hash. In place of
 * react-style-singleton, whose rules differ with the width of the scroll bar, src/lib/style-singleton.ts is built
 * in.
 */
import { fileURLToPath } from "node:url";

const SONNER = /^__insertCSS\(".*"\);?$/m;
const SELECT = /"style",\s*\{\s*dangerouslySetInnerHTML:\s*\{\s*__html:\s*`([^`$\\]+)`/;

/** Makes the plugin.
 * @returns {import("vite").Plugin}
 */
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
