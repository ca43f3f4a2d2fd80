/** Tests a disk that is full or defective. All acknowledged data must exist after the next start. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { api } from "../../convex/_generated/api";
import { PDF } from "../support/documents";
import { firstKennelId, person, register } from "../support/people";
import { PNG } from "../support/photos";
import { call } from "./calls";

let folder: string;
let marker: string;
const running: Runtime[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "studbook-disk-"));
  marker = path.join(folder, "failing");
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((runtime) => runtime.stop()));
  rmSync(folder, { recursive: true });
});

async function start(functions = "tests/fixtures/attacks"): Promise<Runtime> {
  const runtime = await startRuntime({
    functions,
    accounts: functions === "convex",
    data: path.join(folder, "data"),
    env: { FAILING_DISK: marker },
    nodeArguments: ["--import", path.join(import.meta.dirname, "failing-disk.mjs")],
  });
  running.push(runtime);
  return runtime;
}

const fail = (code: string) => writeFileSync(marker, code);
const repair = () => rmSync(marker);
const add = (runtime: Runtime, text: string) =>
  call(runtime.origin, "mutation", "notes:add", { board: "mine", text });
const newest = async (runtime: Runtime) =>
  (await call(runtime.origin, "query", "notes:newest", { board: "mine" })).body["value"];

test("a commit that cannot be forced to disk ends the process with its reason in one line", async () => {
  const runtime = await start();
  expect((await add(runtime, "kept")).body).toMatchObject({ status: "success" });
  fail("EIO");
  await expect(add(runtime, "lost")).rejects.toThrow();
  expect(await runtime.ended).toBe(1);
  expect(runtime.errors()).toMatch(
    /^Could not write to the database \S+ \(EIO: the disk fails\): check the disk and its free space\.\n$/,
  );

  repair();
  const next = await start();
  expect(["kept", "lost"]).toContain(await newest(next));
  expect((await add(next, "new")).body).toMatchObject({ status: "success" });
  expect(await newest(next)).toBe("new");
});

test("an upload to a full disk gets a response, and the next upload with space works", async () => {
  const runtime = await start();
  const { body } = await call(runtime.origin, "mutation", "notes:uploadAddress");
  const upload = () =>
    fetch(String(body["value"]), {
      method: "POST",
      body: Buffer.alloc(3_000_000, "x"),
      headers: { "content-type": "text/plain" },
    });
  fail("ENOSPC");
  const refused = await upload();
  expect([refused.status, await refused.json()]).toEqual([
    507,
    { code: "StorageFull", message: "There is no room to store the file. Try again later." },
  ]);
  repair();
  expect((await upload()).status).toBe(200);
  expect(runtime.errors()).toMatch(/^A file could not be stored\. Cannot write to [^\n]+\n$/);
});

const TODAY = new Date().toISOString().slice(0, 10);

/** Lists stored files, complete or partial, and forms that are being received. */
const contents = (): string[] =>
  [path.join(folder, "data", "files"), ...formFolders()].flatMap((place) =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  );
function formFolders(): string[] {
  const bundles = path.join(folder, "data", "bundle");
  return readdirSync(bundles)
    .map((name) => path.join(bundles, name, "forms"))
    .filter((place) => existsSync(place));
}

test.each([
  ["ENOSPC /files/", 507],
  ["EDQUOT /files/", 507],
  ["EIO /files/", 503],
  ["ENOSPC /forms", 200],
])("every file that a disk with %s refuses is refused with a message", async (fault, uploadStatus) => {
  const runtime = await start("convex");
  const eve = await register(runtime.origin, person("Eve"));
  const kennelId = await firstKennelId(eve);
  const dog = { kennelId, name: "Bella", breed: "Beagle", gender: "female", today: TODAY } as const;
  const { _id: dogId } = await eve.client.mutation(api.dogs.dogs.create, dog);
  const record = { dogId, title: "Check", description: "Well", dateRecorded: TODAY, today: TODAY };
  const { _id: recordId } = await eve.client.mutation(api.health.healthRecords.create, record);

  const rest = async (place: string, body: BodyInit) => {
    const type = typeof body === "string" && { "content-type": "application/json" };
    const headers = { authorization: `Bearer ${eve.token}`, ...type };
    const response = await fetch(`${runtime.origin}/api${place}`, { method: "POST", headers, body });
    return [response.status, await response.text()] as const;
  };
  const form = (field: string, name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const content = new FormData();
    content.append(field, new Blob([bytes]), name);
    return content;
  };
  /** Longer than the part of an upload that is held in memory. */
  const long = Buffer.concat([PDF, Buffer.alloc(2_000_000)]);
  const attachments = `/health/records/${recordId}/attachments`;
  const sendFiles = async () => ({
    photo: await rest(`/photos/dogs/${dogId}`, form("photo", "a.png", PNG)),
    attachment: await rest(attachments, form("file", "a.pdf", new Uint8Array(PDF))),
    long: await rest(attachments, form("file", "b.pdf", long)),
    logo: await rest(`/settings/kennel/${kennelId}/logo`, form("logo", "a.png", PNG)),
    backup: await rest("/backups", JSON.stringify({ kennelId, today: TODAY })),
  });
  const upload = async () => {
    const url = await eve.client.mutation(api.health.healthAttachments.generateUploadUrl, { recordId });
    return (await fetch(url, { method: "POST", body: PNG })).status;
  };

  fail(fault);
  const before = contents();
  const refused = Object.entries(await sendFiles()).filter(
    ([kind]) => kind === "long" || !fault.endsWith("forms"),
  );
  for (const [kind, [status, text]] of refused) {
    expect([kind, status, text]).toEqual([
      kind,
      503,
      '{"message":"The server cannot store files at the moment. Please try again later."}',
    ]);
  }
  if (!fault.endsWith("forms")) expect(contents()).toEqual(before);
  expect(await upload()).toBe(uploadStatus);
  // Work without files continues.
  await eve.client.mutation(api.dogs.dogs.create, { ...dog, name: "Clara" });

  repair();
  const taken = Object.values(await sendFiles()).map(([status]) => status);
  expect(new Set(taken)).toEqual(new Set([201]));
  expect(await upload()).toBe(200);
  const told = runtime
    .errors()
    .split("\n")
    .filter((line) => line.startsWith("A file could not be stored. "));
  expect(told).toHaveLength(1);
  expect(runtime.errors()).not.toMatch(/\n +at .*failing-disk/);
});

test.each([
  [
    "ENOSPC",
    /^The runtime ended with code 1: Cannot write to [^\n]+: the disk is full: make room, [^\n]+\n$/,
  ],
  ["EIO", /^The runtime ended with code 1: Cannot write to [^\n]+: the disk fails: check it, [^\n]+\n$/],
  ["EROFS", /^The runtime ended with code 1: Cannot write to [^\n]+\n$/],
])("a start on a disk with %s gives the reason in one line", async (code, words) => {
  fail(code);
  await expect(start()).rejects.toThrow(words);
});
