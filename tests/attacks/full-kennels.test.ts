/** Tests that a kennel that is filled with files again and again leaves other kennels their room. */
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const LIMIT = 100_000;
const FILE = 40_000;

let runtime: Runtime;
beforeAll(async () => {
  const env = { STUDBOOK_STORAGE_GB: String(LIMIT / 1024 ** 3) };
  runtime = await startRuntime({ functions: "convex", accounts: true, env });
});
afterAll(() => runtime.stop());

async function recordOf({ client }: SignedIn, kennelId: string): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const dog = await client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: "Bella", breed: "Beagle", gender: "female", today },
  });
  const record = await client.mutation(api.health.healthRecords.create, {
    ...{ dogId: dog._id, title: "Check", description: "Fine", dateRecorded: today, today },
  });
  return record._id;
}

async function attach({ token }: SignedIn, recordId: string): Promise<Response> {
  const form = new FormData();
  form.append("file", new Blob([`%PDF-1.7\n${"x".repeat(FILE - 9)}`]), "scan.pdf");
  const headers = { Authorization: `Bearer ${token}` };
  return await fetch(`${runtime.origin}/api/health/records/${recordId}/attachments`, {
    method: "POST",
    headers,
    body: form,
  });
}

function bytesOnDisk(): number {
  const folder = path.join(runtime.data, "files");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0);
}

/** Repeats this. Returns the status of each response. */
async function fillAndDelete(who: SignedIn, recordId: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (let file = 0; file < 4; file += 1) statuses.push((await attach(who, recordId)).status);
    const rows = await who.client.query(api.health.healthAttachments.list, { recordId });
    for (const { _id } of rows) {
      await who.client.mutation(api.health.healthAttachments.remove, { attachmentId: _id });
    }
  }
  return statuses;
}

it("the server stores at most a kennel's limit plus its recently deleted files, and keeps the room of other kennels", async () => {
  const [eve, ann] = [
    await register(runtime.origin, person("Eve")),
    await register(runtime.origin, person("Ann")),
  ];
  const records = [
    await recordOf(eve, await firstKennelId(eve)),
    await recordOf(ann, await firstKennelId(ann)),
  ] as const;
  const statuses = await fillAndDelete(eve, records[0]);
  expect(statuses.filter((status) => status === 201)).toHaveLength(5);
  expect(new Set(statuses)).toEqual(new Set([201, 409]));
  expect(bytesOnDisk()).toBeLessThanOrEqual(2 * LIMIT);
  expect((await attach(ann, records[1])).status).toBe(201);
  const refused = await attach(eve, records[0]);
  expect(await refused.text()).toContain("The kennel's storage is full.");
});

it("the server stores at most twice the limit for all kennels of one person, however many there are", async () => {
  const mia = await register(runtime.origin, person("Mia"));
  const before = bytesOnDisk();
  const taken: number[] = [];
  for (let kennel = 0; kennel < 3; kennel += 1) {
    const { _id } = await mia.client.mutation(api.kennels.kennels.create, { name: `Kennel ${kennel}` });
    const statuses = await fillAndDelete(mia, await recordOf(mia, _id));
    taken.push(statuses.filter((status) => status === 201).length);
    expect(new Set(statuses).has(409)).toBe(true);
  }
  expect(taken).toEqual([5, 5, 0]);
  expect(bytesOnDisk() - before).toBeLessThanOrEqual(4 * LIMIT);
});
