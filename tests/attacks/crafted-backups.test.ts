/** Tests backups written by hand with values that no record can have. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { getErrorData } from "../../domain/errors";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const today = new Date().toISOString().slice(0, 10);

let runtime: Runtime;
let ann: SignedIn;
let kennelId: string;
let dog: Record<string, unknown>;
let backupId: string;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "convex", accounts: true });
  ann = await register(runtime.origin, person("Ann"));
  kennelId = await firstKennelId(ann);
  await ann.client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: "Bella", breed: "Beagle", gender: "female", today },
  });
  const made = await call("POST", "/backups", JSON.stringify({ kennelId, format: "json" }));
  backupId = (JSON.parse(made.text) as { data: { id: string } }).data.id;
  const { text } = await call("GET", `/backups/${backupId}/download`);
  const { data } = JSON.parse(text) as { data: { dogs: Record<string, unknown>[] } };
  dog = { ...data.dogs[0] };
}, 120_000);
afterAll(() => runtime.stop());

async function call(method: string, path: string, body?: string | FormData) {
  const headers = {
    authorization: `Bearer ${ann.token}`,
    ...(typeof body === "string" && { "content-type": "application/json" }),
  };
  const response = await fetch(`${runtime.origin}/api${path}`, { method, headers, ...(body && { body }) });
  return { status: response.status, text: await response.text() };
}

const HALF = "\\ud83d";
const crafted: Record<string, () => string> = {
  "half a character in a name": () => dogsText({ name: "HALF" }).replace("HALF", HALF),
  "half a character in what a field is called": () => dogsText({ half: 1 }).replace("half", HALF),
  "1.2 MB in a field": () => dogsText({ notes: "x".repeat(1_200_000) }),
  "600 KB of characters of three bytes": () => dogsText({ notes: "€".repeat(200_000) }),
  "a wrong record whose name is cut within a character": () =>
    dogsText({ name: `${"x".repeat(79)}🐕`, gender: 7 }),
  "a kind called half a character": () => `{"metadata":{},"data":{"${HALF}":[{"_id":"a"}]}}`,
  "a kennel called half a character": () => `{"metadata":{"kennelName":"${HALF}"},"data":{"dogs":[]}}`,
};
const dogsText = (fields: object) =>
  JSON.stringify({ metadata: {}, data: { dogs: [{ ...dog, _id: "crafted", ...fields }] } });

test.each(Object.keys(crafted))("%s is refused, and the kennel can be used afterwards", async (what) => {
  const form = new FormData();
  form.append("backup", new Blob([crafted[what]?.() ?? ""], { type: "application/json" }), "backup.json");
  form.append("kennelId", kennelId);
  const { status, text } = await call("POST", "/backups/restore", form);
  expect([status, text]).toEqual([400, expect.stringContaining("Invalid backup file format")]);
  const [kennel] = await ann.client.query(api.kennels.kennels.list, {});
  expect(kennel?.isRestoring ?? false).toBe(false);
  const other = { kennelId, name: "Rex", breed: "Beagle", gender: "male", today } as const;
  await ann.client.mutation(api.dogs.dogs.create, other);
  const states = (await ann.client.query(api.backups.backups.list, { kennelId })).map(({ state }) => state);
  expect(states).not.toContain("checking");
});

test("listing the files of a backup from an empty cursor is refused with a message", async () => {
  const listing = ann.client.query(api.backups.backups.files, { backupId, cursor: "" });
  const error: unknown = await listing.catch((refusal: unknown) => refusal);
  expect(getErrorData(error)).toMatchObject({
    code: "VALIDATION_FAILED",
    details: { fields: { cursor: expect.any(String) } },
  });
});
