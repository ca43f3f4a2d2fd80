/**
 * A kennel's records and what is calculated from them as plain texts that can be compared, whatever ids the records have:
 * every id reads as the table and the place of what it names. Versions and reading orders are left out.
 */
import schema from "../../convex/schema";
import { rowsOf, tablesOfKind } from "../../convex/platform/model/changes/kennelTables";
import type { Id } from "../../convex/_generated/dataModel";
import type { Deployment } from "./backend";

/** Fields that say when a row was stored, in which version, how it was found, or where the packed pedigree has it. */
const LEFT_OUT = new Set([
  ...["_id", "_creationTime", "updatedAt", "notifyAt", "revision", "savedAt"],
  ...["pedigreePlace", "packed"],
]);

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Copies a value without what is left out, with ids replaced wherever they stand, within texts too. */
function plain(value: unknown, name: (id: string) => string): unknown {
  if (typeof value === "string") return value.replace(/\d{6,}[A-Za-z_]{4,}|[a-z0-9]{31,32}/gu, name);
  if (Array.isArray(value)) return value.map((each) => plain(each, name));
  if (!isFields(value)) return value;
  const entries = Object.entries(value).filter(([key, field]) => !LEFT_OUT.has(key) && field !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, field]) => [key, plain(field, name)]),
  );
}

/** Returns the rows of a kennel's records, and of all that is calculated from them, table by table, as sorted texts. */
export async function kennelState(
  deployment: Deployment,
  kennelId: Id<"kennels">,
): Promise<Record<string, string[]>> {
  return await deployment.run(async (ctx) => {
    const tables = [...tablesOfKind("record"), ...tablesOfKind("calculated")];
    const rows = new Map<string, Fields[]>();
    for (const table of tables) {
      const found: Fields[] = await rowsOf(ctx, table, kennelId).take(1000);
      // A count of nothing is as good as none.
      rows.set(
        table,
        found.filter(({ count }) => count !== 0),
      );
    }
    // What a row is called: its own values without any id, which tells the rows of our tests apart.
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

/** Lists the tables of a state that differ from those of another, with the rows that only one of them has. */
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
