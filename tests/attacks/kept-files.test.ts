/** Tests the addresses of uploads and of the files in a backup. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { fetchKept } from "../../src/lib/fetch-kept";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";
import { open } from "./connections";

let runtime: Runtime;
let ann: SignedIn;
let url: string;
let backupId: string;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "convex", accounts: true });
  ann = await register(runtime.origin, person("Ann"));
  const kennelId = await firstKennelId(ann);
  backupId = await ann.client.mutation(api.backups.backups.create, {
    ...{ kennelId, backupType: "local", includePhotos: true, format: "json", today: "2026-11-22" },
  });
  const findUrl = async () => {
    url = (await ann.client.query(api.backups.backups.get, { backupId })).url ?? "";
    expect(url).not.toBe("");
  };
  await vi.waitFor(findUrl, { timeout: 30_000 });
});
afterAll(() => runtime.stop());

test("an address does not reveal a storage address, and opens only if it is unchanged", async () => {
  const made = new URL(url);
  expect(made.pathname).toMatch(/^\/api\/kept\/backup\//);
  const response = await fetch(made);
  expect([response.status, response.headers.get("content-disposition")]).toEqual([200, "attachment"]);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const [, api, kept, kind, id, userId, storageId] = made.pathname.split("/");
  const altered = [
    [api, kept, "removal", id, userId, storageId],
    [api, kept, kind, id, storageId, storageId],
    [api, kept, kind, userId, userId, storageId],
    [api, kept, kind, id, userId, id],
  ];
  for (const parts of altered) {
    expect((await fetch(`${made.origin}/${parts.join("/")}${made.search}`)).status).toBe(404);
  }
  expect((await fetch(`${made.origin}${made.pathname}`)).status).toBe(404);
});

test("a file of a backup is never served as a page or program of the app, like any stored file", async () => {
  const { headers } = await fetch(url);
  expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  const { pathname, search } = new URL(url);
  for (const destination of ["script", "style", "xslt", "serviceworker"]) {
    const lines = ["Host: x", "Sec-Fetch-Site: same-origin", `Sec-Fetch-Dest: ${destination}`];
    const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`;
    const asked = await open(runtime.port, "127.0.0.1", request);
    expect(await asked.ended).toContain("403 Forbidden");
  }
});

test("an address ends when its file or backup is deleted", async () => {
  await ann.client.mutation(api.backups.backups.remove, { backupId });
  expect((await fetch(url)).status).toBe(404);
});

test("a file larger than a response is sent in parts, without revealing a storage address", async () => {
  const kennelId = await firstKennelId(ann);
  const sentId = await ann.client.mutation(api.backups.restores.beginSending, {
    kennelId,
    today: new Date().toISOString().slice(0, 10),
  });
  const address = await ann.client.mutation(api.backups.restores.generateUploadUrl, { kennelId });
  const text = `{"metadata":{},"data":{}}${" ".repeat(20 << 20)}`;
  const stored = (await (await fetch(address, { method: "POST", body: text })).json()) as {
    storageId: Id<"_storage">;
  };
  await ann.client.mutation(api.backups.restores.takeRecords, { kennelId, backupId: sentId, ...stored });
  const findUrl = async () => {
    url = (await ann.client.query(api.backups.restores.sent, { kennelId, backupId: sentId })).url ?? "";
    expect(url).not.toBe("");
  };
  await vi.waitFor(findUrl, { timeout: 30_000 });
  const whole = await fetch(url, { redirect: "manual" });
  expect([whole.status, whole.headers.get("location")]).toEqual([416, null]);
  expect(whole.headers.get("content-range")).toBe(`bytes */${text.length}`);
  expect(await (await fetchKept(url, "no")).text()).toBe(text);
  const middle = await fetch(url, { headers: { range: "bytes=2-9" } });
  expect([middle.status, await middle.text()]).toEqual([206, text.slice(2, 10)]);
  const beyond = await fetch(url, { headers: { range: `bytes=${text.length}-` } });
  expect(beyond.status).toBe(416);
});

test("an upload address accepts a few files and no more", async () => {
  const kennelId = await firstKennelId(ann);
  const address = await ann.client.mutation(api.backups.restores.generateUploadUrl, { kennelId });
  const send = async () => (await fetch(address, { method: "POST", body: "x" })).status;
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) statuses.push(await send());
  expect(statuses).toEqual([...Array<number>(8).fill(200), ...Array<number>(4).fill(401)]);
});
