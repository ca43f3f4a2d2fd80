/**
 * Database queries: streams that a function iterates, pages, and counts. A page stores its end in the call's
 * journal, so that a rerun's page ends there however many documents were added or removed since.
 */
import type { SerializedQuery, TableSpace } from "../../database/api.js";
import { EngineError } from "../../errors.js";
import type { JsonObject, JsonValue } from "../../values/json.js";
import { isVisibleSystemTable } from "../system-tables.js";
import { checkTableName, optionalString, tableArg, type Syscall, type UdfCall } from "./call.js";

function tableOf(source: JsonObject): string {
  const { tableName, indexName } = source;
  if (typeof tableName === "string") return tableName;
  return typeof indexName === "string" ? (indexName.split(".")[0] ?? "") : "";
}

/** The query in the result has the form in which `convex/server` serializes it. */
function queryOf(args: JsonObject, method: string): { query: SerializedQuery; space: TableSpace } {
  const query = args["query"] as (JsonObject & { source?: JsonObject; operators?: JsonValue[] }) | undefined;
  if (query?.source === undefined || !Array.isArray(query.operators)) {
    throw new EngineError("InvalidArgument", `Invalid argument \`query\` for \`${method}\``);
  }
  const table = tableOf(query.source);
  checkTableName(table, "query", method);
  const space = table.startsWith("_") ? "system" : "user";
  if (space === "system" && !isVisibleSystemTable(table)) {
    throw new EngineError("InvalidArgument", `System table ${table} can't be read by functions.`);
  }
  return { query: { source: query.source, operators: query.operators }, space };
}

const queryStream: Syscall = (call, args) => {
  const { query, space } = queryOf(args, "queryStream");
  const queryId = call.cursors.size;
  call.cursors.set(queryId, call.tx.query(query, space));
  return `{"queryId":${queryId}}`;
};

const ONE_QUERY_ID = /^\{"queryId":(\d+)\}$/;

/** An empty text means the end of the query. */
export function nextDocument(call: UdfCall, args: string): string {
  // The form in which `convex/server` writes it; other forms are parsed as JSON, which is slower.
  const id = ONE_QUERY_ID.exec(args)?.[1] ?? (JSON.parse(args) as JsonObject)["queryId"];
  const cursor = call.cursors.get(Number(id));
  if (cursor === undefined) throw new EngineError("InvalidArgument", "in-progress query not found");
  return cursor.next() ?? "";
}

export function allDocuments(call: UdfCall, queryId: number): readonly string[] {
  const cursor = call.cursors.get(queryId);
  if (cursor === undefined) throw new EngineError("InvalidArgument", "in-progress query not found");
  const texts: string[] = [];
  for (let text = cursor.next(); text !== null; text = cursor.next()) texts.push(text);
  return texts;
}

const queryCleanup: Syscall = (call, args) => {
  const id = Number(args["queryId"]);
  const cursor = call.cursors.get(id);
  // The entry remains, because the next id is the size of the map.
  if (cursor !== undefined) call.cursors.set(id, closedCursor);
  return JSON.stringify(cursor !== undefined);
};

const closedCursor = { next: () => null };

/** Throws InvalidArgument with Convex's message, which comes from its JSON library. */
function countArg(args: JsonObject, name: string): number {
  const value = args[name];
  if (isWhole(value) && value >= 0) return value;
  throw new EngineError("InvalidArgument", `Invalid arguments for \`queryPage\`: ${notACount(name, value)}`);
}

function isWhole(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}

function notACount(name: string, value: JsonValue | undefined): string {
  if (value === undefined) return `missing field \`${name}\``;
  if (isWhole(value)) return `invalid value: integer \`${value}\`, expected usize`;
  return `invalid type: ${unexpected(value)}, expected usize`;
}

function unexpected(value: JsonValue): string {
  switch (typeof value) {
    case "number":
      return `floating point \`${String(value).replace("e+", "e")}\``;
    case "string":
      return `string ${JSON.stringify(value)}`;
    case "boolean":
      return `boolean \`${value}\``;
    default:
      return value === null ? "null" : Array.isArray(value) ? "sequence" : "map";
  }
}

function optionalCount(args: JsonObject, name: string): number | undefined {
  return args[name] === undefined || args[name] === null ? undefined : countArg(args, name);
}

function checkOnlyPage(call: UdfCall): void {
  if (call.journal.next !== null) {
    throw new EngineError(
      "InvalidArgument",
      "This query or mutation function ran multiple paginated queries. Convex only supports a single " +
        "paginated query in each function.",
    );
  }
}

/** The first text is the page without its documents. Those of the documents follow. */
export function nextPage(call: UdfCall, argsText: string): readonly string[] {
  // Syscall arguments are always one JSON object: the client library serializes them.
  const args = JSON.parse(argsText) as JsonObject;
  const { query, space } = queryOf(args, "queryPage");
  const numItems = countArg(args, "pageSize");
  checkOnlyPage(call);
  const page = call.tx.paginate(
    query,
    {
      cursor: optionalString(args, "cursor") ?? null,
      endCursor: optionalString(args, "endCursor") ?? call.journal.previous,
      numItems,
      maximumRowsRead: optionalCount(args, "maximumRowsRead"),
      maximumBytesRead: optionalCount(args, "maximumBytesRead"),
    },
    space,
  );
  call.journal.next = page.continueCursor;
  const { isDone, continueCursor, splitCursor, pageStatus } = page;
  return [JSON.stringify({ isDone, continueCursor, splitCursor, pageStatus }), ...page.documents];
}

const count: Syscall = (call, args) => String(call.tx.count(tableArg(args, "db.count")));

export const querySyscalls: Readonly<Record<string, Syscall>> = {
  "1.0/queryStream": queryStream,
  "1.0/queryCleanup": queryCleanup,
  "1.0/count": count,
};
