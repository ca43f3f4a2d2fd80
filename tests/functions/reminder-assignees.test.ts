/** Tests the assignees of reminders. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { addDog, addMember, failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, restoreOf, wipe } from "../support/backups";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`) });
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
});

type Fields = Partial<Omit<(typeof api.reminders.reminders.create)["_args"], "kennelId">>;
const add = async (fields: Fields = {}) =>
  await team.staff.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    ...{ title: "Worming", dueDate: TODAY },
    ...fields,
  });
const get = async (reminderId: string) =>
  await team.owner.as.query(api.reminders.reminders.get, { reminderId });
const update = async (reminderId: string, fields: object) =>
  await team.owner.as.mutation(api.reminders.reminders.update, { reminderId, ...fields });
const complete = async (reminderId: string) =>
  await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
const list = async (kennelId: string = team.kennelId) =>
  (await team.owner.as.query(api.reminders.reminders.list, { kennelId, today: TODAY })).data;
const fieldsOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;
const remove = async (userId: string) =>
  await team.owner.as.mutation(api.kennels.members.remove, { kennelId: team.kennelId, userId });
const settle = async () => await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
/** Includes assignees that no longer apply. */
const named = async () =>
  await team.deployment.run(async (ctx) => [
    ...(await ctx.db.query("reminders").collect()).map(({ assigneeId }) => assigneeId ?? null),
    ...(await ctx.db.query("reminderSeries").collect()).map(({ assigneeId }) => assigneeId ?? null),
  ]);
const REFUSED = { assigneeId: "Assigned to must be a member who may change reminders" };

describe("the assignee of a reminder", () => {
  it("is empty until a member who may change reminders is chosen, and can be cleared", async () => {
    const { _id, assigneeId } = await add();
    expect(assigneeId).toBeNull();
    expect((await update(_id, { assigneeId: team.staff.userId })).assigneeId).toBe(team.staff.userId);
    expect((await update(_id, { title: "Worming again" })).assigneeId).toBe(team.staff.userId);
    expect((await update(_id, { assigneeId: null })).assigneeId).toBeNull();
  });

  it("is refused at the field for anybody else, also over REST", async () => {
    const { _id } = await add();
    const { viewer, stranger } = team;
    for (const assigneeId of [viewer.userId, stranger.userId, team.kennelId, "nobody"]) {
      expect(await fieldsOf(add({ assigneeId }))).toEqual(REFUSED);
      expect(await fieldsOf(update(_id, { assigneeId }))).toEqual(REFUSED);
    }
    const put = async (assigneeId: string) =>
      await callRest(team.owner.as, "PUT", `/reminders/${_id}`, { json: { assigneeId } });
    const refused = await put(viewer.userId);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(REFUSED.assigneeId);
    expect((await put(team.staff.userId)).body.data).toMatchObject({ assigneeId: team.staff.userId });
  });

  it("is chosen from the members who may act, the caller first, and only from the caller if they may not read the team", async () => {
    const asked = { kennelId: team.kennelId };
    const names = async (person: keyof Pick<Team, "staff" | "viewer">) =>
      (await team[person].as.query(api.reminders.reminderAssignees.list, asked)).map(({ name }) => name);
    expect(await names("staff")).toEqual(["staff", "manager", "Olga Owner"]);
    await team.owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId: team.kennelId, userId: team.staff.userId, role: "staff" },
      permissions: { members: "none" },
    });
    expect(await names("staff")).toEqual(["staff", null, null]);
    const denied = team.stranger.as.query(api.reminders.reminderAssignees.list, asked);
    expect((await failureOf(denied)).code).toBe("NOT_FOUND");
  });

  it("[GAP-REM-08] is kept through a series", async () => {
    const { _id } = await add({ assigneeId: team.staff.userId, recurring: { frequency: "weekly" } });
    await complete(_id);
    const next = (await list()).find(({ isCompleted }) => !isCompleted);
    expect(next?.assigneeId).toBe(team.staff.userId);
  });

  it("is the same for each of several dogs", async () => {
    const dogIds: string[] = [];
    for (const name of ["Bella", "Luna"])
      dogIds.push((await addDog(team.owner, team.kennelId, { name }))._id);
    const fields = { title: "Worming", dueDate: TODAY, dogIds };
    const createFor = async (assigneeId: string) =>
      await team.owner.as.mutation(api.reminders.reminders.createForDogs, {
        ...{ kennelId: team.kennelId, ...fields, assigneeId },
      });
    expect(await fieldsOf(createFor(team.viewer.userId))).toEqual(REFUSED);
    await createFor(team.staff.userId);
    expect((await list()).map(({ assigneeId }) => assigneeId)).toEqual([
      team.staff.userId,
      team.staff.userId,
    ]);
  });
});

describe("the assignee in the history", () => {
  const changes = async (person: keyof Pick<Team, "owner" | "staff">, recordId: string) => {
    const found = await team[person].as.query(api.history.history.ofRecord, {
      ...{ kennelId: team.kennelId, table: "reminders" as const, recordId, now: Date.now() },
      paginationOpts: { numItems: 10, cursor: null },
    });
    return found.page.filter(({ kind }) => kind === "changed");
  };

  it("is shown by name, and can be undone while the person can still be chosen", async () => {
    const { _id } = await add();
    await update(_id, { assigneeId: team.manager.userId });
    await update(_id, { assigneeId: null, title: "Bathing" });
    const [change] = await changes("owner", _id);
    expect(change?.fields).toContainEqual({ name: "assigneeId", before: "manager", after: "Everyone" });
    const undo = async () =>
      await team.owner.as.mutation(api.history.history.undo, {
        ...{ kennelId: team.kennelId, changeId: change?._id ?? "", today: TODAY },
      });
    await remove(team.manager.userId);
    expect(await undo()).toEqual({ restored: ["Title"], kept: ["Assigned to"] });
    await addMember(team.owner, team.manager, { kennelId: team.kennelId, role: "manager" });
    expect((await undo()).restored).toContain("Assigned to");
    expect((await get(_id)).assigneeId).toBe(team.manager.userId);
  });

  it("is not named to users who may not read the team", async () => {
    const { _id } = await add();
    await update(_id, { assigneeId: team.manager.userId });
    await team.owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId: team.kennelId, userId: team.staff.userId, role: "staff" },
      permissions: { members: "none" },
    });
    const [change] = await changes("staff", _id);
    expect(change?.fields).toEqual([{ name: "assigneeId", before: "Everyone", after: "Somebody" }]);
  });
});

describe("an assignee who may no longer act", () => {
  const assigned = async () => {
    const recurring = { frequency: "weekly" };
    const { _id } = await add({ assigneeId: team.manager.userId, recurring });
    await complete((await add({ assigneeId: team.manager.userId }))._id);
    return _id;
  };

  it("has no reminders assigned while their rights are removed", async () => {
    const id = await assigned();
    const become = async (role: "viewer" | "manager") =>
      await team.owner.as.mutation(api.kennels.members.update, {
        ...{ kennelId: team.kennelId, userId: team.manager.userId, role, permissions: {} },
      });
    await become("viewer");
    expect((await get(id)).assigneeId).toBeNull();
    await become("manager");
    expect((await get(id)).assigneeId).toBe(team.manager.userId);
  });

  it("loses all assigned reminders on leaving: in results immediately, and in the rows later", async () => {
    const id = await assigned();
    await remove(team.manager.userId);
    expect((await get(id)).assigneeId).toBeNull();
    await settle();
    expect(await named()).toEqual([null, null, null]);
    expect(await list()).toHaveLength(2);
  });

  it("has their reminders again after they return, however late the rows are processed", async () => {
    await remove(team.manager.userId);
    await addMember(team.owner, team.manager, { kennelId: team.kennelId, role: "manager" });
    const { _id } = await add({ assigneeId: team.manager.userId });
    await settle();
    expect((await get(_id)).assigneeId).toBe(team.manager.userId);
  });

  it("leaves no assignment when their account is deleted", async () => {
    const id = await assigned();
    const { userId } = team.manager;
    const deletionId = await team.deployment.run(async (ctx) => {
      const { tokenIdentifier = "" } = (await ctx.db.get("users", userId)) ?? {};
      const now = Date.now();
      const asked = { confirmationId: "", state: "removing" as const, requestedAt: now, dueAt: now };
      return await ctx.db.insert("accountDeletions", { userId, tokenIdentifier, ...asked });
    });
    await team.deployment.mutation(internal.accounts.accountDeletions.removeNext, { deletionId });
    await settle();
    expect(await team.deployment.run(async (ctx) => await ctx.db.get("users", userId))).toBeNull();
    expect(await named()).toEqual([null, null, null]);
    expect(await get(id)).toMatchObject({ title: "Worming", assigneeId: null });
  });
});

describe("[GAP-BAK-04] restoring a backup", () => {
  it("restores assignees, except people who have left since", async () => {
    await add({ assigneeId: team.manager.userId });
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "exact");
    expect((await list()).map(({ assigneeId }) => assigneeId)).toEqual([team.manager.userId]);
    await remove(team.manager.userId);
    await settle();
    await restored(team, backupId, "overwrite");
    expect((await list()).map(({ assigneeId }) => assigneeId)).toEqual([null]);
  });

  it("into another kennel clears the assignees", async () => {
    await add({ assigneeId: team.owner.userId, recurring: { frequency: "weekly" } });
    const kennelId = await firstKennelOf(team.stranger);
    await addMember(team.stranger, team.owner, { kennelId, role: "manager" });
    const other: Team = { ...team, owner: team.stranger, kennelId };
    const report = await restored(other, await restoreOf(team, await madeBackup(team), other), "add");
    expect(report).toMatchObject({ state: "finished", errorCount: 0 });
    expect((await list(kennelId)).map(({ title, assigneeId }) => [title, assigneeId])).toEqual([
      ["Worming", null],
    ]);
  });
});

describe("the list of the caller's reminders", () => {
  it("contains only their reminders, by tab, type and search, with the counts of the tabs", async () => {
    const assigneeId = team.staff.userId;
    await add({ title: "Late", dueDate: "2025-06-10", assigneeId, reminderType: "medication" });
    await add({ title: "Today", assigneeId });
    await add({ title: "Everybody's" });
    await add({ title: "Another's", assigneeId: team.manager.userId });
    for (const [title, dueDate] of [
      ["First", "2025-06-14"],
      ["Second", "2025-06-01"],
    ] as const) {
      vi.advanceTimersByTime(1000);
      await complete((await add({ title, dueDate, assigneeId }))._id);
    }
    const mine = async (fields: object = {}, person: "staff" | "viewer" = "staff") => {
      const asked = { kennelId: team.kennelId, today: TODAY, isMine: true, ...fields };
      const { data, counts } = await team[person].as.query(api.reminders.reminders.list, asked);
      return [data.map(({ title }) => title), counts] as const;
    };
    const counts = { pending: 2, overdue: 1, dueSoon: 1, completed: 2 };
    expect(await mine()).toEqual([["Late", "Today", "Second", "First"], counts]);
    expect(await mine({ tab: "overdue" })).toEqual([["Late"], counts]);
    expect((await mine({ reminderType: "medication" }))[0]).toEqual(["Late"]);
    expect((await mine({ search: "today" }))[0]).toEqual(["Today"]);
    expect((await mine({}, "viewer"))[0]).toEqual([]);
    const exported = await team.staff.as.action(api.reminders.actions.reminderExport.make, {
      ...{ kennelId: team.kennelId, today: TODAY, tab: "pending", isMine: true },
    });
    expect(exported.content).not.toContain("Everybody's");
    // A file has a column for the assignee.
    expect(exported.content).toMatch(/^Late,[^\r]*,Overdue,[^\r]*,staff\r$/mu);
  });

  it("is returned over REST for any person to everybody who may read reminders, and is empty for an unknown person", async () => {
    const { userId } = team.staff;
    await add({ title: "Late", dueDate: "2025-06-10", assigneeId: userId, reminderType: "medication" });
    await add({ title: "Today", assigneeId: userId });
    await add({ title: "Everybody's" });
    const ask = async (path: string, assignee: string, more: object = {}) => {
      const query = new URLSearchParams({ kennelId: team.kennelId, today: TODAY, assignee, ...more });
      return (await callRest(team.viewer.as, "GET", `/reminders${path}?${query}`)).body;
    };
    const titles = async (assignee: string, more?: object) =>
      (await ask("", assignee, more)).data.data.map(({ title }: { title: string }) => title);
    expect(await titles(userId)).toEqual(["Late", "Today"]);
    expect(await titles(userId, { state: "overdue" })).toEqual(["Late"]);
    expect(await titles(userId, { type: "medication", search: "late" })).toEqual(["Late"]);
    expect(await titles(userId, { search: "everybody" })).toEqual([]);
    for (const nobody of [team.viewer.userId, team.stranger.userId, team.kennelId, "nobody"])
      expect(await titles(nobody)).toEqual([]);
    expect(await titles("")).toContain("Everybody's");
    const file = await ask("/export", userId);
    expect(file).toContain("Today");
    expect(file).not.toContain("Everybody's");
  });
});

describe("notices of reminders", () => {
  const EMAIL = { email: true, sms: false, push: false, daysInAdvance: [] };
  const tell = async () => {
    const at = Date.parse("2025-06-16T08:00:00Z");
    await team.deployment.mutation(internal.deliveries.deliveries.sweep, { at });
    return await team.deployment.run(async (ctx) =>
      (await ctx.db.query("deliveries").collect()).map(({ userId }) => userId),
    );
  };
  const due = async (assigneeId?: string) =>
    await add({ dueDate: "2025-06-16", notifications: EMAIL, ...(assigneeId && { assigneeId }) });

  it("[GAP-REM-11] are sent only to the assignee", async () => {
    await due(team.staff.userId);
    expect(await tell()).toEqual([team.staff.userId]);
  });

  it("[GAP-REM-11] are sent to nobody when the assignee has switched them off", async () => {
    await due(team.staff.userId);
    await team.staff.as.mutation(api.accounts.userSettings.update, {
      notifications: { email: false, push: false },
    });
    expect(await tell()).toEqual([]);
  });

  it("[GAP-REM-11] are sent to everybody without an assignee, and when the assignee may no longer act", async () => {
    await due(team.staff.userId);
    await team.owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId: team.kennelId, userId: team.staff.userId, role: "viewer", permissions: {} },
    });
    expect((await tell()).sort()).toEqual([team.owner.userId, team.manager.userId].sort());
  });

  it("[GAP-REM-14] in a digest include the person's own reminders and unassigned ones", async () => {
    await add({ title: "Mine", assigneeId: team.owner.userId });
    await add({ title: "Everybody's" });
    await add({ title: "Another's", assigneeId: team.staff.userId });
    const { readDigestLines } = await import("../../convex/deliveries/model/deliveryFacts");
    const titles = async (userId: typeof team.owner.userId) =>
      await team.deployment.run(async (ctx) =>
        (await readDigestLines(ctx, team.kennelId, TODAY, { userId, mutedTypes: [] }))
          .map(({ title }) => title)
          .sort(),
      );
    expect(await titles(team.owner.userId)).toEqual(["Everybody's", "Mine"]);
    expect(await titles(team.manager.userId)).toEqual(["Everybody's"]);
  });
});
