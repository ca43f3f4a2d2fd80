/** Tests deleting a kennel. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import schema from "../../convex/schema";
import { KENNEL_DELETION_DAYS } from "../../domain/kennels/rules";
import { seedAuditKennel } from "../support/audit-kennel";
import { addDog, failureOf, startTeam, type Person, type Team, makeOwner } from "../support/backend";
import { deleteKennel, passDays } from "../support/kennel-deletions";

const DAY_MS = 86_400_000;

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
});

const ask = async (person: Person, confirmName = "My Kennel") =>
  await person.as.mutation(api.kennels.kennels.remove, { kennelId: team.kennelId, confirmName });
const keep = async (person: Person) =>
  await person.as.mutation(api.kennels.kennels.keep, { kennelId: team.kennelId });
const seenBy = async (person: Person) =>
  await person.as.query(api.kennels.kennels.get, { kennelId: team.kennelId });
const mailsTo = async (person: Person) =>
  (await person.as.query(api.mail.accountMails.list, {})).map(({ subject }) => subject);

/** Finds where the database still contains an id. */
const tracesOf = async (id: string): Promise<string[]> =>
  await team.deployment.run(async (ctx) => {
    const found: string[] = [];
    for (const table of Object.keys(schema.tables) as (keyof typeof schema.tables)[]) {
      const rows = await ctx.db.query(table).collect();
      if (rows.some((row) => JSON.stringify(row).includes(`"${id}"`))) found.push(table);
    }
    return found;
  });

describe("a request to delete a kennel", () => {
  it("[GAP-KEN-06] is allowed only to the owner, after typing the name", async () => {
    expect((await failureOf(ask(team.manager))).code).toBe("FORBIDDEN");
    expect((await failureOf(ask(team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(ask(team.owner, "My kennel"))).details.fields).toEqual({
      confirmName: "Type the kennel's name to delete it",
    });
    expect(await seenBy(team.owner)).not.toHaveProperty("deletesAt");
  });

  it("[GAP-KEN-06] creates a backup first, and shows everybody the day of the deletion", async () => {
    const { dueAt, requestedAt } = await ask(team.owner);
    expect(dueAt - requestedAt).toBe(KENNEL_DELETION_DAYS * DAY_MS);
    expect(await seenBy(team.viewer)).toMatchObject({ deletesAt: dueAt });
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    const { kennelId } = team;
    expect(await team.owner.as.query(api.backups.backups.list, { kennelId })).toMatchObject([
      { type: "server", state: "ready", includesPhotos: true },
    ]);
  });

  it("is unchanged when it is requested again", async () => {
    const first = await ask(team.owner);
    await passDays(team, 3);
    expect(await ask(team.owner)).toEqual(first);
    expect(await mailsTo(team.viewer)).toHaveLength(1);
  });

  it("is reported to all members by mail", async () => {
    vi.setSystemTime(Date.UTC(2025, 5, 15, 12));
    await ask(team.owner);
    for (const person of [team.owner, team.viewer]) {
      expect(await mailsTo(person)).toEqual(["Your kennel will be deleted on June 29, 2025"]);
    }
    expect(await mailsTo(team.stranger)).toEqual([]);
  });
});

describe("a kennel before its deletion", () => {
  it("can be used as before, and an owner other than the requester can cancel the deletion", async () => {
    const { kennelId } = team;
    await ask(team.owner);
    await passDays(team, KENNEL_DELETION_DAYS - 1);
    await addDog(team.staff, kennelId, { name: "Bella" });
    expect((await failureOf(keep(team.manager))).code).toBe("FORBIDDEN");
    await makeOwner(team.owner, team.manager, kennelId);
    await keep(team.manager);
    expect(await mailsTo(team.viewer)).toContain("Your kennel will not be deleted");
    await passDays(team, 30);
    expect(await seenBy(team.viewer)).toMatchObject({ name: "My Kennel" });
    expect((await failureOf(keep(team.manager))).code).toBe("NOT_FOUND");
  });

  it("sends no reminders, and sends them again after the deletion is canceled", async () => {
    const { kennelId, owner, deployment } = team;
    const remind = async (title: string) =>
      await owner.as.mutation(api.reminders.reminders.create, {
        kennelId,
        title,
        reminderType: "other",
        dueDate: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
      });
    const told = async () =>
      await deployment.run(
        async (ctx) =>
          (await ctx.db.query("deliveries").take(50)).filter(({ kind }) => kind === "reminder").length,
      );
    const pass = async () => {
      vi.setSystemTime(Date.now() + 2 * DAY_MS);
      await deployment.mutation(internal.deliveries.deliveries.sweep, {});
    };
    await ask(owner);
    await remind("Worming");
    await pass();
    expect(await told()).toBe(0);
    await keep(owner);
    await remind("Bath");
    await pass();
    expect(await told()).toBeGreaterThan(0);
  });
});

describe("a kennel on the day of its deletion", () => {
  it("[GAP-KEN-06] is deleted completely, with files and backups, for everybody", async () => {
    await seedAuditKennel(team, "Canary");
    await deleteKennel(team);
    expect((await failureOf(seenBy(team.owner))).code).toBe("NOT_FOUND");
    expect(await tracesOf(team.kennelId)).toEqual([]);
    expect(await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(9))).toEqual(
      [],
    );
    expect(await mailsTo(team.viewer)).toContain("Your kennel was deleted");
    expect(await team.owner.as.query(api.kennels.kennels.list, {})).toEqual([]);
  });

  it("does not affect the other kennels of its members", async () => {
    const other = await team.owner.as.mutation(api.kennels.kennels.create, { name: "Second" });
    await addDog(team.owner, other._id, { name: "Rex" });
    await deleteKennel(team);
    expect(await team.owner.as.query(api.kennels.kennels.list, {})).toMatchObject([{ _id: other._id }]);
    expect(await team.owner.as.query(api.dogs.dogs.list, { kennelId: other._id })).toMatchObject({
      data: [{ name: "Rex" }],
    });
  });
});
