/** That the tables are what they were when their lists were written by hand. It goes with the last of these lists. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Id } from "../../convex/_generated/dataModel";
import type { QueryCtx } from "../../convex/_generated/server";
import { KENNEL_TABLES, rowsOf, tablesOfKind } from "../../convex/platform/model/kennelTables";
import schema from "../../convex/schema";

const FROZEN = "tests/fixtures/tables-frozen.json";
const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

/** A table as Convex is told of it; the order of its indexes says nothing. */
const exported = (name: string, { indexes, ...table }: { indexes: { indexDescriptor: string }[] }) =>
  [
    name,
    { ...table, indexes: Object.fromEntries(indexes.map((index) => [index.indexDescriptor, index])) },
  ] as const;

/** The index that goes through the kennel's rows. */
function walkOf(table: (typeof KENNEL_TABLES)[number]): string {
  const walked: string[] = [];
  const query = { withIndex: (index: string) => walked.push(index) };
  // Only these two calls are made.
  rowsOf({ db: { query: () => query } } as unknown as QueryCtx, table, "kennel" as Id<"kennels">);
  return walked.join();
}

it("tables, indexes, kinds and order are those that were written by hand", () => {
  const now = {
    tables: Object.fromEntries(
      Object.entries(schema.tables)
        // Convex calls the same method.
        .map(([name, table]) => exported(name, (table as unknown as { export(): never }).export()) as never)
        .sort(byName),
    ),
    walks: Object.fromEntries(KENNEL_TABLES.map((table) => [table, walkOf(table)]).sort(byName as never)),
    records: tablesOfKind("record"),
    calculated: tablesOfKind("calculated"),
    others: (["log", "personal", "work"] as const).map((kind) => tablesOfKind(kind).sort()),
  };
  expect(now).toEqual(JSON.parse(readFileSync(FROZEN, "utf8")));
});
