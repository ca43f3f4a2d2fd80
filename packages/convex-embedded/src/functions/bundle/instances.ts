/**
 * Converts component definitions to the tree of instances in the app's `app.use` calls. Each instance has a path,
 * an environment, a place in the HTTP routes, and its own names for its functions. Invalid uses are refused with
 * Convex's messages.
 */
import { EngineError } from "../../errors.js";
import type { ValidatorJson } from "../../values/validator-json.js";
import { validateValue } from "../../values/validators.js";
import type { AnalyzedCron, AnalyzedFunction, AnalyzedRoute, ComponentInstance } from "../analysis.js";
import { pathIn } from "../paths.js";

/** The result of a definition's `export()` in `convex/server`. */
export interface DefinitionExport {
  readonly childComponents: readonly ChildExport[];
  /** `_reference/childComponent/<name>` by path prefix. */
  readonly httpMounts: Readonly<Record<string, string>>;
  readonly httpPrefix?: string;
  readonly envVars?: readonly (readonly [string, { readonly value: string; readonly optional?: boolean }])[];
}

export interface ChildExport {
  readonly name: string;
  readonly path: string;
  readonly env: readonly (readonly [string, EnvBinding])[] | null;
}

type EnvBinding =
  | { readonly type: "value"; readonly value: string }
  | { readonly type: "envVar"; readonly name: string };

export interface AnalyzedDefinition {
  readonly definition: DefinitionExport;
  readonly functions: Readonly<Record<string, AnalyzedFunction>>;
  readonly crons: Readonly<Record<string, AnalyzedCron>>;
  readonly routes: readonly AnalyzedRoute[];
  readonly schema: string | null;
}

type Env = Readonly<Record<string, string>>;

interface Parent {
  readonly path: string;
  readonly definition: DefinitionExport;
  /** Without a final `/`. Null if the routes of the instance are not served. */
  readonly mountedAt: string | null;
  /** Only the declared variables. */
  readonly env: Env;
}

/** Variables that components see without declaring them. */
const CLOUD_URL = "CONVEX_CLOUD_URL";
const SITE_URL = "CONVEX_SITE_URL";
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const CHILD_REFERENCE = "_reference/childComponent/";

export interface Instances {
  readonly components: readonly ComponentInstance[];
  readonly functions: Readonly<Record<string, AnalyzedFunction>>;
  readonly crons: Readonly<Record<string, AnalyzedCron>>;
}

/** Throws InvalidModules if an instance is used wrongly. */
export function instantiate(
  app: DefinitionExport,
  definitions: ReadonlyMap<string, AnalyzedDefinition>,
  env: Env,
): Instances {
  const components: ComponentInstance[] = [];
  const functions: Record<string, AnalyzedFunction> = {};
  const crons: Record<string, AnalyzedCron> = {};

  const add = (parent: Parent, child: ChildExport): void => {
    const found = definitions.get(child.path);
    if (found === undefined) throw invalid(`Component definition not found: ${child.path}`);
    const path = childPath(parent.path, child.name);
    const mountedAt = mountOf(parent, child.name);
    if (
      mountedAt !== null &&
      found.routes.length === 0 &&
      Object.keys(found.definition.httpMounts).length === 0
    ) {
      throw invalid(
        `HTTP mount "${mountedAt}/" is invalid: Child component "${child.name}" doesn't have any HTTP routes.`,
      );
    }
    const ownEnv = envOf(path, child, found.definition, parent);
    const site = `${(env[SITE_URL] ?? "").replace(/\/$/, "")}${mountedAt ?? ""}`;
    components.push({
      path,
      definitionPath: child.path,
      schema: found.schema,
      routes: found.routes,
      mounts: mountsOf(path, found.definition),
      env: { ...ownEnv, [CLOUD_URL]: env[CLOUD_URL] ?? "", [SITE_URL]: site },
    });
    for (const [name, definition] of Object.entries(found.functions)) {
      functions[pathIn(path, name)] = { ...definition, component: path };
    }
    for (const [name, cron] of Object.entries(found.crons)) {
      crons[pathIn(path, name)] = { ...cron, name: pathIn(path, cron.name) };
    }
    addChildren({ path, definition: found.definition, mountedAt, env: ownEnv });
  };

  const addChildren = (parent: Parent): void => {
    const names = new Set<string>();
    for (const child of parent.definition.childComponents) {
      if (!NAME.test(child.name)) throw invalid(`Invalid component name "${child.name}"`);
      if (names.has(child.name)) {
        throw invalid(
          `Component "${parent.path}" has multiple child components with the same name: "${child.name}"`,
        );
      }
      names.add(child.name);
      add(parent, child);
    }
  };

  addChildren({ path: "", definition: app, mountedAt: "", env });
  return { components, functions, crons };
}

/** The keys are path prefixes. */
export function mountsOf(path: string, definition: DefinitionExport): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(definition.httpMounts).map(([prefix, reference]) => [
      prefix,
      childPath(path, reference.slice(CHILD_REFERENCE.length)),
    ]),
  );
}

function childPath(parent: string, name: string): string {
  return parent === "" ? name : `${parent}/${name}`;
}

function mountOf(parent: Parent, name: string): string | null {
  const mount = Object.entries(parent.definition.httpMounts).find(
    ([, reference]) => reference === `${CHILD_REFERENCE}${name}`,
  );
  if (mount === undefined || parent.mountedAt === null) return null;
  return `${parent.mountedAt}${mount[0].replace(/\/$/, "")}`;
}

function envOf(path: string, child: ChildExport, definition: DefinitionExport, parent: Parent): Env {
  const declared = new Map(definition.envVars ?? []);
  const env: Record<string, string> = {};
  for (const [name, binding] of child.env ?? []) {
    const declaration = declared.get(name);
    if (declaration === undefined) throw invalid(`Component "${path}" has no env var named "${name}"`);
    const value = binding.type === "value" ? binding.value : boundValue(path, name, binding.name, parent);
    if (value === undefined) continue;
    // Written by `exportForAnalysis` of convex/server.
    const validator = JSON.parse(declaration.value) as ValidatorJson;
    const problem = validateValue(validator, value, { tableName: () => null });
    if (problem !== null) {
      throw invalid(`Component "${path}" has an invalid value for env var "${name}": ${problem}`);
    }
    env[name] = value;
  }
  for (const [name, { optional }] of declared) {
    if (optional !== true && env[name] === undefined) {
      throw invalid(`Component "${path}" is missing required env var "${name}"`);
    }
  }
  return env;
}

/** The parent must declare the variable. */
function boundValue(path: string, name: string, parentName: string, parent: Parent): string | undefined {
  if (!(parent.definition.envVars ?? []).some(([declared]) => declared === parentName)) {
    throw invalid(`Component "${path}" env var "${name}" references undeclared parent env var ${parentName}`);
  }
  return parent.env[parentName];
}

function invalid(message: string): EngineError {
  return new EngineError("InvalidModules", message);
}
