/**
 * Tests that the addresses of a kennel's files end with the right to see the file. Each address was created for one
 * person or API key.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { makeTokenKey } from "../../scripts/secrets.mjs";
import { PDF } from "../support/documents";
import { PNG } from "../support/photos";
import { firstKennelId, joinKennel, password, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const today = new Date().toISOString().slice(0, 10);

let runtime: Runtime;
let ann: SignedIn;
let kennelId: Id<"kennels">;
let dogId: Id<"dogs">;
let breedingId: string;
let recordId: string;
beforeAll(async () => {
  const env = { STUDBOOK_TOKEN_KEY: makeTokenKey() };
  runtime = await startRuntime({ functions: "convex", accounts: true, env });
  ann = await register(runtime.origin, person("Ann"));
  kennelId = await firstKennelId(ann);
  const made = (name: string, gender: "female" | "male") =>
    ann.client.mutation(api.dogs.dogs.create, { kennelId, name, breed: "Beagle", gender, today });
  dogId = (await made("Bella", "female"))._id;
  const sireId = (await made("Rex", "male"))._id;
  breedingId = (
    await ann.client.mutation(api.breedings.breedings.create, {
      ...{ kennelId, damId: dogId, sireId, breedingDate: today },
    })
  )._id;
  const record = { dogId, title: "Check", description: "Well", dateRecorded: today, today };
  recordId = (await ann.client.mutation(api.health.healthRecords.create, record))._id;
  await upload(`/photos/dogs/${dogId}`, "photo", PNG, "a.png");
  await upload(`/settings/kennel/${kennelId}/logo`, "logo", PNG, "a.png");
  await upload("/settings/user/avatar", "avatar", PNG, "a.png");
  await upload(`/breeding/${breedingId}/documents`, "document", PDF, "a.pdf");
  await upload(`/health/records/${recordId}/attachments`, "file", PDF, "a.pdf");
  const hips = { kind: "ofa_hips", result: { type: "grade", grade: "good" } } as const;
  const tested = { dogId, testedOn: today, today, ...hips };
  const { _id: testId } = await ann.client.mutation(api.health.healthTests.create, tested);
  const address = await ann.client.mutation(api.health.healthTests.generateUploadUrl, { dogId, testId });
  const sent = await fetch(address, { method: "POST", body: PDF });
  const { storageId } = (await sent.json()) as { storageId: Id<"_storage"> };
  await ann.client.action(api.health.healthTests.addCertificate, {
    ...{ dogId, testId, storageId, fileName: "a.pdf" },
  });
}, 120_000);
afterAll(() => runtime.stop());

async function upload(path: string, field: string, bytes: Uint8Array<ArrayBuffer>, name: string) {
  const form = new FormData();
  form.append(field, new Blob([bytes]), name);
  const headers = { authorization: `Bearer ${ann.token}` };
  const response = await fetch(`${runtime.origin}/api${path}`, { method: "POST", headers, body: form });
  expect([path, response.status]).toEqual([path, 201]);
}

/** As a member of the kennel gets them. */
async function addressesOf({ client }: SignedIn): Promise<Record<string, string>> {
  const [photo] = (await client.query(api.dogs.photos.list, { dogId })) ?? [];
  const kennels = await client.query(api.kennels.kennels.list, {});
  const members = await client.query(api.kennels.members.list, { kennelId });
  const [document] = await client.query(api.breedings.breedingDocuments.list, { breedingId });
  const [check] = (await client.query(api.health.healthTests.list, { dogId })) ?? [];
  const asked = { kennelId, format: "csv", today } as const;
  const exportId = await client.mutation(api.health.healthExports.start, asked);
  const written = await vi.waitFor(
    async () => {
      const row = await client.query(api.health.healthExports.get, { kennelId, exportId });
      expect(row?.state).toBe("ready");
      return row;
    },
    { timeout: 30_000 },
  );
  const record = await client.query(api.health.healthRecords.get, { recordId });
  const found = {
    photo: photo?.filePath,
    thumbnail: photo?.thumbnailPath,
    logo: kennels.find(({ _id }) => _id === kennelId)?.logoPath,
    avatar: members.find(({ email }) => email === ann.email)?.avatarPath,
    document: document?.downloadPath,
    certificate: check?.certificate?.downloadPath,
    attachment: record.attachments[0]?.filePath,
    export: written?.filePath,
  };
  return Object.fromEntries(Object.entries(found).map(([kind, path]) => [kind, path ?? ""]));
}

async function statusesOf(addresses: Record<string, string>): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [kind, path] of Object.entries(addresses)) {
    statuses[kind] = (await fetch(`${runtime.origin}/api${path}`)).status;
  }
  return statuses;
}

const all = (addresses: object, status: number) =>
  Object.fromEntries(Object.keys(addresses).map((kind) => [kind, status]));

test("no address opens after the person was removed, and all addresses still open for remaining members", async () => {
  const eve = await register(runtime.origin, person("Eve"));
  await joinKennel(ann, eve, { kennelId, role: "manager" });
  const [hers, others] = [await addressesOf(eve), await addressesOf(ann)];
  expect(await statusesOf(hers)).toEqual(all(hers, 200));
  const photo = hers["photo"] ?? "";
  const shown = await fetch(`${runtime.origin}/api${photo}`);
  expect(shown.headers.get("cache-control")).toBe("private, max-age=3600, immutable");
  // The address is the same on each request, so that a browser loads a picture once.
  expect((await addressesOf(eve))["photo"]).toBe(photo);
  const userId = (await eve.client.query(api.accounts.users.me, {}))?._id ?? "";
  await ann.client.mutation(api.kennels.members.remove, { kennelId, userId });
  expect(await statusesOf(hers)).toEqual(all(hers, 401));
  expect(await statusesOf(others)).toEqual(all(others, 200));
  // Another person's name in the address does not open it either.
  const annId = (await ann.client.query(api.accounts.users.me, {}))?._id ?? "";
  const renamed = Object.fromEntries(
    Object.entries(hers).map(([kind, path]) => [kind, path.replace(userId, annId)]),
  );
  expect(await statusesOf(renamed)).toEqual(all(renamed, 401));
}, 60_000);

test("no address of an area opens after the right to read the area was removed", async () => {
  const nina = await register(runtime.origin, person("Nina"));
  await joinKennel(ann, nina, { kennelId, role: "staff" });
  const hers = await addressesOf(nina);
  const userId = (await nina.client.query(api.accounts.users.me, {}))?._id ?? "";
  const narrowed = { role: "staff", permissions: { health: "none" } } as const;
  await ann.client.mutation(api.kennels.members.update, { kennelId, userId, ...narrowed });
  const closed = { attachment: 401, certificate: 401, export: 401 };
  expect(await statusesOf(hers)).toEqual({ ...all(hers, 200), ...closed });
}, 60_000);

test("an address that was given to an API key ends with the key", async () => {
  const asked = { kennelId, name: "Web page", areas: { dogs: "read" }, days: null, password } as const;
  const { key, _id: apiKeyId } = await ann.client.action(api.accounts.apiKeys.create, asked);
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${runtime.origin}/api/photos/dogs/${dogId}`, { headers });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { filePath: string }[] };
  const address = { photo: data[0]?.filePath ?? "" };
  expect(await statusesOf(address)).toEqual({ photo: 200 });
  await ann.client.mutation(api.accounts.apiKeys.revoke, { kennelId, apiKeyId });
  expect(await statusesOf(address)).toEqual({ photo: 401 });
});
