/**
 * A kennel's records and their calculated data as plain texts. They can be compared although the ids differ: each
 * id is replaced by the table and the position of its record. Versions and reading orders are left out.
 */
import schema from "../../convex/schema";
import { rowsOf, tablesOfKind } from "../../convex/platform/model/changes/kennelTables";
import type { Id } from "../../convex/_generated/dataModel";
import type { Deployment } from "./backend";

/**
 * These fields contain when a row was stored, its version, how it was found, or its position in the packed
 * pedigree.
 */
const LEFT_OUT = new Set([
  ...["_id", "_creationTime", "updatedAt", "notifyAt", "revision", "savedAt"],
  ...["pedigreePlace", "packed"],
]);

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Leaves out these fields. Ids are replaced everywhere, also within texts. */
function plain(value: unknown, name: (id: string) => string): unknown {
  if (typeof value === "string") return value.replace(/\d{6,}[A-Za-z_]{4,}|[a-z0-9]{31,32}/gu, name);
  if (Array.isArray(value)) return value.map((each) => plain(each, name));
  if (!isFields(value)) return value;
  const entries = Object.entries(value).filter(([key, field]) => !LEFT_OUT.has(key) && field !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, field]) => [key, plain(field, name)]),
  );
}

/** Returns the kennel's records and all data calculated from them, table by table, as sorted texts. */
export async function kennelState(
  deployment: Deployment,
  kennelId: Id<"kennels">,
): Promise<Record<string, string[]>> {
  return await deployment.run(async (ctx) => {
    const tables = [...tablesOfKind("record"), ...tablesOfKind("calculated")];
    const rows = new Map<string, Fields[]>();
    for (const table of tables) {
      const found: Fields[] = await rowsOf(ctx, table, kennelId).take(1000);
      // A count of zero is the same as no count.
      rows.set(
        table,
        found.filter(({ count }) => count !== 0),
      );
    }
    // A row's own values without ids distinguish the rows of these tests.
    const names = new Map<string, string>();
    for (const [table, found] of rows) {
      for (const row of found) {
        const { kennelId: _, ...own } = row;
        names.set(String(row._id), `<${table} ${JSON.stringify(plain(own, () => "<id>"))}>`);
      }
    }
    const name = (id: string): string => names.get(id) ?? (id === kennelId ? "<kennel>" : id);
    return Object.fromEntries(
      [...rows].map(([table, found]) => [table, found.map((row) => JSON.stringify(plain(row, name))).sort()]),
    );
  });
}

/** By table, with the rows that only one of the states has. */
export function differencesOf(
  before: Readonly<Record<string, readonly string[]>>,
  after: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.keys(schema.tables).flatMap((table) => {
    const [was, is] = [before[table] ?? [], after[table] ?? []];
    const lost = was.filter((row) => !is.includes(row)).map((row) => `${table} lost ${row}`);
    return [...lost, ...is.filter((row) => !was.includes(row)).map((row) => `${table} has ${row}`)];
  });
}
