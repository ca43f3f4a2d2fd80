/** Tests large forms of a person who may send them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const MEBIBYTE = 1 << 20;
const FORM_BYTES = 300 * MEBIBYTE;

let runtime: Runtime;
let ann: SignedIn;
let kennelId: string;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "convex", accounts: true });
  ann = await register(runtime.origin, person("Ann"));
  kennelId = await firstKennelId(ann);
});
afterAll(() => runtime.stop());

const residentBytes = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${runtime.pid}/status`, "utf8"))?.[1]) * 1024;

/** The form of a restore contains a file of the given size, and is sent piece by piece. */
async function send(head: string, bytes: number, tail: string): Promise<{ status: number; text: string }> {
  const start = `--limit\r\nContent-Disposition: form-data; name="kennelId"\r\n\r\n${kennelId}\r\n--limit\r\nContent-Disposition: form-data; name="backup"; filename="a \\"b\\".json"\r\nContent-Type: application/json\r\n\r\n${head}`;
  const end = `${tail}\r\n--limit--\r\n`;
  const piece = Buffer.alloc(MEBIBYTE, "A");
  function* pieces() {
    yield Buffer.from(start.replaceAll('\\"', "%22"));
    for (let left = bytes; left > 0; left -= MEBIBYTE) yield piece.subarray(0, Math.min(left, MEBIBYTE));
    yield Buffer.from(end);
  }
  const length = Buffer.byteLength(start.replaceAll('\\"', "%22")) + bytes + end.length;
  const response = await fetch(`${runtime.origin}/api/backups/restore`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${ann.token}`,
      "content-type": "multipart/form-data; boundary=limit",
      "content-length": String(length),
    },
    body: Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>,
    duplex: "half",
  } as RequestInit);
  return { status: response.status, text: await response.text() };
}

const filesLeft = (): string[] =>
  readdirSync(runtime.data, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.includes(`${path.sep}forms${path.sep}`),
  );

test("a form of 300 MB is not held in memory when its sender may restore", async () => {
  await ann.client.query(api.backups.backups.list, { kennelId });
  await send("", 2 * MEBIBYTE, "");
  const idle = residentBytes();
  let peak = idle;
  const looking = setInterval(() => (peak = Math.max(peak, residentBytes())), 50);
  const { status, text } = await send('{"metadata":{},"filler":"', FORM_BYTES, '"}').finally(() =>
    clearInterval(looking),
  );
  expect([status, text]).toEqual([400, expect.stringContaining("Invalid backup file format")]);
  expect(peak - idle).toBeLessThan(FORM_BYTES / 2);
  await vi.waitFor(() => expect(filesLeft()).toEqual([]), { timeout: 10_000 });
}, 120_000);

test("a backup in a long form is restored", async () => {
  const { status, text } = await send(
    '{"metadata":{},"data":{"dogs":[]},"files":{}}',
    0,
    " ".repeat(2 * MEBIBYTE),
  );
  expect([status, text]).toEqual([201, expect.stringContaining('"added":0')]);
});

test("a long form without an end is refused", async () => {
  const response = await fetch(`${runtime.origin}/api/backups/restore`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${ann.token}`,
      "content-type": "multipart/form-data; boundary=limit",
    },
    body: `--limit\r\nContent-Disposition: form-data; name="backup"; filename="a"\r\n\r\n${"A".repeat(2 * MEBIBYTE)}`,
  });
  expect(response.status).toBe(400);
});
