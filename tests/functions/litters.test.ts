/** Recording litters: what may be typed, and that the breeding and the numbers of the kennel follow. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";

let team: Team;
let breedingId: Id<"breedings">;
beforeEach(async () => {
  team = await startTeam();
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const breeding = await team.owner.as.mutation(api.breedings.create, {
    kennelId: team.kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate: "2025-01-01",
  });
  breedingId = breeding._id;
});

type Fields = Partial<(typeof api.litters.create)["_args"]>;
const record = async (fields: Fields = {}, who: Person = team.staff) =>
  await who.as.mutation(api.litters.create, {
    breedingId,
    whelpingDate: "2025-03-05",
    today: TODAY,
    ...fields,
  });
const breeding = async () => await team.viewer.as.query(api.breedings.get, { breedingId });
const fieldsRefused = async (fields: Fields) => (await failureOf(record(fields))).details.fields;

describe("litters.create", () => {
  it("[GAP-LIT-03] brings the breeding to whelped, with its day and numbers, and tells of the birth", async () => {
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
    const { counts } = await team.viewer.as.query(api.breedings.list, { kennelId: team.kennelId });
    expect(counts).toMatchObject({ planned: 0, whelped: 1 });
    const [newest, before] = await team.owner.as.query(api.activities.recent, {
      kennelId: team.kennelId,
      limit: 2,
    });
    expect(newest).toMatchObject({ type: "litter_born", description: "Rex × Bella: 7 puppies" });
    expect(before).toMatchObject({ title: "Breeding planned" });
  });

  it("leaves a completed breeding completed and adds the numbers of two litters up", async () => {
    await record({ numberBorn: 3, numberAlive: 3, whelpingDate: "2025-03-06" });
    await team.owner.as.mutation(api.breedings.setStatus, { breedingId, status: "completed", today: TODAY });
    await record({ numberBorn: 2, numberAlive: 1 });
    expect(await breeding()).toMatchObject({
      status: "completed",
      numberBorn: 5,
      numberAlive: 4,
      actualDueDate: "2025-03-05",
    });
  });

  it("[LIT-04] keeps how the whelping went", async () => {
    const whelping = { complications: "Long pause", assistanceRequired: true, notes: "  Calm dam " };
    expect((await record({ whelping })).whelping).toEqual({
      complications: "Long pause",
      assistanceRequired: true,
      veterinarianPresent: false,
      notes: "Calm dam",
    });
  });

  it("[GAP-LIT-02] refuses numbers that are negative, broken, too large or do not fit together", async () => {
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

  it("refuses a day before the mating or after today, and warns of one no pregnancy fits", async () => {
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

  it("is not for viewers, and knows no other kennel's breeding", async () => {
    expect((await failureOf(record({}, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(record({}, team.stranger))).code).toBe("NOT_FOUND");
  });
});
