/**
 * Evaluates the definitions of an app and its components (`convex.config.ts`) as the CLI bundles them: each is a
 * module of its own that imports the components it uses by their definition paths.
 */
import * as esbuild from "esbuild";
import { EngineError } from "../errors.js";
import { compileBundle, Isolate } from "../functions/isolate/isolate.js";
import { createSourceFrames } from "../functions/isolate/source-frames.js";

/** What `export()` of a definition answers. */
export interface Definition {
  readonly definitionType: { readonly type: "app" | "childComponent"; readonly name?: string };
  readonly childComponents: readonly { readonly name: string; readonly path: string }[];
  readonly httpMounts: Readonly<Record<string, string>>;
  readonly exports: unknown;
  readonly envVars?: readonly (readonly [string, { readonly value: string; readonly optional?: boolean }])[];
}

const IMPORT = /^\.\/_componentDeps\/([\w-]+)$/;
const SCRIPT = "definitions.js";

/** Answers the definitions by definition path, the app's under ""; throws InvalidModules. */
export async function evaluateDefinitions(
  sources: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, Definition>>> {
  // Written by `export()` of `convex/server` inside the context.
  return (await evaluateExports("convex.config.js", sources, env)) as Record<string, Definition>;
}

/** Answers the `export()` text of a schema; throws InvalidModules. */
export async function evaluateSchema(source: string, env: Readonly<Record<string, string>>): Promise<string> {
  return String((await evaluateExports("schema.js", new Map([["", source]]), env))[""]);
}

async function evaluateExports(
  file: string,
  sources: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const code = await bundleDefinitions(sources);
    const frames = createSourceFrames(SCRIPT, null, "/");
    const isolate = new Isolate({ script: compileBundle(code, SCRIPT), frames, env });
    return JSON.parse(String(isolate.evaluate("__definitions"))) as Record<string, unknown>;
  } catch (error) {
    const message =
      error instanceof Error ? error.message : String((Object(error) as Error).message ?? error);
    throw new EngineError("InvalidModules", `Failed to evaluate ${file}: ${message}`);
  }
}

async function bundleDefinitions(sources: ReadonlyMap<string, string>): Promise<string> {
  const paths = [...sources.keys()];
  const imports = paths.map((path, i) => `import d${i} from ${JSON.stringify(`definition:${path}`)};`);
  const rows = paths.map((path, i) => `${JSON.stringify(path)}: d${i}.export()`);
  try {
    const result = await esbuild.build({
      stdin: {
        contents: `${imports.join("\n")}\nglobalThis.__definitions = JSON.stringify({${rows.join(", ")}});`,
      },
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
      target: "esnext",
      plugins: [definitionModules(sources)],
      logLevel: "silent",
    });
    return result.outputFiles[0]?.text ?? "";
  } finally {
    await esbuild.stop();
  }
}

/** A definition sees of those it imports no more than Convex shows it: the path and the name. */
function definitionModules(sources: ReadonlyMap<string, string>): esbuild.Plugin {
  return {
    name: "definitions",
    setup(build) {
      build.onResolve({ filter: /^definition:/ }, ({ path }) => ({ path, namespace: "definition" }));
      build.onResolve({ filter: IMPORT }, ({ path }) => ({
        path: Buffer.from(IMPORT.exec(path)?.[1] ?? "", "base64url").toString("utf8"),
        namespace: "imported",
      }));
      build.onLoad({ filter: /.*/, namespace: "definition" }, ({ path }) => {
        const contents = sources.get(path.slice("definition:".length));
        return contents === undefined
          ? { errors: [{ text: `There is no component ${path}` }] }
          : { contents };
      });
      build.onLoad({ filter: /.*/, namespace: "imported" }, ({ path }) => ({
        contents:
          `import definition from ${JSON.stringify(`definition:${path}`)};\n` +
          `export default { componentDefinitionPath: ${JSON.stringify(path)}, ` +
          `defaultName: definition.export().name };`,
      }));
    },
  };
}
