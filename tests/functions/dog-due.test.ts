/** Tests the due tasks of dogs. */
import { beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const rowsOf = async (dogIds: string[]) =>
  await team.viewer.as.query(api.dogs.due.ofDogs, { kennelId: team.kennelId, dogIds, today: TODAY });

it("the list of due items names parents by call name, and the earliest dose and reminder", async () => {
  const { owner, kennelId } = team;
  const sire = await addDog(owner, kennelId, { name: "Timberline's Falk", callName: "Falk", gender: "male" });
  const dam = await addDog(owner, kennelId, { name: "Opal", gender: "female" });
  const { _id: dogId } = await addDog(owner, kennelId, { name: "Pup", sireId: sire._id, damId: dam._id });
  await owner.as.mutation(api.reminders.reminders.create, {
    ...{
      kennelId,
      title: "Trim nails",
      dueDate: "2025-07-01",
      dogId,
      reminderType: "grooming",
    },
  });
  expect(await rowsOf([dogId])).toMatchObject([
    { dogId, sire: "Falk", dam: "Opal", next: { kind: "reminder", on: "2025-07-01", title: "Trim nails" } },
  ]);
  await owner.as.mutation(api.vaccinations.immunizations.create, {
    ...{
      dogId,
      today: TODAY,
      vaccineName: "Rabies",
      vaccineType: "Core",
      dateAdministered: "2025-06-01",
      nextDueDate: "2025-06-20",
    },
  });
  const due = await team.viewer.as.query(api.dogs.due.ofDog, { dogId, today: TODAY });
  expect(due?.map(({ kind, on, title }) => [kind, on, title])).toEqual([
    ["dose", "2025-06-20", "Rabies"],
    ["reminder", "2025-07-01", "Trim nails"],
  ]);
});

it("the list of due items lists nothing for a dog that was sold", async () => {
  const { owner, kennelId } = team;
  const { _id: dogId } = await addDog(owner, kennelId, {
    name: "Gone",
    status: "sold",
    statusChangedOn: TODAY,
  });
  await owner.as.mutation(api.reminders.reminders.create, {
    ...{ kennelId, title: "Call the owner", dueDate: TODAY, dogId, reminderType: "other" },
  });
  expect(await rowsOf([dogId])).toMatchObject([{ sire: null, dam: null, next: null }]);
});

it("the list of due items lists only dogs in the kennel, and at most as many as a screen shows", async () => {
  const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Own" });
  expect(await rowsOf([dogId, "no dog"])).toHaveLength(1);
  expect((await failureOf(rowsOf(Array.from({ length: 51 }, () => dogId)))).code).toBe("VALIDATION_FAILED");
  const coefficients = await team.viewer.as.query(api.pedigree.coefficients.ofDogs, {
    kennelId: team.kennelId,
    dogIds: [dogId, "no dog"],
  });
  expect(coefficients).toEqual([{ dogId, coefficient: 0 }]);
});

it("the list of due items shows an open pregnancy until the litter is recorded, to readers who may see breedings", async () => {
  const { owner, kennelId } = team;
  const sire = await addDog(owner, kennelId, { name: "Falk", gender: "male" });
  const dam = await addDog(owner, kennelId, { name: "Opal", gender: "female" });
  const { _id: breedingId } = await owner.as.mutation(api.breedings.breedings.create, {
    ...{ kennelId, sireId: sire._id, damId: dam._id, breedingDate: "2025-05-20" },
  });
  const pregnancies = async () => (await rowsOf([dam._id, sire._id])).map(({ pregnancy }) => pregnancy);
  expect(await pregnancies()).toEqual([null, null]);
  for (const status of ["bred", "confirmed"] as const) {
    await owner.as.mutation(api.breedings.breedings.setStatus, { breedingId, status, today: TODAY });
    expect(await pregnancies()).toEqual([
      { bredOn: "2025-05-20", dueOn: "2025-07-22", isConfirmed: status === "confirmed" },
      null,
    ]);
  }
  await owner.as.mutation(api.breedings.breedings.setStatus, { breedingId, status: "failed", today: TODAY });
  expect(await pregnancies()).toEqual([null, null]);
});
