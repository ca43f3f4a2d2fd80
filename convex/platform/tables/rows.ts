/** What a table says of itself beside its fields and indexes; every list of tables is made of it (tables.gen.ts). */
import type { TableDefinition } from "convex/server";

/**
 * - `record`: what people enter. It has a history and belongs in every copy.
 * - `calculated`: follows from records and can be calculated again from them.
 * - `log`: tells what happened; it is written and never changed by people.
 * - `personal`: how one person uses the kennel, with addresses that are secrets of that person.
 * - `work`: progress and results of jobs, of no use once they are over.
 */
export type KennelTableKind = "record" | "calculated" | "log" | "personal" | "work";

interface KennelRows extends Pick<TableDefinition, " indexes"> {
  readonly validator: { readonly fields: { readonly kennelId: { readonly kind: "id" } } };
}

/**
 * Describes a table of a kennel's rows, which are copied and deleted with it; its first index goes through them. Large
 * rows have up to half a megabyte.
 */
export function rows<Kind extends KennelTableKind, Table extends KennelRows>(
  kind: Kind,
  table: Table,
  { isLarge = false } = {},
) {
  const [first] = table[" indexes"]();
  if (first?.fields[0] !== "kennelId")
    throw new Error(`the first index does not begin with the kennel: ${kind}`);
  return { kind, table, walk: first.indexDescriptor, isLarge };
}
