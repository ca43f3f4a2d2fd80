/** Tests booked and recorded vaccinations of a puppy that is deleted and restored. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { startTeam, TODAY, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { addBooking, recordDose } from "../support/vaccines";

let team: Team;
let puppyId: Id<"puppies">;
beforeEach(async () => {
  team = await startTeam();
  const { litterId } = await addLitter(team);
  puppyId = (await addPuppy(team, litterId, { name: "Mocha", gender: "female" }))._id;
});

const remove = async () => await team.owner.as.mutation(api.litters.puppies.remove, { puppyId });
const bringBack = async (): Promise<Id<"puppies">> =>
  (await team.owner.as.mutation(api.history.history.bringBackRecord, {
    kennelId: team.kennelId,
    recordId: puppyId,
  })) as Id<"puppies">;
const bookings = async (): Promise<Doc<"scheduledVaccinations">[]> =>
  await team.deployment.run(async (ctx) => await ctx.db.query("scheduledVaccinations").collect());
const doses = async (): Promise<Doc<"immunizations">[]> =>
  await team.deployment.run(async (ctx) => await ctx.db.query("immunizations").collect());

const booked = async () => {
  const ids = (await bookings()).map(({ _id }) => `scheduled-vaccination:${_id}`);
  const reminders = await team.deployment.run(async (ctx) => await ctx.db.query("reminders").collect());
  return reminders
    .filter(({ source }) => source?.startsWith("scheduled-vaccination:"))
    .map(({ state, source }) => [state, ids.indexOf(source ?? "")]);
};

describe("a restored puppy", () => {
  it("has the pending reminder of its booking again, without a deletion entry for the reminder", async () => {
    await addBooking(team, { puppyId });
    expect(await booked()).toEqual([["pending", 0]]);
    await remove();
    expect(await booked()).toEqual([]);
    const { page } = await team.owner.as.query(api.history.history.page, {
      ...{ kennelId: team.kennelId, table: null, userId: null, areDeletions: true, now: Date.now() },
      paginationOpts: { cursor: null, numItems: 10 },
    });
    expect(page).toMatchObject([{ table: "puppies", title: "Mocha", partCount: 2 }]);
    await bringBack();
    expect(await booked()).toEqual([["pending", 0]]);
    expect(await bookings()).toMatchObject([{ status: "scheduled" }]);
  });

  it("has its completed reminder linked to the restored booking", async () => {
    const { _id: scheduledVaccinationId } = await addBooking(team, { puppyId });
    await team.owner.as.mutation(api.vaccinations.vaccinationSchedule.complete, {
      ...{ scheduledVaccinationId, today: TODAY },
    });
    expect(await booked()).toEqual([["completed", 0]]);
    await remove();
    expect(await booked()).toEqual([["completed", -1]]);
    await bringBack();
    expect(await booked()).toEqual([["completed", 0]]);
  });

  it("leaves its doses and bookings to the dog that it became, and is named by them again", async () => {
    await recordDose(team.owner, { puppyId });
    await addBooking(team, { puppyId, vaccineName: "DAPP" });
    const { _id: dogId } = await team.owner.as.mutation(api.litters.puppies.addToDogs, {
      ...{ puppyId, today: TODAY },
    });
    expect([await doses(), await bookings()]).toMatchObject([[{ dogId, puppyId }], [{ dogId, puppyId }]]);
    await remove();
    for (const row of [...(await doses()), ...(await bookings())]) {
      expect(row).toMatchObject({ dogId });
      expect(row).not.toHaveProperty("puppyId");
    }
    const newId = await bringBack();
    expect([await doses(), await bookings()]).toMatchObject([
      [{ dogId, puppyId: newId }],
      [{ dogId, puppyId: newId }],
    ]);
  });
});
