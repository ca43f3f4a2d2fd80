/**
 * The queries of the engine itself that the CLI runs with the admin key: variables, tables, documents, functions
 * and addresses, of the app or of one of its components. They read in a given transaction, so subscriptions to them
 * work like any other.
 */
import { createHash } from "node:crypto";
import type { ReadTransaction } from "../database/api.js";
import type { Analysis } from "../functions/analysis.js";
import type { SystemQueries } from "../functions/live-runner.js";
import { canonicalPath, componentOf, pathInComponent, storedPath } from "../functions/paths.js";
import { isVisibleSystemTable } from "../functions/system-tables.js";
import { latestExport, listImports } from "../transfer/states.js";
import { storedVariables } from "./environment.js";

export interface SystemQueryServices {
  readonly cloudUrl: string;
  readonly siteUrl: string;
  analysis(): Analysis;
  /** `component` is `""` for the app. */
  tableNames(component: string): readonly string[];
}

type Args = Readonly<Record<string, unknown>>;
/** A query runs within the tables of `component`. */
type Query = (services: SystemQueryServices, args: Args, tx: ReadTransaction, component: string) => unknown;

const APP = "";

class JsonText {
  constructor(readonly text: string) {}
}

const queries: Readonly<Record<string, Query | undefined>> = {
  "_system/cli/queryEnvironmentVariables:default": (_services, _args, tx) =>
    tx.within(APP, () => storedVariables(tx)),
  "_system/cli/queryEnvironmentVariables:get": (_services, { name }, tx) =>
    tx.within(APP, () => storedVariables(tx)).find((variable) => variable.name === name) ?? null,
  "_system/cli/convexUrl:cloudUrl": ({ cloudUrl }) => cloudUrl,
  "_system/cli/convexUrl:siteUrl": ({ siteUrl }) => siteUrl,
  "_system/cli/modules:apiSpec": (services, _args, _tx, component) => apiSpec(services.analysis(), component),
  "_system/cli/tables:default": (services, _args, _tx, component) => ({
    page: services.tableNames(component).map((name) => ({ name })),
    isDone: true,
    continueCursor: "",
  }),
  "_system/cli/tableData:default": (_services, args, tx) => tableData(args, tx),
  "_system/cli/queryTable:default": (_services, args, tx) => tableFingerprint(args, tx),
  "_system/cli/tableSize:default": (_services, args, tx) => {
    const tableName = textArg(args, "tableName");
    return tx.count(tableName, spaceOf(tableName));
  },
  "_system/cli/exports:getLatest": (_services, _args, tx) => tx.within(APP, () => latestExport(tx)),
  "_system/cli/queryImport:list": (_services, _args, tx) => tx.within(APP, () => listImports(tx)),
  "_system/cli/queryImport:default": (_services, args, tx) => {
    const importId = textArg(args, "importId");
    return tx.within(APP, () => listImports(tx)).find(({ _id }) => _id === importId) ?? null;
  },
  "_system/frontend/components:list": (services) =>
    services.analysis().components.map(({ path }) => ({ id: path, path, state: "active" })),
};

export function createSystemQueries(services: SystemQueryServices): SystemQueries {
  return {
    has: (path) => queryAt(path) !== undefined,
    run(path, args, tx) {
      // Clients send an array with one object.
      const [sole] = JSON.parse(args) as readonly Args[];
      const component = componentOf(path);
      requireComponent(services.analysis(), component);
      const answer = tx.within(component, () => queryAt(path)?.(services, sole ?? {}, tx, component));
      return answer instanceof JsonText ? answer.text : JSON.stringify(answer ?? null);
    },
  };
}

function queryAt(path: string): Query | undefined {
  const name = canonicalPath(pathInComponent(path));
  return name.startsWith("_system/") ? queries[name] : undefined;
}

function requireComponent({ components }: Analysis, component: string): void {
  if (component === APP || components.some(({ path }) => path === component)) return;
  throw new Error(`Component "${component}" not found.`);
}

function textArg(args: Args, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new Error(`The argument \`${name}\` must be a string.`);
}

/** Of the runtime's own tables, only those that functions may read can be viewed. */
function spaceOf(tableName: string): "user" | "system" {
  return isVisibleSystemTable(tableName) ? "system" : "user";
}

function tableData(args: Args, tx: ReadTransaction): JsonText {
  const options = Object(args["paginationOpts"]) as { cursor?: unknown; numItems?: unknown };
  const cursor = typeof options.cursor === "string" ? options.cursor : null;
  const numItems = typeof options.numItems === "number" ? options.numItems : 100;
  const tableName = textArg(args, "table");
  const order = args["order"] === "asc" ? "asc" : "desc";
  const query = { source: { type: "FullTableScan", tableName, order }, operators: [] };
  const page = tx.paginate(query, { cursor, numItems }, spaceOf(tableName));
  const rest = JSON.stringify({ isDone: page.isDone, continueCursor: page.continueCursor });
  return new JsonText(`{"page":[${page.documents.join(",")}],${rest.slice(1)}`);
}

/** A client that waits for a change of a table needs only a value that changes with the table. */
function tableFingerprint(args: Args, tx: ReadTransaction): string {
  const tableName = textArg(args, "tableName");
  const query = { source: { type: "FullTableScan", tableName, order: "asc" }, operators: [] };
  const cursor = tx.query(query, spaceOf(tableName));
  const hash = createHash("sha256");
  for (let text = cursor.next(); text !== null; text = cursor.next()) hash.update(text);
  return hash.digest("hex");
}

function apiSpec({ functions, routes, components }: Analysis, component: string): unknown[] {
  const listed = Object.entries(functions).flatMap(
    ([path, { kind, visibility, args, returns, component: owner = APP }]) =>
      kind === "httpAction" || owner !== component
        ? []
        : [
            {
              args: JSON.parse(args) as unknown,
              functionType: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
              identifier: storedPath(pathInComponent(path)),
              returns: (JSON.parse(returns) as unknown) ?? { type: "any" },
              visibility: { kind: visibility },
            },
          ],
  );
  const own = component === APP ? routes : components.find(({ path }) => path === component)?.routes;
  const served = own?.map(({ path, method }) => ({ functionType: "HttpAction", method, path })) ?? [];
  return [...listed, ...served];
}
