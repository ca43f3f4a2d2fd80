/**
 * Tests restores of files that Studbook has not written: decompression bombs, half characters, and impossible
 * depths and numbers.
 */
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { BACKUP_PRODUCT, BACKUP_VERSION, type BackupRow } from "../../domain/backups/format";
import { makeUp } from "../support/backup-client";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const MEBIBYTE = 1024 ** 2;
const HALF = "\ud800";

let runtime: Runtime;
let eve: SignedIn;
let kennelId: Id<"kennels">;
let dog: BackupRow;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "convex", accounts: true });
  eve = await register(runtime.origin, person("Eve"));
  kennelId = await firstKennelId(eve);
  const me = await eve.client.query(api.accounts.users.me, {});
  const count = (table: string) => (table === "dogs" ? 1 : 0);
  const { data } = await makeUp({ kennelId, userId: me?._id ?? "" }, { seed: 1, count });
  dog = data.dogs?.[0] ?? {};
});
afterAll(async () => {
  expect(runtime.errors()).toBe("");
  await runtime.stop();
});

interface Crafted {
  readonly metadata?: object;
  readonly data?: object | string;
}

const textOf = ({ metadata = {}, data = { dogs: [dog] } }: Crafted): string => {
  const about = { product: BACKUP_PRODUCT, version: BACKUP_VERSION, kennelId, includesPhotos: true };
  const records = typeof data === "string" ? data : JSON.stringify(data);
  return `{"metadata":${JSON.stringify({ ...about, createdAt: "2026-06-01T00:00:00.000Z", ...metadata })},"data":${records}}`;
};

async function restore(content: BlobPart): Promise<string> {
  const form = new FormData();
  form.append("kennelId", kennelId);
  form.append("overwriteExisting", "true");
  form.append("backup", new Blob([content]), "backup.json");
  const response = await fetch(`${runtime.origin}/api/backups/restore`, {
    ...{ method: "POST", body: form, headers: { authorization: `Bearer ${eve.token}` } },
  });
  const text = await response.text();
  return response.status === 201 ? "restored" : `${response.status} ${text}`;
}

const withDog = (fields: object): Crafted => ({ data: { dogs: [{ ...dog, ...fields }] } });
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

it("a file that Studbook has written is restored", async () => {
  expect(await restore(textOf({}))).toBe("restored");
});

it.each<[string, () => BlobPart]>([
  ["half a character in its description", () => textOf({ metadata: { kennelName: HALF } })],
  [
    "a name that the error message would cut within a character",
    () => textOf(withDog({ name: `x${"🐕".repeat(80)}`, gender: 1 })),
  ],
  ["a name larger than a row", () => textOf(withDog({ name: "x".repeat(1_200_000) }))],
  [
    "a thousand fields",
    () => textOf(withDog(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}`, at])))),
  ],
  ["the database's own fields", () => textOf(withDog({ _id: "_storage", $set: 1, __proto__x: {} }))],
  ["endless nesting in a record", () => textOf({ data: `{"dogs":[{"name":${nested(100_000)}}]}` })],
  ["endless nesting in its description", () => `{"metadata":${nested(100_000)},"data":{}}`],
  ["a million empty records", () => textOf({ data: `{"dogs":[${"{},".repeat(1_000_000)}{}]}` })],
  ["invalid numbers", () => textOf({ data: `{"dogs":[{"_creationTime":1e999}]}` })],
  ["a ZIP of zeros", () => zipSync({ "backup.json": new Uint8Array(200 * MEBIBYTE) }).slice()],
  [
    "a ZIP of spaces before a backup",
    () =>
      zipSync({ "backup.json": new TextEncoder().encode(" ".repeat(100 * MEBIBYTE) + textOf({})) }).slice(),
  ],
  [
    "a ZIP of ten thousand files",
    () =>
      zipSync({
        "backup.json": new TextEncoder().encode(textOf({})),
        ...Object.fromEntries(
          Array.from({ length: 10_000 }, (_, at) => [
            `files/${at.toString(16).padStart(64, "0")}`,
            new Uint8Array(1),
          ]),
        ),
      }).slice(),
  ],
])("%s is refused or restored, and the kennel can be used afterwards", async (_what, content) => {
  expect(await restore(content())).toMatch(/^(restored|400 \{"message":"\w.*)$/u);
  const { client } = eve;
  const made = await client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: "Bella", breed: "Beagle", gender: "female", today: "2026-06-01" },
  });
  await client.mutation(api.dogs.dogs.remove, { dogId: made._id });
});
