/** Tests the REST calls of litters, puppies and health checks. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { addLitter, addPuppy, type AddedLitter } from "../support/litters";

let team: Team;
let added: AddedLitter;
beforeEach(async () => {
  team = await startTeam();
  added = await addLitter(team);
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, { json });

describe("litters over REST", () => {
  it("[LIT-01] [LIT-02] [LIT-03] [GAP-LIT-05] return both names, breeding, puppies and their count", async () => {
    await addPuppy(team, added.litterId, { birthWeightGrams: 312, priceCents: 150_050 });
    const { status, body } = await call("GET", `/litters/${added.litterId}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: added.litterId,
      breedingId: added.breedingId,
      whelpingDate: "2025-03-05",
      birthDate: "2025-03-05",
      numberBorn: 1,
      litterSize: 1,
      breeding: { id: added.breedingId, sire: { name: "Rex" }, status: "whelped" },
      puppies: [{ birthWeight: 312, price: 1500.5, status: "available" }],
      _count: { puppies: 1 },
    });
    expect(body.data).not.toHaveProperty("_id");
    expect(body.data.puppies[0]).not.toHaveProperty("priceCents");
    expect((await call("GET", `/litters/${added.litterId}/puppies`)).body.data).toMatchObject([{ order: 1 }]);
  });

  it("[GAP-API-03] [GAP-API-05] are listed under data.data", async () => {
    const { body } = await call("GET", `/litters?kennelId=${team.kennelId}&limit=1`);
    expect(body.data.data).toMatchObject([{ id: added.litterId }]);
    expect(body.data.pagination).toMatchObject({ totalItems: 1, page: 1, limit: 1, hasNext: false });
    expect((await call("GET", "/litters?search=nobody")).body.data.data).toEqual([]);
    expect((await call("GET", "/litters?page=0")).status).toBe(400);
  });

  it("[GAP-LIT-05] are listed for a breeding with breeding, puppies and their number", async () => {
    const { _id: puppyId } = await addPuppy(team, added.litterId);
    const { body } = await call("GET", `/breeding/${added.breedingId}/litters`);
    expect(body.data).toMatchObject([
      {
        id: added.litterId,
        breeding: { id: added.breedingId },
        puppies: [{ id: puppyId }],
        _count: { puppies: 1 },
      },
    ]);
  });

  it("[LIT-04] [GAP-LIT-05] accept the displayed names too, and return the whelping", async () => {
    const { status, body } = await call("POST", "/litters", {
      breedingId: added.breedingId,
      birthDate: "2025-03-06",
      litterSize: 4,
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ whelpingDate: "2025-03-06", numberBorn: 4, warnings: [] });
    const changed = await call("PUT", `/litters/${body.data.id}`, {
      whelping: { assistanceRequired: true },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { whelping: { assistanceRequired: true } } },
    });
    expect((await call("GET", `/litters/${body.data.id}`)).body.data.whelping.assistanceRequired).toBe(true);
  });

  it("[GAP-LIT-02] [GAP-API-07] return 400 with a message at each field", async () => {
    const post = async (json: object) =>
      await call("POST", "/litters", { breedingId: added.breedingId, ...json });
    expect(await post({})).toMatchObject({
      status: 400,
      body: { errors: { whelpingDate: "Whelping date is required" } },
    });
    expect(await post({ whelpingDate: "2025-03-06", numberBorn: 2, numberAlive: 3 })).toMatchObject({
      status: 400,
      body: { errors: { numberAlive: "Number alive cannot be more than the number born" } },
    });
    expect((await post({ whelpingDate: "soon" })).status).toBe(400);
    expect((await call("POST", "/litters", { whelpingDate: "2025-03-06" })).body.errors).toEqual({
      breedingId: "Breeding is required",
    });
    const foreign = await call("POST", "/litters", { breedingId: "none", whelpingDate: "2025-03-06" });
    expect(foreign.status).toBe(404);
  });

  it("[GAP-API-11] return 409 for an old version", async () => {
    const { body } = await call("GET", `/litters/${added.litterId}`);
    await call("PUT", `/litters/${added.litterId}`, { notes: "newer" });
    const late = { notes: "older", updatedAt: body.data.updatedAt };
    expect((await call("PUT", `/litters/${added.litterId}`, late)).status).toBe(409);
  });

  it("[GAP-LIT-06] are deleted with puppies only when confirmed, and never with sold ones", async () => {
    const puppy = await addPuppy(team, added.litterId);
    const path = `/litters/${added.litterId}`;
    expect(await call("DELETE", path)).toMatchObject({
      status: 409,
      body: { message: "This litter has puppies." },
    });
    await call("POST", `/puppies/${puppy._id}/sell?today=${TODAY}`, { buyerName: "Jane" });
    expect((await call("DELETE", `${path}?confirmed=true`)).body.message).toBe(
      "A puppy that was sold cannot be deleted.",
    );
    await call("PATCH", `/puppies/${puppy._id}/status?today=${TODAY}`, { status: "available" });
    expect(await call("DELETE", `${path}?confirmed=maybe`)).toMatchObject({ status: 400 });
    expect(await call("DELETE", `${path}?confirmed=true`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await call("GET", path)).status).toBe(404);
  });

  it("[LIT-05] [GAP-LIT-04] are exported as PDF or CSV, and refuse other formats", async () => {
    const path = `/litters/${added.litterId}/export`;
    const pdf = await call("GET", path);
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
    expect(pdf.headers.get("Content-Disposition")).toContain("Litter Rex x Bella 2025-03-05.pdf");
    expect(String(pdf.body).startsWith("%PDF-")).toBe(true);
    const csv = await call("GET", `${path}?format=csv`);
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(csv.body).toContain("Dam,Bella");
    expect((await call("GET", `${path}?format=xlsx`)).body.errors).toEqual({
      format: "format must be pdf or csv",
    });
  });
});

describe("puppies over REST", () => {
  it("[GAP-PUP-01] are recorded and changed in grams, dollars and ISO times", async () => {
    const { status, body } = await call("POST", "/puppies", {
      litterId: added.litterId,
      gender: "male",
      birthWeight: 312,
      bornAt: "2025-03-05T03:20:00Z",
      price: 1500.5,
      collarColor: "Red",
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      litterId: added.litterId,
      birthWeight: 312,
      bornAt: "2025-03-05T03:20:00.000Z",
      price: 1500.5,
      collarColor: "Red",
      buyer: null,
    });
    const path = `/puppies/${body.data.id}`;
    const changed = await call("PUT", path, { name: "Mocha", price: null });
    expect(changed).toMatchObject({ status: 200, body: { data: { name: "Mocha", price: null } } });
    const late = await call("PUT", path, { name: "Late", updatedAt: body.data.updatedAt });
    expect(late.status).toBe(409);
    expect((await call("GET", path)).body.data.name).toBe("Mocha");
  });

  it("[GAP-API-07] return 400 with a message at each field", async () => {
    const wrong = { litterId: added.litterId, birthWeight: -1, price: 1.005, bornAt: "at night" };
    const { status, body } = await call("POST", "/puppies", wrong);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject({
      birthWeight: "Birth weight must be positive",
      price: "Price must be in dollars and cents",
      bornAt: "bornAt must be a time such as 2025-03-05T03:20:00Z",
    });
    expect((await call("POST", "/puppies", {})).body.errors).toEqual({ litterId: "Litter is required" });
    expect((await call("POST", "/puppies", { litterId: "none" })).status).toBe(404);
  });

  it("[PUP-01] [GAP-PUP-02] [GAP-PUP-03] are reserved, sold and undone, and return 409 for a wrong step", async () => {
    const { _id } = await addPuppy(team, added.litterId);
    const path = `/puppies/${_id}`;
    const reserved = await call("POST", `${path}/reserve?today=${TODAY}`, {
      buyerName: "Jane Miller",
      buyerEmail: "jane@example.com",
      deposit: 300.25,
      reservedUntil: "2025-07-01",
    });
    expect(reserved).toMatchObject({
      status: 201,
      body: {
        data: {
          status: "reserved",
          deposit: 300.25,
          reservedUntil: "2025-07-01",
          buyer: { name: "Jane Miller", email: "jane@example.com" },
        },
      },
    });
    expect(await call("POST", `${path}/reserve?today=${TODAY}`, { buyerName: "Max" })).toMatchObject({
      status: 409,
      body: { errors: { status: "Only an available puppy can be reserved" } },
    });
    const sold = await call("POST", `${path}/sell?today=${TODAY}`, { price: 1800.5, saleDate: "2025-06-14" });
    expect(sold).toMatchObject({
      status: 201,
      body: { data: { status: "sold", price: 1800.5, saleDate: "2025-06-14" } },
    });
    const activities = await team.owner.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 1,
    });
    expect(activities).toMatchObject([{ type: "puppy_sold" }]);
    const undone = await call("PATCH", `${path}/status?today=${TODAY}`, { status: "reserved" });
    expect(undone).toMatchObject({ status: 200, body: { data: { status: "reserved", saleDate: null } } });
    expect((await call("PATCH", `${path}/status`, { status: "lost" })).status).toBe(400);
  });

  it("are listed by status and deleted", async () => {
    const { _id } = await addPuppy(team, added.litterId);
    expect((await call("GET", "/puppies?status=available")).body.data.data).toMatchObject([{ id: _id }]);
    expect((await call("GET", "/puppies?status=sold")).body.data.pagination.totalItems).toBe(0);
    expect((await call("GET", "/puppies?status=lost")).status).toBe(400);
    expect((await call("DELETE", `/puppies/${_id}`)).body).toEqual({ success: true });
    expect((await call("GET", `/puppies/${_id}`)).status).toBe(404);
  });

  it("[GAP-PUP-05] are named in the body of a health check: 400 without a puppy, 404 for another kennel's", async () => {
    const { _id } = await addPuppy(team, added.litterId);
    const check = { checkDate: "2025-03-19", weight: 980, temperature: 100.4 };
    expect((await call("POST", "/puppies/health-checks", check)).body.errors).toEqual({
      puppyId: "Puppy is required",
    });
    expect((await call("POST", "/puppies/health-checks", { ...check, puppyId: "none" })).status).toBe(404);
    const { status, body } = await call("POST", "/puppies/health-checks", { ...check, puppyId: _id });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ puppyId: _id, ...check, veterinarian: null });
    const path = `/puppies/health-checks/${body.data.id}`;
    expect((await call("PUT", path, { weight: 990 })).body.data).toMatchObject({ weight: 990 });
    expect((await call("PUT", path, { temperature: 10 })).status).toBe(400);
    expect((await call("GET", `/puppies/${_id}/health-checks`)).body.data).toHaveLength(1);
    expect((await call("DELETE", path)).body).toEqual({ success: true });
    expect((await call("GET", `/puppies/${_id}/health-checks`)).body.data).toEqual([]);
  });
});
