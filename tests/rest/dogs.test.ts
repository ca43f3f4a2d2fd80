/** Tests the REST calls of dogs. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import {
  addDog,
  callerOf,
  firstKennelOf,
  startDeployment,
  startTeam,
  TODAY,
  type Team,
} from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, { json });

describe("GET /dogs", () => {
  it("[API-01] [API-04] [GAP-API-03] [GAP-API-05] returns a page as data.data with its pagination", async () => {
    for (let index = 0; index < 25; index++)
      await addDog(team.owner, team.kennelId, { name: `Dog ${index}` });
    const { status, body } = await call("GET", "/dogs?page=2&limit=12");
    expect(status).toBe(200);
    expect(body.data.data).toHaveLength(12);
    expect(body.data.pagination).toEqual({
      totalPages: 3,
      totalItems: 25,
      page: 2,
      limit: 12,
      hasNext: true,
      hasPrev: true,
    });
  });

  it("[KEN-01] uses the first kennel without a kennelId, and the named one with it", async () => {
    const second = await team.owner.as.mutation(api.kennels.kennels.create, { name: "Second" });
    await addDog(team.owner, team.kennelId, { name: "First's" });
    await addDog(team.owner, second._id, { name: "Second's" });
    const namesAt = async (path: string) =>
      (await call("GET", path)).body.data.data.map((dog: { name: string }) => dog.name);
    expect(await namesAt("/dogs")).toEqual(["First's"]);
    expect(await namesAt(`/dogs?kennelId=${second._id}`)).toEqual(["Second's"]);
  });

  it("[DOG-06] [DOG-08] filters on the server by the strings of the screen's filters", async () => {
    await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male", dateOfBirth: "2024-01-01" });
    await addDog(team.owner, team.kennelId, { name: "Bella", isBreedingDog: true });
    const query =
      "search=&breed=&gender=male&status=&isBreedingDog=&hasPhotos=false&ageRange=young&today=2025-06-15";
    const { body } = await call("GET", `/dogs?${query}`);
    expect(body.data.data).toMatchObject([{ name: "Rex", photos: [], _count: { offspring: 0 } }]);
  });

  it("leaves out dogs that died or were sold on request", async () => {
    await addDog(team.owner, team.kennelId, { name: "Rex", status: "deceased" });
    await addDog(team.owner, team.kennelId, { name: "Bella" });
    const namesOf = async (isInKennel: string) =>
      (await call("GET", `/dogs?isInKennel=${isInKennel}`)).body.data.data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await namesOf("true")).toEqual(["Bella"]);
    expect(await namesOf("false")).toEqual(["Rex"]);
    expect(await namesOf("")).toEqual(["Bella", "Rex"]);
  });

  it("[DOG-38] [GAP-DOG-07] returns 200 dogs of a kennel at once, each with only the kennel's id", async () => {
    await addDog(team.owner, team.kennelId, { name: "Bella" });
    const { body } = await call("GET", `/dogs?kennelId=${team.kennelId}&limit=200`);
    expect(body.data.pagination).toMatchObject({ limit: 200, totalItems: 1 });
    const [dog] = body.data.data;
    expect(Object.keys(dog).filter((field) => /kennel/iu.test(field))).toEqual(["kennelId"]);
    expect(dog.kennelId).toBe(team.kennelId);
  });

  it("[GAP-API-08] cuts a limit to 1000 and refuses one that is not a number", async () => {
    expect((await call("GET", "/dogs?limit=100000")).body.data.pagination.limit).toBe(1000);
    expect((await call("GET", "/dogs")).body.data.pagination.limit).toBe(20);
    expect(await call("GET", "/dogs?limit=many&page=0")).toMatchObject({
      status: 400,
      body: {
        errors: {
          limit: "Limit must be a whole number from 1",
          page: "Page must be a whole number from 1",
        },
      },
    });
  });

  it("records a caller who has never called before", async () => {
    const newcomer = callerOf(startDeployment(), "new@example.com");
    expect((await callRest(newcomer, "GET", "/kennels")).body.data).toEqual([]);
    expect((await callRest(newcomer, "POST", "/kennels", { json: { name: "Oakhollow" } })).status).toBe(201);
    expect((await callRest(newcomer, "GET", "/dogs")).body.data.pagination.totalItems).toBe(0);
  });
});

describe("POST /dogs", () => {
  it("[GAP-API-02] [GAP-API-04] returns 201 with the stored dog in one envelope, and the list contains it", async () => {
    const { status, body } = await call("POST", "/dogs", { name: "Aria", breed: "Beagle", gender: "female" });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: "Aria", status: "active", callName: null, warnings: [] });
    expect(body.data).not.toHaveProperty("_id");
    expect((await call("GET", `/dogs/${body.data.id}`)).body.data.name).toBe("Aria");
    expect(
      await team.owner.as.query(api.dashboard.dashboard.stats, { kennelId: team.kennelId, today: TODAY }),
    ).toMatchObject({
      dogs: { total: 1 },
    });
  });

  it("[GAP-API-07] [DOGF-01] [DOGF-02] [DOG-21] returns 400 with the form's messages by field", async () => {
    const wrong = { name: "", gender: "male", status: "lost", weight: "heavy" };
    const { status, body } = await call("POST", "/dogs", wrong);
    for (const name of ["\0", "\u200b", "\u202e "])
      expect(await call("POST", "/dogs", { ...wrong, name })).toMatchObject({ status, body });
    expect(status).toBe(400);
    expect(body).toEqual({
      message: "Some fields are not valid.",
      errors: {
        name: "Name is required",
        breed: "Dog breed is required",
        status: "Status must be active, retired, deceased or sold",
        weight: "Weight must be a number",
      },
    });
  });

  it("[GAP-API-07] reports the rules between dogs in the same format", async () => {
    await call("POST", "/dogs", { name: "Rex", breed: "Beagle", gender: "male", registrationNumber: "A1" });
    const twin = { name: "Twin", breed: "Beagle", gender: "male", registrationNumber: "a-1" };
    expect(await call("POST", "/dogs", twin)).toMatchObject({
      status: 400,
      body: { errors: { registrationNumber: "Rex already has this registration number" } },
    });
  });

  it("[GAP-API-09] refuses a birth date after the caller's today", async () => {
    const dog = { name: "Pup", breed: "Beagle", gender: "male", dateOfBirth: "2025-06-16" };
    expect((await call("POST", "/dogs?today=2025-06-15", dog)).body.errors).toEqual({
      dateOfBirth: "Date of birth cannot be in the future",
    });
    expect((await call("POST", "/dogs?today=2025-06-16", dog)).status).toBe(201);
  });
});

describe("PUT /dogs/{id}", () => {
  it("changes the sent fields and keeps the rest", async () => {
    const dog = await addDog(team.owner, team.kennelId, { callName: "Bell", color: "tan" });
    const { body } = await call("PUT", `/dogs/${dog._id}`, { name: "Bella II", color: null });
    expect(body.data).toMatchObject({ name: "Bella II", callName: "Bell", color: null });
  });

  it("accepts a whole dog as it was returned", async () => {
    const dog = await addDog(team.owner, team.kennelId, { callName: "Bell", weight: 24.5 });
    const { body } = await call("GET", `/dogs/${dog._id}`);
    const saved = await call("PUT", `/dogs/${dog._id}`, body.data);
    expect(saved.body.data).toMatchObject({ callName: "Bell", weight: 24.5 });
  });

  it("[GAP-API-11] returns 409 to an update with an old updatedAt", async () => {
    const dog = await addDog(team.owner, team.kennelId);
    const { updatedAt } = (await call("GET", `/dogs/${dog._id}`)).body.data;
    expect((await call("PUT", `/dogs/${dog._id}`, { name: "First", updatedAt })).status).toBe(200);
    expect((await call("PUT", `/dogs/${dog._id}`, { name: "Second", updatedAt })).status).toBe(409);
    expect((await call("PUT", `/dogs/${dog._id}`, { name: "Second" })).body.data.name).toBe("Second");
  });
});

describe("DELETE /dogs/{id}", () => {
  it("[API-02] returns the dog without an envelope, and the dog is deleted", async () => {
    const dog = await addDog(team.owner, team.kennelId);
    expect(await call("DELETE", `/dogs/${dog._id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect((await call("GET", `/dogs/${dog._id}`)).status).toBe(404);
    expect((await call("DELETE", `/dogs/${dog._id}`)).status).toBe(404);
  });

  it("[GAP-DOG-15] returns 409 for a parent unless confirmed", async () => {
    const dam = await addDog(team.owner, team.kennelId, { name: "Dam" });
    const pup = await addDog(team.owner, team.kennelId, { name: "Pup", damId: dam._id });
    expect((await call("DELETE", `/dogs/${dam._id}`)).status).toBe(409);
    expect((await call("DELETE", `/dogs/${dam._id}?confirmed=true`)).status).toBe(200);
    expect((await call("GET", `/dogs/${pup._id}`)).body.data).toMatchObject({ dam: null, damName: "Dam" });
  });
});

describe("isolation of kennels", () => {
  it("[GAP-API-01] reads and writes only the caller's kennels", async () => {
    const elsewhere = await firstKennelOf(team.stranger);
    const outsider = await addDog(team.stranger, elsewhere, { name: "Elsewhere" });
    expect((await call("GET", `/dogs/${outsider._id}`)).status).toBe(404);
    expect((await call("GET", `/dogs?kennelId=${elsewhere}`)).status).toBe(404);
    expect((await call("PUT", `/dogs/${outsider._id}`, { name: "Taken" })).status).toBe(404);
  });
});
