/**
 * Makes convex-test faster for the tests of the functions. It stores the ids of each table together, while
 * convex-test itself reads every id of every table for each query. It checks unions without creating an error for
 * each member that does not match, and it reads the limits of an index once for all rows. Results and errors are
 * the same. It replaces inner functions, so it works only with one exact text of the package and throws for any
 * other text.
 */
import { createHash } from "node:crypto";

const VERSION = "0.0.60";
const DIGEST = "3ea4664390ca4e58116b08dc62b3433a0e8d5efdd0deff823a0a9e32ec3ab6b9";

/** The appended code uses the names of the package's functions. */
const REPLACEMENTS = `
tableNameFromId = (id) => {
  let digits = 0;
  for (let code = id.charCodeAt(0); code >= 48 && code <= 57; code = id.charCodeAt(digits)) digits += 1;
  return digits === 0 || digits === id.length ? null : id.slice(digits);
};

const partsOfPaths = new Map();
evaluateFieldPath = (fieldPath, document) => {
  let parts = partsOfPaths.get(fieldPath);
  if (parts === undefined) partsOfPaths.set(fieldPath, (parts = fieldPath.split(".")));
  let result = document;
  for (const part of parts)
    result =
      result !== undefined && result !== null && isSimpleObject(result) ? result[part] : undefined;
  return typeof result === "object" ? resolvePendingValues(result) : result;
};

const boundsOf = new WeakMap();
evaluateRangeFilter = (document, expr) => {
  let bound = boundsOf.get(expr);
  if (bound === undefined) boundsOf.set(expr, (bound = { value: evaluateQueryValue(expr.value) }));
  const result = evaluateFieldPath(expr.fieldPath, document);
  if (expr.type === "Eq" && typeof result === "string" && typeof bound.value === "string")
    return result === bound.value;
  const order = compareValues(result, bound.value);
  if (expr.type === "Eq") return order === 0;
  if (expr.type === "Gt") return order > 0;
  if (expr.type === "Gte") return order >= 0;
  return expr.type === "Lt" ? order < 0 : order <= 0;
};

const validateOther = validateValidator;
/** Returns whether a validator accepts a value. */
const takes = (validator, value) => {
  switch (validator.type) {
    case "null":
      return value === null;
    case "literal":
      return value === validator.value;
    case "string":
    case "number":
    case "boolean":
    case "bigint":
      return typeof value === validator.type;
    case "any":
      return true;
    case "id":
      return typeof value === "string" && tableNameFromId(value) === validator.tableName;
    case "array":
      return Array.isArray(value) && value.every((each) => takes(validator.value, each));
    case "union":
      return validator.value.some((member) => takes(member, value));
    case "object":
      if (typeof value !== "object" || value === null || !isSimpleObject(value)) return false;
      for (const name in validator.value) {
        const { fieldType, optional } = validator.value[name];
        if (value[name] === undefined ? !optional : !takes(fieldType, value[name])) return false;
      }
      return Object.keys(value).every((name) => validator.value[name] !== undefined);
    default:
      try {
        validateOther(validator, value);
        return true;
      } catch {
        return false;
      }
  }
};
/** An accepted value needs no words for a refusal. */
validateValidator = (validator, value) => {
  if (!takes(validator, value)) validateOther(validator, value);
};

const commitAll = DatabaseFake.prototype.commit;
DatabaseFake.prototype.commit = function (commitTs = null) {
  const writes = this._writes.at(-1);
  commitAll.call(this, commitTs);
  if (this._writes.length > 0) return;
  this._idsByTable ??= new Map();
  for (const id in writes) {
    const table = tableNameFromId(id);
    if (!this._idsByTable.has(table)) this._idsByTable.set(table, new Set());
    if (writes[id] === null) this._idsByTable.get(table).delete(id);
    else this._idsByTable.get(table).add(id);
  }
};

DatabaseFake.prototype._iterateDocs = function (tableName, callback) {
  const pending = new Map();
  for (const level of this._writes)
    for (const id in level) if (tableNameFromId(id) === tableName) pending.set(id, level[id]);
  const committed = this._idsByTable?.get(tableName) ?? new Set();
  for (const id of committed) {
    const document = pending.has(id) ? pending.get(id) : this._documents[id];
    if (document !== null) callback(document);
  }
  for (const [id, document] of pending) if (document !== null && !committed.has(id)) callback(document);
};
`;

/**
 * Appends the replacements to the text of convex-test. Throws if the package has another text than the expected
 * one.
 * @param {string} code
 */
export function makeFaster(code) {
  const digest = createHash("sha256").update(code).digest("hex");
  if (digest !== DIGEST)
    throw new Error(
      `scripts/faster-convex-test.mjs was written for convex-test ${VERSION} and this is another text ` +
        `(sha256 ${digest}). Compare the functions it replaces, then renew its VERSION and DIGEST, or delete it.`,
    );
  return code + REPLACEMENTS;
}

/**
 * @returns {import("vite").Plugin}
 */
export const fasterConvexTest = () => ({
  name: "faster-convex-test",
  enforce: "pre",
  transform: (code, id) =>
    id.includes("/node_modules/convex-test/dist/index.js") ? makeFaster(code) : undefined,
});
