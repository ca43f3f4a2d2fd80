/**
 * The syscalls for single documents. Values are passed on unchanged. The database validates them and reports errors
 * with Convex's messages.
 */
import { EngineError } from "../../errors.js";
import type { JsonObject, JsonValue } from "../../values/json.js";
import { isVisibleSystemTable } from "../system-tables.js";
import { optionalString, requireWrites, stringArg, tableArg, type Syscall, type UdfCall } from "./call.js";

const get: Syscall = (call, args) => {
  const isSystem = args["isSystem"] === true;
  const id = stringArg(args, "id", isSystem ? "db.system.get" : "db.get");
  if (isSystem && isHidden(call.tx.tableOf(id))) return "null";
  return call.tx.get(id, isSystem ? "system" : "user", optionalString(args, "table")) ?? "null";
};

function isHidden(table: string | null): boolean {
  return table !== null && table.startsWith("_") && !isVisibleSystemTable(table);
}

const insert: Syscall = (call, args) => {
  const tx = requireWrites(call, "insert documents");
  const id = tx.insert(tableArg(args, "db.insert"), valueArg(args, "db.insert"));
  return JSON.stringify({ _id: id });
};

const patch: Syscall = (call, args) => {
  const { tx, id, table } = target(call, args, "db.patch");
  tx.patch(id, valueArg(args, "db.patch"), "user", table);
  return "null";
};

const replace: Syscall = (call, args) => {
  const { tx, id, table } = target(call, args, "db.replace");
  tx.replace(id, valueArg(args, "db.replace"), "user", table);
  return "null";
};

const remove: Syscall = (call, args) => {
  const { tx, id, table } = target(call, args, "db.delete");
  tx.delete(id, "user", table);
  return "null";
};

function target(call: UdfCall, args: JsonObject, method: string) {
  const tx = requireWrites(call, "change documents");
  return { tx, id: stringArg(args, "id", method), table: optionalString(args, "table") };
}

function valueArg(args: JsonObject, method: string): JsonObject {
  const value: JsonValue | undefined = args["value"];
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new EngineError(
      "InvalidArgument",
      `Invalid argument \`value\` for \`${method}\`: Value must be an Object`,
    );
  }
  return value;
}

const normalizeId: Syscall = (call, args) => {
  const table = tableArg(args, "db.normalizeId");
  const id = stringArg(args, "idString", "db.normalizeId");
  const space = table.startsWith("_") ? "system" : "user";
  const isReadable = space === "user" || isVisibleSystemTable(table);
  return JSON.stringify({ id: isReadable ? call.tx.normalizeId(table, id, space) : null });
};

export const documentSyscalls: Readonly<Record<string, Syscall>> = {
  "1.0/get": get,
  "1.0/insert": insert,
  "1.0/shallowMerge": patch,
  "1.0/replace": replace,
  "1.0/remove": remove,
  "1.0/db/normalizeId": normalizeId,
};
