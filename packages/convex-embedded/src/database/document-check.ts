/** Checks a document against the limits and the schema before it is stored. */
import { MAX_NESTING, measureDocument } from "../values/limits.js";
import type { JsonObject } from "../values/json.js";
import { validateValue, type ValidationContext } from "../values/validators.js";
import type { Table } from "./catalog.js";
import { DatabaseError } from "./errors.js";
import { MAX_SYSTEM_DOCUMENT_BYTES } from "./limits.js";

/** Documents of the runtime contain complete values of users, with their full depth. */
const SYSTEM_DOCUMENT = { nesting: MAX_NESTING, bytes: MAX_SYSTEM_DOCUMENT_BYTES };

/** Returns the size including the system fields. Throws if the document is invalid. */
export function checkDocument(table: Table, fields: JsonObject, names: ValidationContext): number {
  const size = measureDocument(fields, table.isSystem ? SYSTEM_DOCUMENT : undefined);
  if (table.validator === null) return size;
  const problem = validateValue(table.validator, fields, names);
  if (problem === null) return size;
  throw new DatabaseError(
    "SchemaEnforcementError",
    `Failed to insert or update a document in table "${table.name}" because it does not match the ` +
      `schema: ${problem}`,
  );
}
