/** Evaluates the script of component definitions in a temporary context and returns what they declare. */
import { readFileSync } from "node:fs";
import { EngineError } from "../../errors.js";
import { DEFINITIONS_GLOBAL, MODULES_GLOBAL } from "../analysis.js";
import { compileBundle, Isolate } from "../isolate/isolate.js";
import type { DefinitionExport } from "./instances.js";

export interface EvaluatedDefinitions {
  readonly app: DefinitionExport;
  readonly components: Readonly<Record<string, DefinitionExport>>;
}

interface Definition {
  readonly _isRoot?: boolean;
  readonly export?: () => DefinitionExport;
}

/** Throws InvalidModules if a `convex.config` is invalid. */
export function evaluateDefinitions(
  scriptPath: string,
  env: Readonly<Record<string, string>>,
  onEnvRead?: (name: string | null) => void,
): EvaluatedDefinitions {
  const script = compileBundle(readFileSync(scriptPath, "utf8"), scriptPath);
  const isolate = new Isolate({ script, env, frames: { translate: () => [] }, onEnvRead });
  const describe = isolate.evaluate(`(${describeDefinitions.toString()})`) as typeof describeDefinitions;
  const text = describe(isolate.evaluate(MODULES_GLOBAL), isolate.evaluate(DEFINITIONS_GLOBAL));
  // describeDefinitions has just written this text.
  const described = JSON.parse(text) as EvaluatedDefinitions | { readonly failure: string };
  if ("failure" in described) {
    throw new EngineError("InvalidModules", `Failed to evaluate convex.config.js: ${described.failure}`);
  }
  return described;
}

/** Runs from its own source text in the environment of the definitions. */
function describeDefinitions(modules: unknown, definitions: unknown): string {
  try {
    const table = modules as Record<string, () => { default?: Definition }>;
    const app = table[""]?.().default;
    if (app?._isRoot !== true || app.export === undefined) {
      throw new Error("The default export of convex.config.js must be made with defineApp().");
    }
    const entries = Object.entries(definitions as Record<string, Definition>);
    const components = entries.map(([path, definition]) => {
      if (definition._isRoot !== false || definition.export === undefined) {
        throw new Error(
          `The default export of ${path}/convex.config.js must be made with defineComponent().`,
        );
      }
      return [path, definition.export()];
    });
    return JSON.stringify({ app: app.export(), components: Object.fromEntries(components) as unknown });
  } catch (thrown) {
    const message = (Object(thrown) as { message?: unknown }).message;
    return JSON.stringify({ failure: typeof message === "string" ? message : String(thrown) });
  }
}
