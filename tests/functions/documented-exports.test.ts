/**
 * Tests the files whose columns the documents name. Their headers are written out by hand here, so that a new field
 * cannot move, rename or join a column.
 */
import { beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { EXPORT_COLUMNS, toExportRow } from "../../domain/dogs/export";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const fileAt = async (path: string): Promise<string[]> => {
  const response = await team.owner.as.fetch(`/api${path}`);
  expect(response.status).toBe(200);
  return (await response.text()).replace("\uFEFF", "").split("\r\n");
};

it("[DOG-32] [DOG-33] dogs.csv has exactly the documented columns, whatever a dog's record contains", async () => {
  const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Bella", callName: "Bee" });
  const dog = await team.owner.as.mutation(api.dogs.dogs.update, {
    ...{ dogId, today: TODAY, registrationNumber: "HP61234501", dateOfBirth: "2020-03-05" },
    ...{ otherRegistrations: [{ registry: "FCI", number: "NHSB 3141592" }], breederName: "Olga Stern" },
  });
  expect(EXPORT_COLUMNS.join()).toBe(
    "Name,Call Name,Breed,Gender,Date of Birth,Registration Number,Status,Breeding Dog",
  );
  const row = ["Bella", "Bee", dog.breed, "female", "2020-03-05", "HP61234501", "active", "No"];
  expect(toExportRow(dog)).toEqual(row);
});

it("[GAP-BRD-15] breedings.csv keeps its columns", async () => {
  await addLitter(team);
  const [head] = await fileAt(`/breeding/export?kennelId=${team.kennelId}`);
  expect(head).toBe(
    "Sire,Dam,Status,Breeding Type,Bred Date,Due Date,Whelped,Born,Alive,Stud Fee (USD),Contract Details,Notes",
  );
});

it("[GAP-LIT-04] a litter's file keeps parents, puppy counts, whelping notes and one line per puppy", async () => {
  const { litterId } = await addLitter(team);
  await addPuppy(team, litterId);
  await addPuppy(team, litterId);
  const lines = await fileAt(`/litters/${litterId}/export?format=csv`);
  const heads = ["Sire", "Dam", "Whelping Date", "Born", "Alive", "Males", "Females", "Whelping", "Notes"];
  expect(lines.slice(0, 9).map((line) => line.split(",")[0])).toEqual(heads);
  expect(lines[10]).toBe(
    "No.,Name,Collar,Sex,Color and markings,Born,Presentation,Assistance,Birth weight (g),Last weight (g)," +
      "Microchip,Status,Notes",
  );
  expect(lines.slice(11).filter(Boolean)).toHaveLength(2);
});

it("[GAP-HLT-12] health-records.csv has exactly the documented columns", async () => {
  const [head] = await fileAt(`/health/records/export?kennelId=${team.kennelId}&format=csv&today=${TODAY}`);
  expect(head).toBe("Date,Dog,Type,Title,Veterinarian,Clinic,Diagnosis,Treatment,Follow-up,Cost (USD)");
});

it("[GAP-REM-17] reminders.csv begins with the documented columns, followed by time and assignee", async () => {
  const [head] = await fileAt(`/reminders/export?kennelId=${team.kennelId}&today=${TODAY}`);
  expect(head).toBe("Title,Type,Priority,Due,Dog,State,Time,Assigned to");
});
