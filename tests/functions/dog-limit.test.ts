/** Tests plan limits. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { PlanTier } from "../../domain/billing/rules";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { checkRows, findRun, finishScheduled, importRows } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.stubEnv("STUDBOOK_BILLING", "on");
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const checkOf = async (person: Person = team.viewer, kennelId: string = team.kennelId) =>
  await person.as.query(api.billing.billing.dogLimitCheck, { kennelId });
const givePlan = async (tier: Exclude<PlanTier, "free"> | null) =>
  await team.deployment.mutation(internal.billing.billing.setPlan, { email: team.owner.email, tier });
const addDogs = async (count: number, fields: Parameters<typeof addDog>[2] = {}) => {
  const dogs = [];
  for (let number = 1; number <= count; number += 1) {
    dogs.push(await addDog(team.staff, team.kennelId, { name: `Dog ${number}`, ...fields }));
  }
  return dogs;
};

describe("billing.dogLimitCheck", () => {
  it("[BILL-12] [GAP-BILL-01] returns the free plan for an owner without a subscription", async () => {
    expect(await checkOf()).toEqual({ canAddDog: true, currentCount: 0, limit: 3, planType: "free" });
  });

  it("[GAP-BILL-05] counts active and retired dogs after every change", async () => {
    const [first, second] = await addDogs(2);
    await addDogs(1, { status: "sold" });
    expect((await checkOf()).currentCount).toBe(2);
    const change = { today: TODAY, statusChangedOn: TODAY };
    await team.staff.as.mutation(api.dogs.dogs.update, {
      dogId: first?._id ?? "",
      status: "retired",
      ...change,
    });
    expect((await checkOf()).currentCount).toBe(2);
    await team.staff.as.mutation(api.dogs.dogs.update, {
      dogId: first?._id ?? "",
      status: "deceased",
      ...change,
    });
    expect((await checkOf()).currentCount).toBe(1);
    await team.staff.as.mutation(api.dogs.dogs.remove, { dogId: second?._id ?? "" });
    expect((await checkOf()).currentCount).toBe(0);
  });

  it("[GAP-BILL-04] counts all kennels of the owner, and ignores a member's own plan", async () => {
    await addDogs(2);
    const other = await team.owner.as.mutation(api.kennels.kennels.create, { name: "Second" });
    await addDog(team.owner, other._id, { name: "Elsewhere" });
    expect(await checkOf()).toMatchObject({ currentCount: 3, canAddDog: false });
    expect(await checkOf(team.owner, other._id)).toMatchObject({ currentCount: 3, canAddDog: false });
    expect((await failureOf(addDog(team.owner, other._id))).code).toBe("DOG_LIMIT_REACHED");
  });

  it("[GAP-DOG-17] leaves out ancestors from outside the kennel", async () => {
    await addDogs(3);
    const { staff, kennelId } = team;
    await staff.as.mutation(api.dogs.dogs.createExternal, {
      kennelId,
      name: "Old Rex",
      breed: "Beagle",
      gender: "male",
    });
    expect((await checkOf()).currentCount).toBe(3);
  });

  it("counts again when no number was stored", async () => {
    const [dog] = await addDogs(2);
    await team.deployment.run(async (ctx) => {
      const row = await ctx.db.query("kennelCounters").first();
      if (row) await ctx.db.patch("kennelCounters", row._id, { countedDogs: undefined });
    });
    expect((await checkOf()).currentCount).toBe(2);
    await team.staff.as.mutation(api.dogs.dogs.remove, { dogId: dog?._id ?? "" });
    expect((await checkOf()).currentCount).toBe(1);
  });

  it("[GAP-API-01] returns NOT_FOUND to a stranger", async () => {
    expect((await failureOf(checkOf(team.stranger))).code).toBe("NOT_FOUND");
  });
});

describe("beyond the limit", () => {
  const breach = { canAddDog: false, currentCount: 3, limit: 3, planType: "free" };

  it("[GAP-BILL-06] a dog is refused with the result of the check, and added under a larger plan", async () => {
    await addDogs(3);
    expect(await failureOf(addDog(team.staff, team.kennelId))).toMatchObject({
      code: "DOG_LIMIT_REACHED",
      details: { dogLimit: breach },
    });
    await givePlan("individual");
    await addDogs(1);
    expect(await checkOf()).toMatchObject({ currentCount: 4, limit: 15, planType: "individual" });
    await givePlan(null);
    expect(await checkOf()).toMatchObject({ canAddDog: false, currentCount: 4, planType: "free" });
  });

  it("[GAP-BILL-05] a dog that was sold or died long ago is added, with or without its date, and does not count", async () => {
    await addDogs(3);
    await addDogs(1, { status: "sold" });
    const died = await addDog(team.staff, team.kennelId, {
      ...{ name: "Old Rex", status: "deceased", dateOfBirth: "2001-02-03", statusChangedOn: "2013-05-06" },
    });
    expect(died).toMatchObject({ status: "deceased", statusChangedOn: "2013-05-06" });
    expect(await checkOf()).toMatchObject({ canAddDog: false, currentCount: 3 });
    const back = { dogId: died._id, status: "active", today: TODAY } as const;
    expect((await failureOf(team.staff.as.mutation(api.dogs.dogs.update, back))).code).toBe(
      "DOG_LIMIT_REACHED",
    );
  });

  it("[GAP-BILL-06] POST /dogs returns 403 with the result of the check", async () => {
    await addDogs(3);
    const json = { name: "Bella", breed: "Beagle", gender: "female" };
    expect(await callRest(team.owner.as, "POST", "/dogs", { json })).toMatchObject({
      status: 403,
      body: { message: "The plan's dog limit has been reached.", dogLimit: breach },
    });
  });

  it("[GAP-DOG-03] an import can add the first dogs of its file up to the limit, and the others can be added later", async () => {
    await addDogs(1);
    vi.useFakeTimers();
    const sold = { status: "sold" as const };
    const rows = ["A", "B", "C", "D"].map((name) => ({ name, breed: "Beagle", gender: "female" }));
    const file = [rows[0], { ...rows[1], ...sold }, rows[2], rows[3]].filter((row) => row !== undefined);
    const args = { kennelId: team.kennelId, runId: await checkRows(team, file, { by: team.staff }) };
    await team.staff.as.mutation(api.imports.imports.takeFirst, args);
    await finishScheduled(team);
    const checked = await findRun(team, args.runId);
    expect(checked).toMatchObject({ state: "checked", dogLimit: null, report: { added: 3, skipped: 1 } });
    const { skipped } = await team.staff.as.query(api.imports.imports.problems, args);
    expect(skipped).toEqual([{ line: 5, message: "D waits until the plan has room" }]);
    await team.staff.as.mutation(api.imports.imports.confirm, args);
    await finishScheduled(team);
    expect((await checkOf()).currentCount).toBe(3);
    // The same file recognizes the dogs that were already imported.
    await givePlan("individual");
    const again = await importRows(team, file, { by: team.staff });
    expect(again?.report).toMatchObject({ added: 1 });
    expect((await checkOf()).currentCount).toBe(4);
  });

  it("an import leaves out no dog when all fit, and is refused when no dog fits", async () => {
    await addDogs(2);
    vi.useFakeTimers();
    const rows = [1, 2].map((row) => ({ name: `Row ${row}`, breed: "Beagle", gender: "female" }));
    const fitting = {
      kennelId: team.kennelId,
      runId: await checkRows(team, rows.slice(1), { by: team.staff }),
    };
    await team.staff.as.mutation(api.imports.imports.takeFirst, fitting);
    expect(await findRun(team, fitting.runId)).toMatchObject({ state: "checked", report: { added: 1 } });
    const large = { kennelId: team.kennelId, runId: await checkRows(team, rows, { by: team.staff }) };
    vi.useRealTimers();
    await addDogs(1);
    const refusal = await failureOf(team.staff.as.mutation(api.imports.imports.takeFirst, large));
    expect(refusal.code).toBe("VALIDATION_FAILED");
  });

  it("[GAP-BILL-06] an import is refused as a whole, and its dry run reports that", async () => {
    await addDogs(2);
    vi.useFakeTimers();
    const rows = [1, 2].map((row) => ({ name: `Row ${row}`, breed: "Beagle", gender: "female" }));
    const runId = await checkRows(team, rows, { by: team.staff });
    expect((await findRun(team, runId))?.dogLimit).toMatchObject({ currentCount: 2, limit: 3 });
    const confirm = team.staff.as.mutation(api.imports.imports.confirm, { kennelId: team.kennelId, runId });
    expect((await failureOf(confirm)).code).toBe("DOG_LIMIT_REACHED");
    expect((await checkOf()).currentCount).toBe(2);
    await importRows(team, rows.slice(0, 1), { by: team.staff });
    expect((await checkOf()).currentCount).toBe(3);
  });

  it("a dog that left can be recorded, but cannot return", async () => {
    await addDogs(3);
    const [sold] = await addDogs(1, { status: "sold" });
    const back = team.staff.as.mutation(api.dogs.dogs.update, {
      dogId: sold?._id ?? "",
      status: "active",
      today: TODAY,
    });
    expect((await failureOf(back)).code).toBe("DOG_LIMIT_REACHED");
  });

  it("[GAP-BILL-06] a deleted dog can be restored to the last place, and is refused when that place is filled", async () => {
    const { owner, kennelId } = team;
    const [dog] = await addDogs(3);
    const recordId = dog?._id ?? "";
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: recordId });
    const back = await owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId });
    expect((await checkOf()).currentCount).toBe(3);
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: back });
    await addDogs(1);
    const again = owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: back });
    expect((await failureOf(again)).code).toBe("DOG_LIMIT_REACHED");
  });

  it("a status change of many dogs is refused from the first dog over the limit", async () => {
    const dogs = await addDogs(5, { status: "sold" });
    const results = await team.owner.as.mutation(api.dogs.dogs.changeStatus, {
      kennelId: team.kennelId,
      dogIds: dogs.map(({ _id }) => _id),
      status: "active",
      today: TODAY,
    });
    expect(results.map(({ problem }) => problem === null)).toEqual([true, true, true, false, false]);
    expect((await failureOf(addDogs(1))).code).toBe("DOG_LIMIT_REACHED");
  });

  it("[GAP-BILL-13] everything else is still allowed", async () => {
    await givePlan("individual");
    const [dog] = await addDogs(5);
    await givePlan(null);
    const saved = await team.staff.as.mutation(api.dogs.dogs.update, {
      dogId: dog?._id ?? "",
      status: "retired",
      today: TODAY,
    });
    expect(saved.status).toBe("retired");
  });
});

describe("without billing", () => {
  it("[GAP-BILL-17] nothing is limited and the plan is self-hosted", async () => {
    vi.stubEnv("STUDBOOK_BILLING", "off");
    await addDogs(5);
    expect(await checkOf()).toEqual({
      canAddDog: true,
      currentCount: 5,
      limit: null,
      planType: "self-hosted",
    });
  });
});

describe("GET /billing/dog-limit-check", () => {
  it("[BILL-33] returns the result without an envelope, for the default kennel or the named one", async () => {
    const answer = await callRest(team.owner.as, "GET", "/billing/dog-limit-check");
    expect(answer).toMatchObject({ status: 200 });
    expect(Object.keys(answer.body).sort()).toEqual(["canAddDog", "currentCount", "limit", "planType"]);
    await givePlan("professional");
    const path = `/billing/dog-limit-check?kennelId=${team.kennelId}`;
    expect((await callRest(team.viewer.as, "GET", path)).body.limit).toBe(30);
    expect((await callRest(team.stranger.as, "GET", path)).status).toBe(404);
  });
});
