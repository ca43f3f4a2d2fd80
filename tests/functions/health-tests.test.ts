/** Tests health tests from the function to the row. */
import { beforeEach, describe, expect, it } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { outliveDeletions } from "../support/deletions";
import { callRest } from "../support/backend-rest";
import { PDF } from "../support/documents";
import { linesOf, readPdf } from "../support/pdf-text";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  const dog = { name: "Bella", breed: "Labrador Retriever", dateOfBirth: "2021-01-10" };
  dogId = (await addDog(team.owner, team.kennelId, dog))._id;
});

type Args = (typeof api.health.healthTests.create)["_args"];
const hips = (fields: Partial<Args> = {}): Args => ({
  dogId,
  kind: "ofa_hips",
  testedOn: "2023-05-02",
  result: { type: "grade", grade: "good" },
  today: TODAY,
  ...fields,
});
const record = async (fields: Partial<Args> = {}, who: Person = team.staff) =>
  await who.as.mutation(api.health.healthTests.create, hips(fields));
const list = async (who: Person = team.viewer) => await who.as.query(api.health.healthTests.list, { dogId });

const store = async (bytes: Uint8Array<ArrayBuffer> = PDF) =>
  await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([bytes])));
const isThere = async (id: Id<"_storage">) =>
  await team.deployment.run(async (ctx) => (await ctx.db.system.get("_storage", id)) !== null);
const attach = async (testId: string, storageId: Id<"_storage">, who: Person = team.staff) =>
  await who.as.action(api.health.healthTests.addCertificate, {
    dogId,
    testId,
    storageId,
    fileName: "../hips.exe",
  });

describe("healthTests", () => {
  it("are listed the newest first with all typed fields, and appear in the activities", async () => {
    await record({ laboratory: "OFA", certificateNumber: "LR-1234G24F" });
    const eyes = { kind: "caer_eyes", testedOn: "2025-05-02", validUntil: "2026-05-02" } as const;
    await record({ ...eyes, result: { type: "grade", grade: "normal" } });
    expect(await list()).toMatchObject([
      { kind: "caer_eyes", validUntil: "2026-05-02", certificate: null },
      { kind: "ofa_hips", laboratory: "OFA", certificateNumber: "LR-1234G24F", name: null, notes: null },
    ]);
    const told = await team.viewer.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 1,
    });
    expect(told).toMatchObject([
      {
        type: "health_record",
        title: "Health test recorded",
        description: "Bella: Eyes (OFA CAER), Normal",
        dogId,
      },
    ]);
  });

  it("are refused after today, before the birth and with a result of another kind of test", async () => {
    const fieldsOf = async (fields: Partial<Args>) => (await failureOf(record(fields))).details.fields;
    expect(await fieldsOf({ testedOn: "2025-06-16" })).toEqual({
      testedOn: "Test date cannot be in the future",
    });
    expect(await fieldsOf({ testedOn: "2021-01-09" })).toEqual({
      testedOn: "Test date cannot be before the birth",
    });
    expect(await fieldsOf({ result: { type: "scores", left: 1, right: 1 } })).toEqual({
      result: "Choose the result",
    });
    expect(await fieldsOf({ kind: "dna", result: { type: "grade", grade: "clear" } })).toEqual({
      name: "Mutation is required",
    });
  });

  it("are changed as a whole, and refuse an older version", async () => {
    const test = await record();
    const change = { testId: test._id, ...hips({ laboratory: "OFA" }), expectedUpdatedAt: test.updatedAt };
    const saved = await team.owner.as.mutation(api.health.healthTests.update, {
      ...change,
      result: { type: "grade", grade: "fair" },
    });
    expect(saved).toMatchObject({ laboratory: "OFA", result: { grade: "fair" } });
    expect((await failureOf(team.staff.as.mutation(api.health.healthTests.update, change))).code).toBe(
      "STALE_UPDATE",
    );
  });

  it("can be read by viewers, changed by staff, and are not found by strangers or under another dog", async () => {
    const test = await record();
    const other = (await addDog(team.owner, team.kennelId, { name: "Luna" }))._id;
    const remove = async (who: Person, of = dogId) =>
      await who.as.mutation(api.health.healthTests.remove, { dogId: of, testId: test._id });
    expect(await list(team.stranger)).toBeNull();
    expect((await failureOf(record({}, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(record({}, team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(remove(team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(remove(team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(remove(team.owner, other))).code).toBe("NOT_FOUND");
    await remove(team.staff);
    expect(await list()).toEqual([]);
  });

  it("are deleted with their dog, including certificates", async () => {
    const test = await record();
    const file = await store();
    await attach(test._id, file);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    await outliveDeletions(team.deployment);
    expect(await isThere(file)).toBe(false);
    expect(await team.deployment.run(async (ctx) => await ctx.db.query("healthTests").take(5))).toEqual([]);
  });
});

describe("certificates", () => {
  it("are named after their test, opened by their address, and replaced together with the earlier file", async () => {
    const test = await record();
    const [first, second] = [await store(), await store()];
    const { certificate } = await attach(test._id, first);
    expect(certificate).toMatchObject({
      fileName: "hips.exe.pdf",
      mimeType: "application/pdf",
      fileSize: PDF.length,
    });
    const path = certificate?.downloadPath ?? "";
    const opened = await team.deployment.fetch(`/api${path}&show=true`);
    expect(opened.status).toBe(200);
    expect(opened.headers.get("Content-Disposition")).toContain("inline");
    expect(new Uint8Array(await opened.arrayBuffer())).toEqual(PDF);
    expect((await team.deployment.fetch(`/api${path.replace(/.$/u, "x")}`)).status).toBe(401);
    await attach(test._id, second);
    expect((await team.deployment.fetch(`/api${path}`)).status).toBe(401);
    await team.staff.as.mutation(api.health.healthTests.removeCertificate, { dogId, testId: test._id });
    expect([await isThere(first), await isThere(second)]).toEqual([true, true]);
    await outliveDeletions(team.deployment);
    expect([await isThere(first), await isThere(second)]).toEqual([false, false]);
  });

  it("must have an allowed type, and be uploaded by a user with the right who owns the file", async () => {
    const test = await record();
    const script = await store(new Uint8Array([0x4d, 0x5a, 0, 1, 2]));
    expect((await failureOf(attach(test._id, script))).code).toBe("FILE_TYPE_UNSUPPORTED");
    const empty = await store(new Uint8Array());
    expect((await failureOf(attach(test._id, empty))).code).toBe("FILE_TYPE_UNSUPPORTED");
    const large = await store(new Uint8Array(10 * 1024 * 1024 + 1));
    expect((await failureOf(attach(test._id, large))).code).toBe("FILE_TOO_LARGE");
    const file = await store();
    expect((await failureOf(attach(test._id, file, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(attach(test._id, file, team.stranger))).code).toBe("NOT_FOUND");
    await attach(test._id, file);
    const another = await record({ kind: "fci_hips", result: { type: "grade", grade: "a" } });
    expect((await failureOf(attach(another._id, file))).code).toBe("NOT_FOUND");
    const url = await team.staff.as.mutation(api.health.healthTests.generateUploadUrl, {
      dogId,
      testId: test._id,
    });
    expect(url).toMatch(/^https?:/);
  });

  it("are not swept while a test uses them, and are kept when their kennel is deleted", async () => {
    const test = await record();
    const file = await store();
    await attach(test._id, file);
    const copy = await team.deployment.query(internal.kennels.kennelRemoval.readRows, {
      kennelId: team.kennelId,
      table: "healthTests",
      paginationOpts: { numItems: 5, cursor: null },
    });
    expect(copy.page).toHaveLength(1);
  });
});

describe("uses of health tests", () => {
  it("REST lists them with readable words, only to members", async () => {
    await record({ kind: "dna", name: "EIC", result: { type: "grade", grade: "carrier" } });
    const path = `/dogs/${dogId}/health-tests`;
    const { status, body } = await callRest(team.viewer.as, "GET", path);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { title: "EIC", testDate: "2023-05-02", resultText: "Carrier", certificate: null },
    ]);
    expect((await callRest(team.stranger.as, "GET", path)).status).toBe(404);
  });

  it("[GAP-BRD-12] the advice on a pair includes missing tests and the risk of two carriers", async () => {
    const sireId = (
      await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male", breed: "Labrador Retriever" })
    )._id;
    const carrier = { kind: "dna", name: "EIC", result: { type: "grade", grade: "carrier" } } as const;
    await record(carrier);
    await record({ ...carrier, dogId: sireId, name: "exercise-induced collapse" });
    const ask = async (who: Person) =>
      (await who.as.query(api.breedings.breedings.compatibility, { dogId, sireId, today: TODAY }))
        ?.findings ?? [];
    const found = await ask(team.viewer);
    expect(found.find(({ code }) => code === "dna_cross")).toMatchObject({ severity: "serious" });
    expect(found.filter(({ code }) => code === "missing_health_tests").map(({ message }) => message)).toEqual(
      [
        "Bella lacks recommended health tests: hips, elbows, eyes, D locus.",
        "Rex lacks recommended health tests: hips, elbows, eyes, D locus.",
      ],
    );
    const { owner, kennelId, viewer } = team;
    await owner.as.mutation(api.kennels.members.update, {
      kennelId,
      userId: viewer.userId,
      role: "viewer",
      permissions: { health: "none" },
    });
    expect((await ask(viewer)).some(({ code }) => /test|dna/u.test(code))).toBe(false);
  });

  it("the pedigree certificate has a summary of the tests, except for users who may not read them", async () => {
    await record();
    const make = async (who: Person) => {
      const { content } = await who.as.action(api.pedigree.actions.pedigreeCertificate.make, {
        dogId,
        today: TODAY,
      });
      return linesOf((await readPdf(content)).texts);
    };
    expect(await make(team.viewer)).toEqual(expect.arrayContaining(["Health tests", "Hips OFA Good"]));
    const { owner, kennelId, viewer } = team;
    await owner.as.mutation(api.kennels.members.update, {
      kennelId,
      userId: viewer.userId,
      role: "viewer",
      permissions: { health: "none" },
    });
    expect(await make(viewer)).not.toContain("Health tests");
  });
});
