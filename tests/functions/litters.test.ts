/** Tests recording litters. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addPuppy } from "../support/litters";
import { linesOf, readPdf } from "../support/pdf-text";

let team: Team;
let breedingId: Id<"breedings">;
beforeEach(async () => {
  team = await startTeam();
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const breeding = await team.owner.as.mutation(api.breedings.breedings.create, {
    kennelId: team.kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate: "2025-01-01",
  });
  breedingId = breeding._id;
});

type Fields = Partial<(typeof api.litters.litters.create)["_args"]>;
const record = async (fields: Fields = {}, who: Person = team.staff) =>
  await who.as.mutation(api.litters.litters.create, {
    breedingId,
    whelpingDate: "2025-03-05",
    today: TODAY,
    ...fields,
  });
const breeding = async () => await team.viewer.as.query(api.breedings.breedings.get, { breedingId });
const fieldsRefused = async (fields: Fields) => (await failureOf(record(fields))).details.fields;

describe("litters.create", () => {
  it("[GAP-BRD-06] [GAP-LIT-03] sets the breeding to whelped, with its date and puppy counts, and records the birth as an activity", async () => {
    const litter = await record({ numberBorn: 7, numberAlive: 6, numberMales: 4, numberFemales: 3 });
    expect(litter).toMatchObject({
      whelpingDate: "2025-03-05",
      numberBorn: 7,
      numberFemales: 3,
      breeding: { status: "whelped", sire: { name: "Rex" } },
      warnings: [],
    });
    expect(await breeding()).toMatchObject({
      status: "whelped",
      actualDueDate: "2025-03-05",
      numberBorn: 7,
      numberAlive: 6,
    });
    const { counts } = await team.viewer.as.query(api.breedings.breedings.list, { kennelId: team.kennelId });
    expect(counts).toMatchObject({ planned: 0, whelped: 1 });
    const [newest, before] = await team.owner.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 2,
    });
    expect(newest).toMatchObject({ type: "litter_born", description: "Rex × Bella: 7 puppies" });
    expect(before).toMatchObject({ title: "Breeding planned" });
  });

  it("leaves a completed breeding completed, and adds up the puppy counts of two litters", async () => {
    await record({ numberBorn: 3, numberAlive: 3, whelpingDate: "2025-03-06" });
    await team.owner.as.mutation(api.breedings.breedings.setStatus, {
      breedingId,
      status: "completed",
      today: TODAY,
    });
    await record({ numberBorn: 2, numberAlive: 1 });
    expect(await breeding()).toMatchObject({
      status: "completed",
      numberBorn: 5,
      numberAlive: 4,
      actualDueDate: "2025-03-05",
    });
  });

  it("[LIT-04] stores the notes on the whelping", async () => {
    const whelping = { complications: "Long pause", assistanceRequired: true, notes: "  Calm dam " };
    expect((await record({ whelping })).whelping).toEqual({
      complications: "Long pause",
      assistanceRequired: true,
      veterinarianPresent: false,
      placentae: null,
      notes: "Calm dam",
    });
  });

  it("[GAP-LIT-02] refuses puppy counts that are negative, fractional, too large or inconsistent", async () => {
    expect(await fieldsRefused({ numberBorn: -1, numberAlive: 1.5, numberMales: 25 })).toEqual({
      numberBorn: "Number born cannot be negative",
      numberAlive: "Number alive must be a whole number",
      numberMales: "Number of males must be at most 24",
    });
    expect(await fieldsRefused({ numberBorn: 5, numberAlive: 6 })).toEqual({
      numberAlive: "Number alive cannot be more than the number born",
    });
    const together = "Males and females together cannot be more than the number born";
    expect(await fieldsRefused({ numberBorn: 5, numberMales: 3, numberFemales: 3 })).toEqual({
      numberMales: together,
      numberFemales: together,
    });
  });

  it("refuses a date before the mating or after today, and warns of a date that no pregnancy fits", async () => {
    expect(await fieldsRefused({ whelpingDate: "2024-12-31" })).toEqual({
      whelpingDate: "Whelping date cannot be before the mating date",
    });
    expect(await fieldsRefused({ whelpingDate: "2025-06-16" })).toEqual({
      whelpingDate: "Whelping date cannot be in the future",
    });
    expect(await fieldsRefused({ whelpingDate: "" })).toEqual({ whelpingDate: "Whelping date is required" });
    expect((await record({ whelpingDate: "2025-05-01" })).warnings).toEqual([
      "The whelping date 2025-05-01 is unusually far from the mating on 2025-01-01",
    ]);
  });

  it("[GAP-BRD-09] accepts the true date of a mating that was planned for a later date", async () => {
    await team.owner.as.mutation(api.breedings.breedings.update, { breedingId, breedingDate: "2025-11-03" });
    expect(await fieldsRefused({})).toEqual({
      whelpingDate: "Whelping date cannot be before the mating date",
    });
    expect(await record({ breedingDate: "2025-01-02" })).toMatchObject({ warnings: [] });
    expect(await breeding()).toMatchObject({
      ...{ status: "whelped", breedingDate: "2025-01-02", expectedDueDate: "2025-03-06" },
    });
  });

  it("refuses viewers, and breedings of another kennel", async () => {
    expect((await failureOf(record({}, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(record({}, team.stranger))).code).toBe("NOT_FOUND");
  });
});

describe("litters.update", () => {
  const update = async (litterId: string, fields: Partial<(typeof api.litters.litters.update)["_args"]>) =>
    await team.staff.as.mutation(api.litters.litters.update, { litterId, today: TODAY, ...fields });

  it("[LIT-04] [GAP-LIT-03] changes the given fields, and updates date and puppy counts of the breeding", async () => {
    const { _id } = await record({ numberBorn: 3, numberAlive: 3, whelping: { notes: "Calm" } });
    const saved = await update(_id, {
      whelpingDate: "2025-03-06",
      numberBorn: 4,
      whelping: { assistanceRequired: true },
    });
    expect(saved).toMatchObject({
      numberBorn: 4,
      numberAlive: 3,
      whelping: { assistanceRequired: true, notes: "Calm" },
    });
    expect(await breeding()).toMatchObject({ actualDueDate: "2025-03-06", numberBorn: 4, numberAlive: 3 });
  });

  it("[GAP-LIT-02] refuses puppy counts that contradict its own puppies", async () => {
    const { _id } = await record();
    await addPuppy(team, _id, { gender: "male" });
    await addPuppy(team, _id, { gender: "male" });
    expect(
      (await failureOf(update(_id, { numberBorn: 1, numberAlive: 1, numberMales: 1 }))).details.fields,
    ).toEqual({
      numberBorn: "2 puppies of this litter are already recorded",
      numberMales: "2 males of this litter are already recorded",
      numberAlive: "2 living puppies of this litter are already recorded",
    });
  });

  it("[GAP-API-11] refuses to save over a newer version and reports what changed", async () => {
    const first = await record();
    await update(first._id, { notes: "Mine" });
    const late = update(first._id, { notes: "Late", expectedUpdatedAt: first.updatedAt });
    expect((await failureOf(late)).code).toBe("STALE_UPDATE");
    const edits = await team.owner.as.query(api.litters.litters.editsSince, {
      litterId: first._id,
      since: first.updatedAt,
    });
    expect(edits).toMatchObject([{ fields: ["notes"] }]);
  });
});

describe("litters.remove", () => {
  const remove = async (litterId: string, isConfirmed?: boolean) =>
    await team.staff.as.mutation(api.litters.litters.remove, { litterId, isConfirmed });

  it("[GAP-LIT-06] asks first with the number of puppies, then deletes them and clears the breeding", async () => {
    const { _id } = await record();
    const puppy = await addPuppy(team, _id);
    await team.staff.as.mutation(api.litters.puppyWeights.add, {
      puppyId: puppy._id,
      grams: 300,
      weighedAt: Date.UTC(2025, 2, 6),
      entryKey: "entry-key-1",
    });
    const failure = await failureOf(remove(_id));
    expect(failure).toMatchObject({ code: "HAS_PUPPIES", details: { count: 1 } });
    await remove(_id, true);
    expect(await breeding()).toMatchObject({ numberBorn: null, numberAlive: null, actualDueDate: null });
    const left = await team.deployment.run(async (ctx) => ({
      puppies: await ctx.db.query("puppies").take(5),
      weights: await ctx.db.query("puppyWeights").take(5),
      counts: await ctx.db.query("puppyCounts").take(5),
    }));
    expect(left).toMatchObject({ puppies: [], weights: [], counts: [] });
    expect((await failureOf(remove(_id))).code).toBe("NOT_FOUND");
  });

  it("[GAP-LIT-06] refuses to delete a litter with sold puppies", async () => {
    const { _id } = await record();
    const puppy = await addPuppy(team, _id);
    const sale = { puppyId: puppy._id, buyerName: "Jane", today: TODAY };
    await team.staff.as.mutation(api.litters.puppies.sell, sale);
    expect((await failureOf(remove(_id, true))).code).toBe("HAS_SOLD_PUPPIES");
  });
});

describe("litters.list", () => {
  it("lists the youngest first in pages, and searches parents and notes", async () => {
    const first = await record({ whelpingDate: "2025-03-04", notes: "Runt thrives" });
    const second = await record({ whelpingDate: "2025-03-05" });
    await addPuppy(team, second._id);
    const list = async (args: object = {}) =>
      await team.viewer.as.query(api.litters.litters.list, { kennelId: team.kennelId, ...args });
    const page = await list({ limit: 1 });
    expect(page.pagination).toMatchObject({ totalItems: 2, hasNext: true });
    expect(page.data).toMatchObject([{ _id: second._id, puppies: [{ order: 1 }] }]);
    expect((await list({ page: 2, limit: 1 })).data).toMatchObject([{ _id: first._id }]);
    expect((await list({ search: "rex thrives" })).data).toMatchObject([{ _id: first._id }]);
    expect((await list({ search: "nobody" })).pagination.totalItems).toBe(0);
    const denied = team.stranger.as.query(api.litters.litters.list, { kennelId: team.kennelId });
    expect((await failureOf(denied)).code).toBe("NOT_FOUND");
  });
});

describe("the sheet of a litter", () => {
  const make = async (litterId: string, format: "pdf" | "csv") =>
    await team.viewer.as.action(api.litters.actions.litterSheet.make, { litterId, format, today: TODAY });

  it("[LIT-05] [GAP-LIT-04] contains parents, whelping notes and a line per puppy", async () => {
    const { _id } = await record({ whelping: { veterinarianPresent: true, notes: "Calm dam" } });
    await addPuppy(team, _id, { name: "Mocha", gender: "female", birthWeightGrams: 312, color: "Tan" });
    await addPuppy(team, _id, { isStillborn: true });
    const { fileName, content } = await make(_id, "pdf");
    expect(fileName).toBe("Litter Rex x Bella 2025-03-05.pdf");
    const { texts, pages, areFontsEmbedded } = await readPdf(content);
    const lines = linesOf(texts).join("\n");
    for (const part of ["Litter record", "Rex", "Bella", "March 5, 2025", "2 born, 1 alive"]) {
      expect(lines).toContain(part);
    }
    for (const part of ["Calm dam", "veterinarian was present", "Mocha", "312", "Stillborn"]) {
      expect(lines).toContain(part);
    }
    expect(pages).toHaveLength(1);
    expect(areFontsEmbedded).toBe(true);
  });

  it("[GAP-LIT-04] contains every registration of the parents", async () => {
    const { _id } = await record();
    const { data } = await team.owner.as.query(api.dogs.dogs.list, {
      kennelId: team.kennelId,
      search: "Rex",
    });
    const others = [{ registry: "FCI", number: "NHSB 3141592" }];
    await team.owner.as.mutation(api.dogs.dogs.update, {
      ...{ dogId: data[0]?._id ?? "", registrationNumber: "HR123456", today: TODAY },
      ...({ otherRegistrations: others } as object),
    });
    const lines = linesOf((await readPdf((await make(_id, "pdf")).content)).texts).join("\n");
    expect(lines).toContain("HR123456 · FCI: NHSB 3141592");
  });

  it("[GAP-LIT-04] keeps 24 puppies with long notes on its pages", async () => {
    const { _id } = await record();
    for (let count = 0; count < 24; count += 1) {
      await addPuppy(team, _id, { name: `Puppy of the long name ${count}`, notes: "Notes ".repeat(60) });
    }
    const { texts, pages } = await readPdf((await make(_id, "pdf")).content);
    expect(pages.length).toBeGreaterThan(1);
    for (const { x, y, width } of texts) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(792);
      expect(y).toBeGreaterThanOrEqual(0);
    }
  });

  it("[GAP-LIT-04] has csv as its second format", async () => {
    const { _id } = await record();
    await addPuppy(team, _id, { name: "=Mocha", gender: "female" });
    const text = new TextDecoder().decode((await make(_id, "csv")).content);
    expect(text).toContain("Sire,Rex\r\n");
    expect(text).toContain("1,'=Mocha,,Female");
    expect((await failureOf(make("nonsense", "csv"))).code).toBe("NOT_FOUND");
  });
});
