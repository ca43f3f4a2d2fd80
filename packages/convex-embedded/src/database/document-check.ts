/** Checks a document against limits and schema before it is stored. */
import { MAX_NESTING, measureDocument } from "../values/limits.js";
import type { JsonObject } from "../values/json.js";
import { validateValue, type ValidationContext } from "../values/validators.js";
import type { Table } from "./catalog.js";
import { DatabaseError } from "./errors.js";
import { MAX_SYSTEM_DOCUMENT_BYTES } from "./limits.js";

/** Documents of the runtime contain values of users whole, as deep as they may be. */
const SYSTEM_DOCUMENT = { nesting: MAX_NESTING, bytes: MAX_SYSTEM_DOCUMENT_BYTES };

/** Returns a document's size, system fields included; throws what is wrong with it. */
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
