/** Tests tokens whose issuer takes long to compare. */
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call } from "./calls";

/** With a quadratic comparison, one of these tokens blocks a process for ten seconds or more. */
const SLASHES = 140_000;
const TOKENS = 8;

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/attacks" });
});
afterAll(() => runtime.stop());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const token = [
  part({ alg: "ES256", typ: "JWT" }),
  part({ iss: `https://accounts.example${"/".repeat(SLASHES)}.`, aud: "convex", sub: "nobody" }),
  "signature",
].join(".");

function authenticate(value: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${runtime.origin.replace("http", "ws")}/api/1.48.0/sync`);
    socket.on("error", reject);
    socket.on("open", () => {
      const connect = { type: "Connect", sessionId: randomUUID(), connectionCount: 0, lastCloseReason: "" };
      socket.send(JSON.stringify({ ...connect, clientTs: 0 }));
      socket.send(JSON.stringify({ type: "Authenticate", baseVersion: 0, tokenType: "User", value }));
    });
    socket.on("message", (data: Buffer) => {
      const text = data.toString();
      if (!text.includes('"AuthError"')) return;
      socket.close();
      resolve(text);
    });
  });
}

test("issuers with many slashes are refused while other clients are served", async () => {
  const refusals = Array.from({ length: TOKENS }, () => authenticate(token));
  expect((await call(runtime.origin, "query", "notes:newest", { board: "mine" })).body).toMatchObject({
    status: "success",
  });
  for (const refusal of await Promise.all(refusals)) expect(refusal).toContain("No auth provider found");
});
