/**
 * Tests endless requests for the description of the API. It is created, compressed and stored once for all
 * requests.
 */
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { open } from "./connections";

const PAGES = ["/api/openapi.json", "/api/docs"];
const CONNECTIONS = 20;
const AHEAD = 20;

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({
    functions: "convex",
    accounts: true,
    extraArguments: ["--trusted-proxies", "loopback", "--log-calls", "all"],
  });
});
afterAll(() => runtime.stop());

const actions = () => runtime.output().split('"HttpAction"').length - 1;
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(runtime.origin + path, { headers: { "x-forwarded-for": "192.0.2.1", ...headers } });

test.each(PAGES)(
  "%s is sent without a body to clients that have it, and compressed to clients that accept compression",
  async (path) => {
    const whole = await ask(path, { "accept-encoding": "identity" });
    const text = await whole.text();
    const etag = whole.headers.get("etag") ?? "";
    const again = await ask(path, { "accept-encoding": "identity", "if-none-match": etag });
    expect([again.status, (await again.text()).length, again.headers.get("etag")]).toEqual([304, 0, etag]);

    const connection = await open(
      runtime.port,
      "127.0.0.1",
      `GET ${path} HTTP/1.1\r\nHost: studbook.test\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    );
    // With this encoding, each byte is one character.
    connection.socket.setEncoding("latin1");
    const answer = Buffer.from(await connection.ended, "latin1");
    const body = answer.indexOf("\r\n\r\n") + 4;
    expect(answer.subarray(0, body).toString()).toMatch(/content-encoding: gzip/i);
    expect(gunzipSync(answer.subarray(body)).toString()).toBe(text);
  },
);

test.each(PAGES)("%s is created once for all requests, whether clients read it or not", async (path) => {
  await (await ask(path)).arrayBuffer();
  const before = actions();
  const request = `GET ${path} HTTP/1.1\r\nHost: studbook.test\r\nX-Forwarded-For: 192.0.2.2\r\n\r\n`;
  const unread = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => open(runtime.port, "127.0.0.1", request.repeat(AHEAD))),
  );
  for (const { socket } of unread) socket.pause();
  const read = await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(path)));
  for (const response of read) {
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  for (const { socket } of unread) socket.destroy();
  // The description is created again each minute.
  expect(actions() - before).toBeLessThan(CONNECTIONS / 2);
});
