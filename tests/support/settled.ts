/** Compares the data that records store about each other with a new calculation. */
import { expect } from "vitest";
import type { Id } from "../../convex/_generated/dataModel";
import type { QueryCtx } from "../../convex/_generated/server";
import { unchanged } from "../../convex/changes/describing";
import { puppiesOf } from "../../convex/litters/model/puppyRows";
import { isOnList } from "../../convex/litters/model/waitingList";
import { dayAfter } from "../../convex/reminders/model/reminderSeries";
import { rowsOf } from "../../convex/platform/model/changes/kennelTables";
import { FOLLOWS } from "../../convex/follows";
import { findReminderOf, sourceOfBooking } from "../../convex/reminders/model/reminderRows";
import { findBroken } from "../../domain/signings/chain";
import type { Team } from "./backend";
import { expectExact } from "./counts";

class Rollback extends Error {}

const hasDoubles = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

/** These data depend on how rows changed, and therefore cannot be calculated again. */
async function unsettledOf(ctx: QueryCtx, { kennelId }: Team): Promise<string[]> {
  const wrong: string[] = [];
  for (const { _id, status } of await ctx.db.query("scheduledVaccinations").collect()) {
    const reminder = await findReminderOf(ctx, kennelId, sourceOfBooking(_id));
    if (status === "scheduled" && !reminder) wrong.push(`no reminder of ${_id}`);
  }
  for (const litter of await ctx.db.query("litters").collect()) {
    const places = (await puppiesOf(ctx, litter)).map(({ order }) => order);
    if (hasDoubles(places)) wrong.push(`two puppies of ${litter._id} at one place`);
  }
  const applicants = await ctx.db.query("waitingList").collect();
  const active = applicants.filter(({ isActive }) => isActive);
  if (hasDoubles(active.map(({ rank }) => rank))) wrong.push("two applicants at one place");
  for (const row of applicants) {
    const isFormer = row.leftRank !== undefined && row.rank > 1_000_000;
    if (row.isActive !== isOnList(row) || row.isActive === isFormer) wrong.push(`the place of ${row._id}`);
  }
  for (const { _id, status, applicantId, endsAt } of await ctx.db.query("applications").collect()) {
    if ((status === "listed") !== (applicantId !== undefined)) wrong.push(`the entry of ${_id}, ${status}`);
    if (applicantId && !(await ctx.db.get("waitingList", applicantId))) wrong.push(`no entry of ${_id}`);
    const isEnded = status === "declined" || status === "withdrawn";
    if (isEnded !== (endsAt !== undefined)) wrong.push(`the end of ${_id}, ${status}`);
  }
  const open = (await ctx.db.query("links").collect()).filter(({ endedAt }) => endedAt === undefined);
  for (const name of ["placementId", "applicantId"] as const)
    if (hasDoubles(open.flatMap((link) => link[name] ?? []))) wrong.push(`two links of one ${name}`);
  for (const { _id, placementId, events, sha256 } of await ctx.db.query("signings").collect()) {
    if (!(await ctx.db.get("placements", placementId))) wrong.push(`no placement of ${_id}`);
    if ((await findBroken(events, sha256)) !== null) wrong.push(`the events of ${_id}`);
  }
  const files = (await ctx.db.query("healthTests").collect()).flatMap(({ certificate }) =>
    certificate ? [certificate.storageId] : [],
  );
  const kept = (await ctx.db.query("keptFiles").collect()).map(({ storageId }) => storageId);
  // A restore uses the files of its backup or replaces them. Either file may be kept.
  const isRestored = (await ctx.db.query("restores").first()) !== null;
  if (!isRestored && hasDoubles([...files, ...kept])) wrong.push("a file that is kept and used");
  for (const { table, fields = [] } of isRestored ? [] : await ctx.db.query("changes").collect()) {
    const file = table === "healthTests" && fields.find(({ name }) => name === "certificate.storageId");
    for (const id of file ? [file.before, file.after] : []) {
      // History entries contain ids of files.
      const storageId = id as Id<"_storage"> | undefined;
      if (storageId && ![...files, ...kept].includes(storageId)) wrong.push(`the file ${storageId} is lost`);
    }
  }
  const reminders = await ctx.db.query("reminders").collect();
  for (const row of reminders) {
    if (row.state === "pending" && row.next) wrong.push(`the next of ${row._id}, which waits`);
    if (row.state === "pending" || row.isClosed || row.next) continue;
    const waits = reminders.some(({ seriesId, state }) => seriesId === row.seriesId && state === "pending");
    const series = row.seriesId && (await ctx.db.get("reminderSeries", row.seriesId));
    if (!waits && series && dayAfter(series, row) !== null) wrong.push(`no next of ${row._id}`);
  }
  return wrong;
}

/** Every stored count must equal the sum of its rows, and calculating all data again must change nothing. */
export async function expectSettled(team: Team): Promise<void> {
  const changes: string[] = [];
  await team.deployment
    .run(async (ctx) => {
      const patch = async (...args: Parameters<typeof ctx.db.patch>) => {
        const [table, id, fields] = args as unknown as [string, string, Record<string, unknown>];
        const row = (await ctx.db.get(id as never)) as unknown as Record<string, unknown>;
        for (const [name, value] of Object.entries(fields)) {
          if (JSON.stringify(row[name]) !== JSON.stringify(value)) {
            changes.push(
              `${settle}: ${table}.${name} of ${id} from ${JSON.stringify(row[name])} to ${JSON.stringify(value)}`,
            );
          }
        }
        await ctx.db.patch(...args);
      };
      const note = (what: string) => changes.push(`${settle}: ${what}`);
      const db = {
        ...ctx.db,
        patch,
        insert: async (...args: Parameters<typeof ctx.db.insert>) => {
          note(`inserts into ${args[0]}`);
          return await ctx.db.insert(...args);
        },
        delete: async (...args: Parameters<typeof ctx.db.delete>) => {
          note(`deletes of ${String(args[0])}`);
          await ctx.db.delete(...args);
        },
      } as unknown as typeof ctx.db;
      let settle = "";
      for (const { name, owners, recalculate } of FOLLOWS.settles) {
        settle = name;
        for (const table of owners) {
          const rows =
            table === "kennels"
              ? [await ctx.db.get("kennels", team.kennelId)]
              : await rowsOf(ctx, table, team.kennelId).collect();
          for (const owner of rows) if (owner) await recalculate({ ...ctx, db }, owner, unchanged);
        }
      }
      settle = "what follows of changes alone";
      for (const what of await unsettledOf(ctx, team)) note(what);
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback) && !String(error).includes("Rollback")) throw error;
    });
  expect(changes).toEqual([]);
  await expectExact(team);
}
