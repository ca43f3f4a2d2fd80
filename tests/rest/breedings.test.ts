/** Tests the REST calls of breedings. */
import { beforeEach, describe, expect, it } from "vitest";
import { addDog, startTeam, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding, recordLitter } from "../support/breedings";
import { linesOf, readPdf } from "../support/pdf-text";
import { strFromU8, unzipSync } from "fflate";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const get = async (path: string) => await callRest(team.staff.as, "GET", path);

async function addPair() {
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const breedingId = await recordBreeding(team, {
    sireId: sire._id,
    damId: dam._id,
    actualDueDate: "2025-03-06",
  });
  await recordLitter(team, breedingId);
  return { sire, dam, breedingId };
}

describe("GET /dogs/{id}/breeding-history", () => {
  it("[GAP-ANC-01] [BRD-16] [LIT-01] [LIT-02] [LIT-04] returns breeding, role, partner and litters", async () => {
    const { sire, dam, breedingId } = await addPair();
    const { status, body } = await get(`/dogs/${sire._id}/breeding-history?role=both`);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1);
    const [entry] = body.data;
    expect(entry.role).toBe("sire");
    expect(entry.partner).toMatchObject({ id: dam._id, name: "Bella", isExternal: false });
    expect(entry.breeding).toMatchObject({
      id: breedingId,
      sireId: sire._id,
      damId: dam._id,
      breedingDate: "2025-01-01",
      actualDueDate: "2025-03-06",
      actualDeliveryDate: "2025-03-06",
      breedingType: "natural",
      status: "planned",
      studFee: 1500.5,
      updatedAt: "1970-01-01T00:00:00.001Z",
    });
    expect(entry.breeding).not.toHaveProperty("studFeeCents");
    expect(entry.litters).toMatchObject([
      {
        breedingId,
        whelpingDate: "2025-03-05",
        birthDate: "2025-03-05",
        numberBorn: 7,
        litterSize: 7,
        whelping: { assistanceRequired: true, veterinarianPresent: false, complications: null, notes: null },
      },
    ]);
    expect(entry.litters[0]).not.toHaveProperty("_id");
  });

  it("[ANC-13] returns both roles by default", async () => {
    const { dam } = await addPair();
    expect((await get(`/dogs/${dam._id}/breeding-history`)).body.data).toMatchObject([{ role: "dam" }]);
  });

  it("[GAP-ANC-03] accepts sire and dam, and returns 400 for anything else", async () => {
    const { sire } = await addPair();
    const path = `/dogs/${sire._id}/breeding-history`;
    expect((await get(`${path}?role=sire`)).body.data).toHaveLength(1);
    expect((await get(`${path}?role=dam`)).body).toEqual({ data: [] });
    for (const role of ["", "SIRE", "owner"]) {
      const { status, body } = await get(`${path}?role=${role}`);
      expect(status).toBe(400);
      expect(body.errors).toEqual({ role: "Role must be sire, dam or both" });
    }
  });
});

describe("DELETE /dogs/{id}", () => {
  it("[GAP-DOG-15] [GAP-API-06] returns 409 for a dog with breedings until confirmed", async () => {
    const { sire } = await addPair();
    const call = async (query: string) =>
      await callRest(team.owner.as, "DELETE", `/dogs/${sire._id}${query}`);
    expect(await call("")).toMatchObject({
      status: 409,
      body: { message: "This dog is the sire or dam of recorded breedings." },
    });
    expect(await call("?confirmed=true")).toMatchObject({ status: 200, body: { success: true } });
  });
});

describe("breedings over REST", () => {
  const call = async (method: string, path: string, json?: unknown) =>
    await callRest(team.owner.as, method, path, { json });

  async function pair() {
    const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
    return { sireId: sire._id, damId: dam._id };
  }

  it("[BRD-14] [GAP-BRD-07] are planned with the names of the form or of the entity, including dollars", async () => {
    const parents = await pair();
    const { status, body } = await call("POST", "/breeding", {
      ...parents,
      matingDate: "2025-01-01",
      expectedDeliveryDate: "2025-03-05",
      contractDetails: "x",
      studFee: 1500.5,
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      ...parents,
      breedingDate: "2025-01-01",
      expectedDueDate: "2025-03-05",
      contractTerms: "x",
      studFee: 1500.5,
      sire: { name: "Rex" },
      dam: { name: "Bella" },
      status: "planned",
      warnings: [],
    });
    expect(body.data).not.toHaveProperty("studFeeCents");
  });

  it("[BRD-01] [BRD-02] [BRD-04] [BRD-05] report invalid fields of a body", async () => {
    const { status, body } = await call("POST", "/breeding", { sireId: "", studFee: -1 });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      sireId: "Sire is required",
      damId: "Dam is required",
      studFee: "Stud fee cannot be negative",
    });
    const undated = await call("POST", "/breeding", await pair());
    expect(undated).toMatchObject({
      status: 400,
      body: { errors: { breedingDate: "Mating date is required" } },
    });
    expect(await call("POST", "/breeding", { ...(await pair()), studFee: 0.001 })).toMatchObject({
      status: 400,
      body: { errors: { studFee: "Stud fee must be in dollars and cents" } },
    });
  });

  it("[BRD-39] [API-01] are listed under data.data, by status and search", async () => {
    const { sire, breedingId } = await addPair();
    const listed = await call("GET", "/breeding?page=1&limit=100&status=planned&search=REX");
    expect(listed.status).toBe(200);
    expect(listed.body.data.data).toMatchObject([{ id: breedingId, sire: { id: sire._id, name: "Rex" } }]);
    expect(listed.body.data.pagination).toMatchObject({ totalItems: 1, limit: 100 });
    expect(await call("GET", "/breeding?status=lost")).toMatchObject({ status: 400 });
  });

  it("[BRD-15] [GAP-API-11] are changed by PUT, but not over a newer version", async () => {
    const { breedingId } = await addPair();
    const first = await call("PUT", `/breeding/${breedingId}`, { notes: "Moved", matingDate: "2025-01-08" });
    expect(first).toMatchObject({
      status: 200,
      body: { data: { notes: "Moved", breedingDate: "2025-01-08", expectedDueDate: "2025-03-12" } },
    });
    const stale = await call("PUT", `/breeding/${breedingId}`, {
      notes: "Late",
      updatedAt: "1970-01-01T00:00:00.001Z",
    });
    expect(stale.status).toBe(409);
  });

  it("[BRD-23] [GAP-BRD-09] accept every status, an optional day of mating and check, and warn of unusual dates", async () => {
    const { sire, dam } = await addPair();
    const planned = { sireId: sire._id, damId: dam._id, matingDate: "2025-11-03" };
    const { body } = await call("POST", "/breeding", planned);
    const path = `/breeding/${body.data.id}`;
    const confirm = async (json: object) =>
      (await call("PATCH", `${path}/status?today=2025-06-15`, { status: "confirmed", ...json })).body.data;
    expect(await confirm({})).toMatchObject({
      ...{ status: "confirmed", breedingDate: "2025-11-03" },
      warnings: ["The mating date 2025-11-03 is in the future"],
    });
    expect((await call("GET", `${path}/pregnancy-checks`)).body).toEqual({ data: [] });
    const pregnancyCheck = { method: "ultrasound", puppiesSeen: 6, notes: "Dr. Anders" };
    expect(await confirm({ matingDate: "2025-05-15", pregnancyCheck })).toMatchObject({
      ...{ breedingDate: "2025-05-15", expectedDueDate: "2025-07-17", warnings: [] },
    });
    const checks = (await call("GET", `${path}/pregnancy-checks`)).body.data;
    expect(checks).toMatchObject([
      {
        breedingId: body.data.id,
        on: "2025-06-15",
        method: "ultrasound",
        result: "pregnant",
        puppiesSeen: 6,
        notes: "Dr. Anders",
      },
    ]);
    expect(await call("DELETE", `/breeding/pregnancy-checks/${checks[0].id}`)).toMatchObject({
      ...{ status: 200, body: { success: true } },
    });
    const statistics = async (today: string) =>
      (await call("GET", `/breeding/statistics?today=${today}`)).body.data;
    expect(await statistics("2025-05-14")).toMatchObject({
      conceptionRate: null,
      byStatus: { confirmed: 1 },
    });
    expect(await statistics("2025-06-15")).toMatchObject({ conceptionRate: 100 });
  });

  it("[BRD-24] [BRD-17] accept a valid status and refuse an invalid one", async () => {
    const { breedingId } = await addPair();
    const path = `/breeding/${breedingId}/status`;
    expect(await call("PATCH", path, { status: "bred" })).toMatchObject({
      status: 200,
      body: { data: { status: "bred" } },
    });
    expect((await call("PATCH", path, { status: "lost" })).status).toBe(400);
  });

  it("[GAP-BRD-18] list their litters, and cannot be deleted while there are any", async () => {
    const { breedingId } = await addPair();
    const litters = await call("GET", `/breeding/${breedingId}/litters`);
    expect(litters.body.data).toMatchObject([{ breedingId, birthDate: "2025-03-05", litterSize: 7 }]);
    expect(await call("DELETE", `/breeding/${breedingId}`)).toMatchObject({
      status: 409,
      body: { message: "This breeding has litters." },
    });
    const barren = await recordBreeding(team, {});
    expect(await call("DELETE", `/breeding/${barren}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await call("GET", `/breeding/${barren}`)).status).toBe(404);
  });
});

describe("GET /breeding/export", () => {
  const pathOf = (query: string) => `/breeding/export?kennelId=${team.kennelId}${query}`;
  const call = async (person: Person, query: string) => await callRest(person.as, "GET", pathOf(query));
  async function fetchFile(query: string) {
    const answer = await team.staff.as.fetch(`/api${pathOf(query)}`, {});
    const content = await answer.arrayBuffer();
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
    return { status: answer.status, headers: answer.headers, content, text };
  }

  async function plan(breedingDate: string, status?: string) {
    const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const json = { sireId: sire._id, damId: dam._id, breedingDate, studFee: 1500.5, notes: "=SUM(1)" };
    const { body } = await callRest(team.owner.as, "POST", "/breeding", { json });
    if (status === undefined) return;
    await callRest(team.owner.as, "PATCH", `/breeding/${body.data.id}/status`, { json: { status } });
  }

  it("[GAP-BRD-15] returns all breedings as csv, with correct numbers and names", async () => {
    await plan("2025-01-01");
    const file = await fetchFile("");
    expect(file.status).toBe(200);
    expect(file.headers.get("Content-Type")).toBe("text/csv;charset=utf-8");
    expect(file.headers.get("Content-Disposition")).toBe(
      `attachment; filename="breedings.csv"; filename*=UTF-8''breedings.csv`,
    );
    expect(file.text.split("\r\n")).toEqual([
      "\uFEFFSire,Dam,Status,Breeding Type,Bred Date,Due Date,Whelped,Born,Alive,Stud Fee (USD),Contract Details,Notes",
      "Rex,Bella,planned,natural,2025-01-01,2025-03-05,,,,1500.50,,'=SUM(1)",
      "",
    ]);
  });

  it("[GAP-BRD-01] filters by the requested status and search", async () => {
    await plan("2025-01-01");
    await plan("2025-02-01", "failed");
    const lines = async (query: string) => (await fetchFile(query)).text.split("\r\n").length - 2;
    expect(await lines("")).toBe(2);
    expect(await lines("&status=failed")).toBe(1);
    expect(await lines("&status=failed&search=rex")).toBe(1);
    expect(await lines("&search=zzz")).toBe(0);
  });

  it("[GAP-BRD-15] returns a spreadsheet and a printed list", async () => {
    await plan("2025-01-01");
    const sheet = await fetchFile("&format=xlsx");
    expect(sheet.headers.get("Content-Type")).toContain("spreadsheetml.sheet");
    const parts = unzipSync(new Uint8Array(sheet.content));
    const cells = Object.entries(parts)
      .filter(([name]) => /worksheets|sharedStrings/u.test(name))
      .map(([, part]) => strFromU8(part))
      .join("");
    expect(cells).toContain("Bella");
    expect(cells).toContain("<v>1500.5</v>");
    const list = await fetchFile("&format=pdf&today=2025-06-15");
    expect(list.headers.get("Content-Type")).toBe("application/pdf");
    const lines = linesOf((await readPdf(list.content)).texts);
    expect(lines).toEqual(
      expect.arrayContaining([
        "Breedings",
        "Rex",
        "Bella",
        "$1,500.50",
        "1 breeding · printed on June 15, 2025",
      ]),
    );
  });

  it("[GAP-API-06] returns 400 for another format or status and 404 for another kennel", async () => {
    expect(await call(team.viewer, "&format=docx")).toMatchObject({
      status: 400,
      body: { errors: { format: "Format must be csv, xlsx, pdf" } },
    });
    expect(await call(team.viewer, "&status=lost")).toMatchObject({ status: 400 });
    expect(await call(team.stranger, "")).toMatchObject({ status: 404 });
  });
});
