/** Tests that nobody can fill the disk through upload addresses whose files are never used. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { MAX_PHOTO_BYTES, MAX_SENT_BYTES } from "../../domain/photos/rules";
import { getErrorData } from "../../domain/errors";
import { PDF } from "../support/documents";
import { PNG } from "../support/photos";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const ROOM = 100 * 1024 ** 2;
const TODAY = new Date().toISOString().slice(0, 10);

let runtime: Runtime;
let eve: SignedIn;
let kennelId: Id<"kennels">;
let dogId: string;

async function start(...extraArguments: string[]): Promise<void> {
  const env = { STUDBOOK_STORAGE_GB: String(ROOM / 1024 ** 3) };
  runtime = await startRuntime({ functions: "convex", accounts: true, env, extraArguments });
  await moveIn();
}

/** Signs in another person, with a kennel and a dog. */
async function moveIn(): Promise<void> {
  eve = await register(runtime.origin, person("Eve"));
  kennelId = await firstKennelId(eve);
  const dog = { kennelId, name: "Bella", breed: "Beagle", gender: "female", today: TODAY } as const;
  dogId = (await eve.client.mutation(api.dogs.dogs.create, dog))._id;
}

async function addRecord(): Promise<string> {
  const record = { dogId, title: "Check", description: "Well", dateRecorded: TODAY, today: TODAY };
  return (await eve.client.mutation(api.health.healthRecords.create, record))._id;
}

type Sizes = Record<keyof typeof MAX_SENT_BYTES, number>;

const addresses = async (bytes?: Sizes) =>
  await eve.client.mutation(api.dogs.photos.generateUploadUrls, { dogId, ...(bytes && { bytes }) });
const send = async (url: string | undefined, body: BodyInit) =>
  await fetch(url ?? "", { method: "POST", body, headers: { "content-type": "image/png" } });
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "given",
    (error: unknown) => getErrorData(error)?.code ?? String(error),
  );
const used = async () => (await eve.client.query(api.backups.backups.storage, { kennelId })).usedBytes;

describe("an upload address", () => {
  beforeAll(() => start());
  afterAll(() => runtime.stop());

  test("accepts only the size that its purpose allows, and nobody can raise the limit", async () => {
    const [full, , thumbnail] = await addresses();
    expect((await send(full, Buffer.alloc(MAX_PHOTO_BYTES + 1))).status).toBe(413);
    expect((await send(thumbnail, Buffer.alloc(MAX_SENT_BYTES.thumbnail + 1))).status).toBe(413);
    const wide = new URL(full ?? "");
    wide.searchParams.set("maxBytes", String(1024 ** 3));
    expect((await send(wide.href, "x")).status).toBe(401);
    wide.searchParams.delete("maxBytes");
    expect((await send(wide.href, "x")).status).toBe(401);
    const unknown = async function* () {
      for (let piece = 0; piece < 3; piece += 1) yield Buffer.alloc(MAX_SENT_BYTES.thumbnail / 2);
    };
    // Node's fetch sends yielded data without a length.
    const flowing = { method: "POST", body: unknown() as unknown as BodyInit, duplex: "half" } as RequestInit;
    expect((await fetch(thumbnail ?? "", flowing)).status).toBe(413);
    expect((await send(full, Buffer.alloc(MAX_PHOTO_BYTES))).status).toBe(200);
    expect((await send(full, "x")).status).toBe(413);
  });

  test("reserves its room when it is created, for every kind of file, until no room is left", async () => {
    await moveIn();
    const codes: string[] = [];
    for (let count = 0; count < 20; count += 1) codes.push(await codeOf(addresses()));
    const all = Object.values(MAX_SENT_BYTES).reduce((sum, bytes) => sum + bytes);
    expect(codes.filter((code) => code === "given")).toHaveLength(Math.floor(ROOM / all));
    expect(new Set(codes)).toEqual(new Set(["given", "STORAGE_FULL"]));
    const restore = eve.client.mutation(api.backups.restores.generateUploadUrl, { kennelId, bytes: ROOM });
    expect(await codeOf(restore)).toBe("STORAGE_FULL");
    const backupId = await eve.client.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY });
    const hashes = Array.from({ length: 30 }, (_, index) => index.toString(16).padStart(64, "0"));
    const claim = eve.client.mutation(api.backups.restores.claimFiles, { kennelId, backupId, hashes });
    expect(await codeOf(claim)).toBe("STORAGE_FULL");
  });

  test("never exceeds the limit when many addresses are created, used and claimed at the same moment", async () => {
    await moveIn();
    const all = Object.values(MAX_SENT_BYTES).reduce((sum, bytes) => sum + bytes);
    const most = Math.floor(ROOM / all);
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(addresses())));
    expect(codes.filter((code) => code === "given")).toHaveLength(most);

    await moveIn();
    const [full] = await addresses();
    const sizes = Array.from({ length: 8 }, () => MAX_PHOTO_BYTES);
    const sent = await Promise.all(sizes.map(async (size) => (await send(full, Buffer.alloc(size))).status));
    expect(sent.filter((status) => status === 200)).toHaveLength(1);

    // Files that are sent within the request: ten of a tenth of the room each, and some more.
    await moveIn();
    const recordId = await addRecord();
    const attach = async () => {
      const form = new FormData();
      const bytes = Buffer.concat([PDF, Buffer.alloc(ROOM / 10 - PDF.length)]);
      form.append("file", new Blob([bytes]), "a.pdf");
      const headers = { authorization: `Bearer ${eve.token}` };
      const request = { method: "POST", headers, body: form };
      return (await fetch(`${runtime.origin}/api/health/records/${recordId}/attachments`, request)).status;
    };
    await Promise.all(Array.from({ length: 14 }, attach));
    // A call that conflicted with another is repeated. In the end the room is full to the byte.
    for (let count = 0; count < 10; count += 1) await attach();
    expect(await used()).toBe(ROOM);
    expect(await attach()).toBe(409);
  });

  test("for a restore has the maximum size of a restore, and only a limited number is created", async () => {
    await moveIn();
    const give = (bytes: number) =>
      codeOf(eve.client.mutation(api.backups.restores.generateUploadUrl, { kennelId, bytes }));
    expect(await give(1024 ** 3)).toBe("BACKUP_TOO_LARGE");
    expect(await give(-1)).toBe("VALIDATION_FAILED");
    const codes: string[] = [];
    for (let count = 0; count < 60; count += 1) codes.push(await give(1));
    expect(codes.filter((code) => code === "given")).toHaveLength(30);
    expect(codes.at(-1)).toBe("RATE_LIMITED");
  });

  test("with a stated size uses no room beyond the photo that was created from it", async () => {
    await moveIn();
    const size = PNG.length;
    for (let photo = 1; photo <= 12; photo += 1) {
      const given = await addresses({ full: size, preview: size, thumbnail: size });
      const ids: Id<"_storage">[] = [];
      for (const address of given) {
        const sent = (await (await send(address, PNG)).json()) as { storageId: Id<"_storage"> };
        ids.push(sent.storageId);
      }
      const [fullId, previewId, thumbnailId] = ids;
      if (!fullId || !previewId || !thumbnailId) throw new Error("An address took nothing");
      await eve.client.action(api.dogs.photos.add, { dogId, fullId, previewId, thumbnailId });
      expect(await used()).toBe(photo * 3 * size);
    }
  });
});

describe("a disk that has reached its reserve", () => {
  beforeAll(() => start("--min-free-mb", "999999999"));
  afterAll(() => runtime.stop());

  test("refuses files with a message, and other work continues", async () => {
    const [full] = await addresses();
    const refused = await send(full, PNG);
    expect([refused.status, await refused.json()]).toEqual([
      507,
      { code: "StorageFull", message: "There is no room to store the file. Try again later." },
    ]);
    await moveIn();
    expect(await used()).toBe(0);
  });
});
