/**
 * Tells the CLI what the runtime made of a push: what was analyzed, and what a push changes. The shapes are those
 * that the installed CLI parses; what only Convex's own backend needs back is left empty.
 */
import type { AuthProvider } from "../auth/providers.js";
import type { Analysis, AnalyzedFunction } from "../functions/analysis.js";
import type { Definition } from "./definitions.js";
import type { ModuleHash } from "./pushed-source.js";

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
  }[];
}

const UDF_TYPES = { query: "Query", mutation: "Mutation", action: "Action" } as const;

/** Answers what was analyzed of one definition and its functions. */
export function evaluatedDefinition(
  path: string,
  definition: Definition,
  analysis: Analysis,
  modules: readonly ModuleHash[],
) {
  // Convex keeps variables by name, which is the order that generated code shows.
  const envVars = definition.envVars && [...definition.envVars].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    definition: { ...definition, path, envVars },
    schema: analysis.schema === null ? null : (JSON.parse(analysis.schema) as unknown),
    functions: analyzedModules(analysis, modules),
    udfConfig: { serverVersion: "", importPhaseRngSeed: null, importPhaseUnixTimestamp: null },
  };
}

function analyzedModules(analysis: Analysis, modules: readonly ModuleHash[]) {
  const analyzed: Record<string, ReturnType<typeof emptyModule>> = {};
  for (const { path } of modules) {
    if (!path.startsWith("_deps/") && path !== "auth.config.js") analyzed[path] = emptyModule();
  }
  for (const definition of ownFunctions(analysis)) {
    const described = analyzedFunction(definition);
    if (described !== null) analyzed[`${definition.modulePath}.js`]?.functions.push(described);
  }
  const http = analyzed["http.js"];
  if (http !== undefined) http.httpRoutes = analysis.routes.map((route) => ({ route, pos: null }));
  const crons = analyzed["crons.js"];
  if (crons !== undefined) crons.cronSpecs = Object.entries(analysis.crons);
  return analyzed;
}

/** The functions of the app itself. */
function ownFunctions({ functions }: Analysis): AnalyzedFunction[] {
  return Object.values(functions).filter(({ component }) => component === undefined);
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

/** Describes the app itself, as Convex does once all its definitions were checked. */
export function checkedApp(analysis: Analysis) {
  return {
    definitionPath: "",
    componentPath: "",
    args: {},
    childComponents: {},
    httpRoutes: {
      httpModuleRoutes: analysis.routes.length === 0 ? null : analysis.routes,
      mounts: [],
    },
    exports: {},
  };
}

/** Writes identity providers the way the CLI reads them. */
export function authInfo(provider: AuthProvider) {
  if (provider.type === "oidc") return { applicationID: provider.applicationId, domain: provider.domain };
  const { type, issuer, jwks, algorithm, applicationId } = provider;
  return { type, issuer, jwks, algorithm, applicationID: applicationId };
}

/** Compares the indexes of two schemas. */
export function indexDiff(before: string | null, after: string | null) {
  const old = indexesOf(before);
  const next = indexesOf(after);
  const missingFrom = (other: ReadonlyMap<string, unknown>) => (entry: readonly [string, unknown]) =>
    JSON.stringify(other.get(entry[0])) !== JSON.stringify(entry[1]);
  return {
    added_indexes: [...next].filter(missingFrom(old)).map(([, index]) => index),
    removed_indexes: [...old].filter(missingFrom(next)).map(([, index]) => index),
    enabled_indexes: [],
    disabled_indexes: [],
  };
}

function indexesOf(schema: string | null): ReadonlyMap<string, object> {
  const indexes = new Map<string, object>();
  // Written by `schema.export()` of `convex/server`.
  const { tables } = schema === null ? { tables: [] } : (JSON.parse(schema) as SchemaJson);
  for (const table of tables) {
    const kinds = [
      ["database", table.indexes],
      ["search", table.searchIndexes],
      ["vector", table.vectorIndexes],
    ] as const;
    for (const [type, list] of kinds) {
      for (const { indexDescriptor, ...settings } of list ?? []) {
        const name = `${table.tableName}.${indexDescriptor}`;
        indexes.set(name, { name, type, ...settings });
      }
    }
  }
  return indexes;
}

/** Compares what runs with what is about to run. */
export function pushDiff(before: Analysis, after: Analysis) {
  return {
    authDiff: listDiff(before.authProviders.map(textOf), after.authProviders.map(textOf)),
    definitionDiffs: {},
    componentDiffs: {
      "": {
        diffType: { type: "modify" },
        moduleDiff: listDiff(modulesOf(before), modulesOf(after)),
        udfConfigDiff: null,
        cronDiff: cronDiff(before.crons, after.crons),
        indexDiff: indexDiff(before.schema, after.schema),
        schemaDiff:
          before.schema === after.schema
            ? null
            : { previous_schema: before.schema, next_schema: after.schema },
      },
    },
  };
}

const textOf = (value: unknown) => JSON.stringify(value);

function modulesOf(analysis: Analysis): string[] {
  return [...new Set(ownFunctions(analysis).map(({ modulePath }) => `${modulePath}.js`))];
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
