/** Compares stored counts with the sums of their rows. */
import { expect } from "vitest";
import { numbersOf, sumChanges } from "../../convex/changes/follow";
import { rowsOf } from "../../convex/platform/model/changes/kennelTables";
import type { KeptCount } from "../../convex/platform/tables/projecting";
import { PROJECTIONS } from "../../convex/projections";
import { TABLES } from "../../convex/tables.gen";
import type { Team } from "./backend";

type Counts = Record<string, Record<string, number>>;

/** These fields distinguish the stored counts of a kennel. */
function keyFields({ table, index }: KeptCount): string[] {
  if (index === undefined) return ["_id"];
  const found = TABLES[table].table[" indexes"]().find(({ indexDescriptor }) => indexDescriptor === index);
  return found?.fields.filter((field) => field !== "kennelId" && field !== "_creationTime") ?? [];
}

/** `counted` are the sums of the rows. */
export async function countsOf(team: Team): Promise<{ kept: Counts; counted: Counts }> {
  const text = await team.deployment.run(async (ctx) => {
    const [kept, counted]: [Counts, Counts] = [{}, {}];
    for (const count of new Set(PROJECTIONS.map((projection) => projection.kept))) {
      for (const row of await rowsOf(ctx, count.table, team.kennelId).collect()) {
        const fields: Readonly<Record<string, unknown>> = row;
        const numbers = numbersOf(count, row);
        const key = keyFields(count).map((field) => String(fields[field]));
        if (Object.keys(numbers).length > 0) kept[[count.table, ...key].join(" ")] = numbers;
      }
    }
    const changes = [];
    for (const table of new Set(PROJECTIONS.map((projection) => projection.table))) {
      if (table === "kennels") {
        changes.push({ table, before: null, after: await ctx.db.get("kennels", team.kennelId) });
        continue;
      }
      for (const after of await rowsOf(ctx, table, team.kennelId).collect()) {
        changes.push({ table, before: null, after });
      }
    }
    for (const sum of sumChanges(changes)) {
      const numbers = Object.entries(sum.numbers).filter(([, number]) => number !== 0);
      const name = [sum.kept.table, ...Object.values(sum.share.key ?? {})].join(" ");
      counted[name] = Object.fromEntries(numbers);
    }
    // Names of breeds and clinics cannot be field names of a Convex value, so the counts are passed as JSON.
    return JSON.stringify({ kept, counted });
  });
  return JSON.parse(text) as { kept: Counts; counted: Counts };
}

/**
 * Every stored count must equal the sum of its rows. With `table`, checks only the counts of that table. Returns
 * the names of the counts that are not zero, such as `breedingYears.born`.
 */
export async function expectExact(team: Team, table = ""): Promise<string[]> {
  const { kept, counted } = await countsOf(team);
  const chosen = (counts: Counts) =>
    Object.entries(counts)
      .filter(([name]) => name.startsWith(table))
      .sort();
  expect(chosen(kept)).toEqual(chosen(counted));
  return Object.entries(counted).flatMap(([name, numbers]) =>
    Object.keys(numbers).map((number) => `${name.split(" ")[0]}.${number.split(".")[0]}`),
  );
}
