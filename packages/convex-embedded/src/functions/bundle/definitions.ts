/**
 * Finds the component definitions that an app uses through the imports of its `convex.config`, and bundles them to
 * one script. The script evaluates each definition once, after the definitions that it uses. As in the Convex CLI,
 * a module called `convex.config` makes its folder a component.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import type * as esbuild from "esbuild";
import { DEFINITIONS_GLOBAL, MODULES_GLOBAL } from "../analysis.js";

const NAMESPACE = "component-definition";
const CONFIG_FILES = ["convex.config.ts", "convex.config.js"];

/** Returns null if the folder defines neither an app nor a component. */
export function configFileIn(folder: string): string | null {
  return CONFIG_FILES.find((file) => existsSync(path.join(folder, file))) ?? null;
}

/** The CLI names definitions in the same way. */
export function definitionPathOf(functionsDir: string, folder: string): string {
  return path.relative(functionsDir, folder).split(path.sep).join("/");
}

/** The module evaluates the definitions in the order of their imports. */
export function definitionsSource(configFile: string): string {
  return (
    `globalThis.${DEFINITIONS_GLOBAL} = {};\n` +
    `globalThis.${MODULES_GLOBAL} = { "": () => require(${JSON.stringify(`./${configFile}`)}) };\n`
  );
}

/** The folders of imported definitions are added to `folders`. */
export function definitionsPlugin(functionsDir: string, folders: Set<string>): esbuild.Plugin {
  return {
    name: "component-definitions",
    setup(build) {
      build.onResolve({ filter: /convex\.config/ }, async (args) => {
        if (args.namespace === NAMESPACE || isOwnLookUp(args.pluginData)) return undefined;
        const file = await resolveConfig(build, args);
        if (file === null) return undefined;
        const folder = path.dirname(file);
        if (configFileIn(folder) === null) return undefined;
        if (folder === functionsDir) return { path: file };
        folders.add(folder);
        return { path: file, namespace: NAMESPACE };
      });
      build.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path: file }) => ({
        contents: wrapperSource(file, definitionPathOf(functionsDir, path.dirname(file))),
        resolveDir: path.dirname(file),
      }));
    },
  };
}

function isOwnLookUp(pluginData: unknown): boolean {
  return pluginData === definitionsPlugin;
}

/** Imports name the module with or without its extension, and `.js` if the file is `.ts`. */
async function resolveConfig(
  build: esbuild.PluginBuild,
  args: esbuild.OnResolveArgs,
): Promise<string | null> {
  const extension = path.extname(args.path);
  const candidates =
    extension === ".js"
      ? [args.path, args.path.replace(/\.js$/, ".ts")]
      : extension === ".ts"
        ? [args.path]
        : [args.path, `${args.path}.js`, `${args.path}.ts`];
  for (const candidate of candidates) {
    const found = await build.resolve(candidate, {
      kind: args.kind,
      resolveDir: args.resolveDir,
      pluginData: definitionsPlugin,
    });
    if (found.errors.length === 0 && found.path !== "") return found.path;
  }
  return null;
}

/** `app.use()` reads both properties of its argument. */
function wrapperSource(file: string, definitionPath: string): string {
  return `import definition from ${JSON.stringify(file)};
    definition.componentDefinitionPath = ${JSON.stringify(definitionPath)};
    definition.defaultName = definition._name;
    globalThis.${DEFINITIONS_GLOBAL}[${JSON.stringify(definitionPath)}] = definition;
    export * from ${JSON.stringify(file)};
    export default definition;`;
}
