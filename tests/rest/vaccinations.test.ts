/** Tests the REST calls of the vaccination schedule and of veterinarians. */
import { beforeEach, describe, expect, it } from "vitest";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordDose } from "../support/vaccines";

let team: Team;
let dogId: string;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella", dateOfBirth: "2025-04-20" }))._id;
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, { json });
const schedule = async (fields: object = {}) =>
  await call("POST", `/health/schedule-vaccination?today=${TODAY}`, {
    dogId,
    vaccineName: "Rabies",
    scheduledDate: "2025-07-01",
    ...fields,
  });

describe("the vaccination schedule over REST", () => {
  it("[GAP-VAX-05] creates bookings with 201, and lists them", async () => {
    const { status, body } = await schedule({ veterinarianName: "Dr. Lee" });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      dogId,
      dog: { name: "Bella" },
      scheduledDate: "2025-07-01",
      status: "scheduled",
      completedOn: null,
    });
    const list = await call("GET", `/health/scheduled-vaccinations?kennelId=${team.kennelId}&dogId=${dogId}`);
    expect(list.body.data).toMatchObject({ data: [{ id: body.data.id }], pagination: { totalItems: 1 } });
    expect((await call("GET", "/health/scheduled-vaccinations?status=lost")).status).toBe(400);
  });

  it("[VAX-16] [GAP-API-07] returns 400 with the documented message, and 404 for another kennel's dog", async () => {
    const text = "Please fill in all required fields.";
    expect((await schedule({ scheduledDate: "" })).body.errors).toEqual({ scheduledDate: text });
    expect(
      await call("POST", "/health/schedule-vaccination", { vaccineName: "R", scheduledDate: "2025-07-01" }),
    ).toMatchObject({
      status: 400,
      body: { errors: { dogId: text } },
    });
    expect((await schedule({ dogId: "none" })).status).toBe(404);
  });

  it("[GAP-VAX-06] completes a booking with the dose once, then returns 409", async () => {
    const { body } = await schedule();
    const path = `/health/scheduled-vaccinations/${body.data.id}/complete?today=${TODAY}`;
    expect((await call("POST", path, { dateAdministered: "2025-06-16" })).body.errors).toEqual({
      dateAdministered: "Date administered cannot be in the future",
    });
    expect(await call("POST", path, {})).toMatchObject({
      status: 201,
      body: {
        data: {
          scheduledVaccination: { status: "completed", completedOn: TODAY },
          immunization: { vaccineName: "Rabies", nextDueDate: "2025-08-10" },
        },
      },
    });
    expect(await call("POST", path, {})).toMatchObject({
      status: 409,
      body: { message: "This vaccination has already been completed or canceled." },
    });
  });

  it("[GAP-HLT-11] lists the upcoming tasks of a dog: doses, the puppy schedule and bookings", async () => {
    await recordDose(team.owner, { dogId, vaccineName: "Lyme Disease", nextDueDate: "2025-06-29" });
    await schedule();
    const { body } = await call("GET", `/dogs/${dogId}/health/immunization-schedule?today=${TODAY}`);
    expect(body.data.slice(0, 4)).toEqual([
      { vaccineName: "DHPP", dueDate: "2025-06-01", state: "overdue", reason: "puppy_schedule" },
      { vaccineName: "DHPP", dueDate: "2025-06-22", state: "due_soon", reason: "puppy_schedule" },
      { vaccineName: "Lyme Disease", dueDate: "2025-06-29", state: "due_soon", reason: "dose" },
      { vaccineName: "Rabies", dueDate: "2025-07-01", state: "due_soon", reason: "booking" },
    ]);
    expect((await call("GET", "/dogs/none/health/immunization-schedule")).status).toBe(404);
  });

  it("[GAP-HLT-11] lists the kennel's overdue doses and those due in 30 days", async () => {
    const given = { dogId, dateAdministered: "2025-05-01" };
    await recordDose(team.owner, { ...given, nextDueDate: "2025-06-01" });
    await recordDose(team.owner, { ...given, vaccineName: "DHPP", nextDueDate: "2025-07-15" });
    await recordDose(team.owner, { ...given, vaccineName: "Lyme", nextDueDate: "2025-07-16" });
    const { body } = await call("GET", `/health/vaccine-reminders?kennelId=${team.kennelId}&today=${TODAY}`);
    expect(body.data.data).toMatchObject([
      { dog: { name: "Bella" }, vaccineName: "Rabies", dueDate: "2025-06-01", state: "overdue" },
      { dog: { name: "Bella" }, vaccineName: "DHPP", dueDate: "2025-07-15", state: "due_soon" },
    ]);
    expect(body.data.pagination.totalItems).toBe(2);
  });
});

describe("veterinary records over REST", () => {
  const add = async (fields: object = {}) =>
    await call("POST", "/health/veterinary-records", {
      dogId,
      veterinarianName: "Dr. Lee",
      veterinaryClinic: "Hill Vets",
      clinicPhone: "5551234567",
      ...fields,
    });

  it("[VET-03] [GAP-VET-02] are created with 201, listed by dog and kennel, changed and deleted", async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      clinicPhone: "(555) 123-4567",
      isPrimary: true,
      dog: { name: "Bella" },
    });
    const path = `/health/veterinary-records/${body.data.id}`;
    expect((await call("GET", path)).body.data).toEqual(body.data);
    expect((await call("GET", "/health/veterinary-records?search=hill")).body.data.data).toHaveLength(1);
    expect((await call("GET", `/dogs/${dogId}/health/veterinarians`)).body.data).toHaveLength(1);
    expect((await call("GET", "/dogs/none/health/veterinarians")).status).toBe(404);
    const changed = await call("PUT", path, { notes: "calm", updatedAt: body.data.updatedAt });
    expect(changed).toMatchObject({ status: 200, body: { data: { notes: "calm" } } });
    expect((await call("PUT", path, { notes: "late", updatedAt: body.data.updatedAt })).status).toBe(409);
    expect(await call("DELETE", path)).toMatchObject({ status: 200, body: { success: true } });
    expect((await call("GET", path)).status).toBe(404);
  });

  it("[VET-01] are refused with 400 and the documented messages", async () => {
    expect((await add({ dogId: "" })).body.errors).toEqual({ dogId: "Please select a dog." });
    expect((await add({ veterinarianName: " " })).body.errors).toEqual({
      veterinarianName: "Please enter the veterinarian name.",
    });
    expect((await add({ veterinaryClinic: "" })).body.errors).toEqual({
      veterinaryClinic: "Please enter the veterinary clinic name.",
    });
  });

  it("[VET-07] include the primary veterinarian of a dog, which can be set", async () => {
    const first = (await add()).body.data.id;
    const second = (await add({ veterinarianName: "Dr. Kim" })).body.data.id;
    const { status, body } = await call("PATCH", `/dogs/${dogId}/health/veterinarians/${second}/primary`);
    expect([status, body.data.isPrimary]).toEqual([200, true]);
    expect((await call("GET", `/health/veterinary-records/${first}`)).body.data.isPrimary).toBe(false);
    const other = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const wrong = await call("PATCH", `/dogs/${other._id}/health/veterinarians/${second}/primary`);
    expect(wrong.status).toBe(404);
  });
});
