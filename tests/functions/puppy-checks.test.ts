/** Tests health checks of puppies. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";

let team: Team;
let puppyId: Id<"puppies">;
beforeEach(async () => {
  team = await startTeam();
  const { litterId } = await addLitter(team);
  puppyId = (await addPuppy(team, litterId))._id;
});

const create = async (
  fields: Partial<(typeof api.litters.puppyHealthChecks.create)["_args"]> = {},
  who: Person = team.staff,
) =>
  await who.as.mutation(api.litters.puppyHealthChecks.create, {
    puppyId,
    checkDate: "2025-03-19",
    today: TODAY,
    ...fields,
  });
const list = async (who: Person = team.viewer) =>
  await who.as.query(api.litters.puppyHealthChecks.list, { puppyId });

describe("puppyHealthChecks", () => {
  it("[GAP-PUP-01] records, changes and deletes a check, and lists the newest first", async () => {
    const first = await create({ weightGrams: 980, temperatureFahrenheit: 100.4, veterinarian: "Dr. Vance" });
    const second = await create({ checkDate: "2025-04-02" });
    expect((await list()).map(({ _id }) => _id)).toEqual([second._id, first._id]);
    const saved = await team.staff.as.mutation(api.litters.puppyHealthChecks.update, {
      checkId: first._id,
      weightGrams: 990,
      veterinarian: null,
      today: TODAY,
    });
    expect(saved).toMatchObject({ weightGrams: 990, veterinarian: null, temperatureFahrenheit: 100.4 });
    await team.staff.as.mutation(api.litters.puppyHealthChecks.remove, { checkId: first._id });
    expect(await list()).toHaveLength(1);
  });

  it("refuses a date before the birth or after today, and impossible measurements", async () => {
    const fieldsOf = async (fields: object) => (await failureOf(create(fields))).details.fields;
    expect(await fieldsOf({ checkDate: "2025-03-04" })).toEqual({
      checkDate: "Check date cannot be before the birth",
    });
    expect(await fieldsOf({ checkDate: "2025-06-16" })).toEqual({
      checkDate: "Check date cannot be in the future",
    });
    expect(await fieldsOf({ weightGrams: -1, temperatureFahrenheit: 20 })).toEqual({
      weightGrams: "Weight must be positive",
      temperatureFahrenheit: "Temperature must be at least 80 °F",
    });
  });

  it("allows viewers to read, and hides checks from strangers", async () => {
    const { _id: checkId } = await create();
    const calls = (who: Person) => [
      create({}, who),
      who.as.mutation(api.litters.puppyHealthChecks.update, { checkId, today: TODAY }),
      who.as.mutation(api.litters.puppyHealthChecks.remove, { checkId }),
    ];
    for (const call of calls(team.viewer)) expect((await failureOf(call)).code).toBe("FORBIDDEN");
    for (const call of calls(team.stranger)) expect((await failureOf(call)).code).toBe("NOT_FOUND");
    expect((await failureOf(list(team.stranger))).code).toBe("NOT_FOUND");
  });
});
