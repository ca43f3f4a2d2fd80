/** What records of an owner say of each other, beside what it is when it is calculated again. */
import { expect } from "vitest";
import { unchanged } from "../../convex/changes/describing";
import { rowsOf } from "../../convex/platform/model/changes/kennelTables";
import { FOLLOWS } from "../../convex/follows";
import { findReminderOf, sourceOfBooking } from "../../convex/reminders/model/reminderSourceRows";
import type { Team } from "./backend";
import { expectExact } from "./counts";

class Rollback extends Error {}

/** Expects that every kept count is what its rows add up to, and that nothing changes when all is settled again. */
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
      settle = "open bookings";
      for (const { _id, status } of await ctx.db.query("scheduledVaccinations").collect()) {
        const reminder = await findReminderOf(ctx, team.kennelId, sourceOfBooking(_id));
        if (status === "scheduled" && !reminder) note(`no reminder of ${_id}`);
      }
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback) && !String(error).includes("Rollback")) throw error;
    });
  expect(changes).toEqual([]);
  await expectExact(team);
}
