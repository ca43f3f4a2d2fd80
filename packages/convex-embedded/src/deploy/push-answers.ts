/**
 * Reports the result of a push to the CLI: the analyzed functions, and the changes of the push. The installed CLI
 * parses these shapes. Fields that only Convex's own backend needs are empty.
 */
import type { AuthProvider } from "../auth/providers.js";
import {
  componentSchemas,
  type Analysis,
  type AnalyzedFunction,
  type ComponentInstance,
} from "../functions/analysis.js";
import { componentOf } from "../functions/paths.js";
import type { EvaluatedDefinitions } from "../functions/bundle/evaluate-definitions.js";
import type { DefinitionExport } from "../functions/bundle/instances.js";
import type { ModuleHash, ModulesByDefinition } from "./pushed-folder.js";

interface IndexJson {
  readonly indexDescriptor: string;
  readonly [setting: string]: unknown;
}

interface SchemaJson {
  readonly tables: readonly {
    readonly tableName: string;
    readonly indexes?: readonly IndexJson[];
    readonly searchIndexes?: readonly IndexJson[];
    readonly vectorIndexes?: readonly IndexJson[];
    readonly stagedDbIndexes?: readonly IndexJson[];
    readonly stagedSearchIndexes?: readonly IndexJson[];
    readonly stagedVectorIndexes?: readonly IndexJson[];
  }[];
}

const UDF_TYPES = { query: "Query", mutation: "Mutation", action: "Action" } as const;

const NO_DEFINITION = {
  definitionType: { type: "app" },
  childComponents: [],
  httpMounts: {},
  exports: { type: "branch", branch: [] },
};

interface Contents {
  readonly functions: readonly AnalyzedFunction[];
  readonly schema: string | null;
  readonly routes: Analysis["routes"];
  readonly crons: readonly unknown[];
}

/** The keys are definition paths. */
export function evaluatedDefinitions(
  definitions: EvaluatedDefinitions | null,
  analysis: Analysis,
  modules: ModulesByDefinition,
) {
  const evaluated: Record<string, ReturnType<typeof evaluatedDefinition>> = {
    "": evaluatedDefinition("", definitions?.app ?? NO_DEFINITION, contentsOf(analysis, ""), modules[""]),
  };
  for (const [path, definition] of Object.entries(definitions?.components ?? {})) {
    // All instances of a definition have the same content. A definition that is not used has no functions to call.
    const instance = analysis.components.find(({ definitionPath }) => definitionPath === path);
    const contents = instance && contentsOf(analysis, instance.path, instance);
    evaluated[path] = evaluatedDefinition(path, definition, contents, modules[path]);
  }
  return evaluated;
}

function contentsOf(
  analysis: Analysis,
  component: string,
  { schema, routes }: Pick<Contents, "schema" | "routes"> = analysis,
): Contents {
  const { functions, crons } = analysis;
  return {
    functions: Object.values(functions).filter((definition) => (definition.component ?? "") === component),
    schema,
    routes,
    crons: Object.entries(crons).filter(([name]) => componentOf(name) === component),
  };
}

function evaluatedDefinition(
  path: string,
  definition: DefinitionExport | typeof NO_DEFINITION,
  contents: Contents | undefined,
  modules: readonly ModuleHash[] = [],
) {
  const { schema = null } = contents ?? {};
  // Convex sorts variables by name, which is their order in generated code.
  const declared = "envVars" in definition ? definition.envVars : undefined;
  const envVars = declared && [...declared].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    definition: { ...definition, path, envVars },
    schema: schema === null ? null : (JSON.parse(schema) as unknown),
    functions: analyzedModules(contents, modules),
    udfConfig: { serverVersion: "", importPhaseRngSeed: null, importPhaseUnixTimestamp: null },
  };
}

function analyzedModules(contents: Contents | undefined, modules: readonly ModuleHash[]) {
  const analyzed: Record<string, ReturnType<typeof emptyModule>> = {};
  for (const { path } of modules) {
    if (!path.startsWith("_deps/") && path !== "auth.config.js") analyzed[path] = emptyModule();
  }
  for (const definition of contents?.functions ?? []) {
    const described = analyzedFunction(definition);
    if (described !== null) analyzed[`${definition.modulePath}.js`]?.functions.push(described);
  }
  const http = analyzed["http.js"];
  if (http !== undefined) http.httpRoutes = contents?.routes.map((route) => ({ route, pos: null }));
  const crons = analyzed["crons.js"];
  if (crons !== undefined) crons.cronSpecs = contents?.crons;
  return analyzed;
}

function emptyModule() {
  return {
    functions: [] as NonNullable<ReturnType<typeof analyzedFunction>>[],
    httpRoutes: null as unknown,
    cronSpecs: null as unknown,
    sourceMapped: null,
  };
}

function analyzedFunction({ kind, exportName, visibility, args, returns }: AnalyzedFunction) {
  if (kind === "httpAction") return null;
  return {
    name: exportName,
    pos: null,
    udfType: UDF_TYPES[kind],
    visibility: { kind: visibility },
    args,
    returns: returns === "null" ? null : returns,
  };
}

interface CheckedComponent {
  readonly definitionPath: string;
  readonly componentPath: string;
  readonly args: object;
  readonly childComponents: Record<string, CheckedComponent>;
  readonly httpRoutes: object;
  readonly exports: object;
}

/** The result has the form that Convex returns after all definitions were checked. */
export function checkedApp(analysis: Analysis): CheckedComponent {
  const describe = (
    path: string,
    definitionPath: string,
    of: Pick<ComponentInstance, "routes" | "mounts">,
  ) => ({
    definitionPath,
    componentPath: path,
    args: {},
    childComponents: {} as Record<string, CheckedComponent>,
    httpRoutes: {
      httpModuleRoutes: of.routes.length === 0 ? null : of.routes,
      mounts: Object.keys(of.mounts),
    },
    exports: {},
  });
  const app = describe("", "", analysis);
  const known = new Map<string, CheckedComponent>([["", app]]);
  for (const instance of analysis.components) {
    const { path, definitionPath } = instance;
    const component = describe(path, definitionPath, instance);
    known.set(path, component);
    const end = path.lastIndexOf("/");
    const parent = known.get(path.slice(0, Math.max(0, end)));
    if (parent !== undefined) parent.childComponents[path.slice(end + 1)] = component;
  }
  return app;
}

export function authInfo(provider: AuthProvider) {
  if (provider.type === "oidc") return { applicationID: provider.applicationId, domain: provider.domain };
  const { type, issuer, jwks, algorithm, applicationId } = provider;
  return { type, issuer, jwks, algorithm, applicationID: applicationId };
}

export interface DescribedIndex {
  readonly name: string;
  readonly staged?: true;
  readonly [setting: string]: unknown;
}

export function indexChange(
  before: DescribedIndex | undefined,
  after: DescribedIndex,
): "added" | "identical" | "enabled" | "disabled" {
  // JSON.stringify leaves out undefined values.
  const content = (index: DescribedIndex) => JSON.stringify({ ...index, staged: undefined });
  if (before === undefined || content(before) !== content(after)) return "added";
  if (before.staged === after.staged) return "identical";
  return after.staged === true ? "disabled" : "enabled";
}

function indexDiff(before: string | null, after: string | null) {
  const old = indexesOf(before);
  const next = indexesOf(after);
  const those = (change: ReturnType<typeof indexChange>) =>
    [...next.values()].filter((index) => indexChange(old.get(index.name), index) === change);
  return {
    added_indexes: those("added"),
    removed_indexes: droppedIndexes(old, next),
    enabled_indexes: those("enabled"),
    disabled_indexes: those("disabled"),
  };
}

/** Includes indexes that were replaced by others of the same name. */
export function droppedIndexes(
  old: ReadonlyMap<string, DescribedIndex>,
  next: ReadonlyMap<string, DescribedIndex>,
): DescribedIndex[] {
  return [...old.values()].filter((index) => {
    const successor = next.get(index.name);
    return successor === undefined || indexChange(index, successor) === "added";
  });
}

/** The keys have the form `table.index`. */
export function indexesOf(schema: string | null): ReadonlyMap<string, DescribedIndex> {
  const indexes = new Map<string, DescribedIndex>();
  const { tables } = schema === null ? { tables: [] } : (JSON.parse(schema) as SchemaJson);
  for (const table of tables) {
    const kinds = [
      ["database", table.indexes, table.stagedDbIndexes],
      ["search", table.searchIndexes, table.stagedSearchIndexes],
      ["vector", table.vectorIndexes, table.stagedVectorIndexes],
    ] as const;
    for (const [type, enabled = [], staged = []] of kinds) {
      const describe = ({ indexDescriptor, ...settings }: IndexJson) => ({
        name: `${table.tableName}.${indexDescriptor}`,
        type,
        ...settings,
      });
      for (const index of enabled.map(describe)) indexes.set(index.name, index);
      for (const index of staged.map(describe)) indexes.set(index.name, { ...index, staged: true });
    }
  }
  return indexes;
}

/** The keys are component paths. */
export function indexDiffs(before: Analysis, after: Analysis) {
  const old = schemasOf(before);
  const next = schemasOf(after);
  const paths = new Set([...old.keys(), ...next.keys()]);
  return Object.fromEntries(
    [...paths].map((path) => [path, indexDiff(old.get(path) ?? null, next.get(path) ?? null)]),
  );
}

/** The keys are component paths. */
export function schemasOf(analysis: Analysis): Map<string, string | null> {
  return new Map([["", analysis.schema], ...componentSchemas(analysis)]);
}

export function pushDiff(before: Analysis, after: Analysis) {
  const old = schemasOf(before);
  const next = schemasOf(after);
  const componentDiffs = Object.entries(indexDiffs(before, after)).map(([path, indexes]) => {
    const previous_schema = old.get(path) ?? null;
    const next_schema = next.get(path) ?? null;
    const diff = {
      diffType: { type: !next.has(path) ? "unmount" : old.has(path) ? "modify" : "create" },
      moduleDiff: listDiff(modulesOf(before, path), modulesOf(after, path)),
      udfConfigDiff: null,
      cronDiff: cronDiff(cronsOf(before, path), cronsOf(after, path)),
      indexDiff: indexes,
      schemaDiff: previous_schema === next_schema ? null : { previous_schema, next_schema },
    };
    return [path, diff] as const;
  });
  return {
    authDiff: listDiff(before.authProviders.map(textOf), after.authProviders.map(textOf)),
    definitionDiffs: {},
    componentDiffs: Object.fromEntries(componentDiffs),
  };
}

const textOf = (value: unknown) => JSON.stringify(value);

function modulesOf({ functions }: Analysis, component: string): string[] {
  const own = Object.values(functions).filter((definition) => (definition.component ?? "") === component);
  return [...new Set(own.map(({ modulePath }) => `${modulePath}.js`))];
}

function cronsOf({ crons }: Analysis, component: string): Analysis["crons"] {
  return Object.fromEntries(Object.entries(crons).filter(([name]) => componentOf(name) === component));
}

function listDiff(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((item) => !before.includes(item)),
    removed: before.filter((item) => !after.includes(item)),
  };
}

function cronDiff(before: Analysis["crons"], after: Analysis["crons"]) {
  const { added, removed } = listDiff(Object.keys(before), Object.keys(after));
  const updated = Object.keys(after).filter(
    (name) => name in before && textOf(before[name]) !== textOf(after[name]),
  );
  return { added, updated, deleted: removed };
}
