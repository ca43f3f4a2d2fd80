/** What strangers try on a whole runtime: calls of tools without the key, requests that two servers read differently, scripts from uploads. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRuntime, type Runtime } from "./runtime.js";
import { mutation, query } from "./sync/testing/sync-harness.js";

const here = import.meta.dirname;
const ADMIN_KEY = "embedded|0123456789abcdef0123456789abcdef";
let runtime: Runtime;
let dataDir: string;
const errors: unknown[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "attack-"));
  runtime = await startRuntime({
    ...{ dataDir, port: 0, adminKey: ADMIN_KEY, env: {} },
    functionsDir: fileURLToPath(new URL("./sync/testing/fixtures/convex", import.meta.url)),
    actionWorkerUrl: pathToFileURL(path.join(here, "../dist/embedded/functions/action-worker.js")),
    origin: "https://kennel.example.com",
    onError: (error) => void errors.push(error),
  });
});
afterAll(async () => {
  await runtime.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(errors).toEqual([]);
});

/** Every path of the tools, as their two tables name them. */
const adminRoutes = ["deploy/push-api.ts", "transfer/transfer-api.ts"].flatMap((file) =>
  [...readFileSync(path.join(here, file), "utf8").matchAll(/"(GET|POST) (\/api\/[^"]+)"/g)].map(
    ([, method = "", pathname = ""]) => ({ method, pathname }),
  ),
);

describe("calls of tools", () => {
  const routes = [
    ...adminRoutes,
    { method: "POST", pathname: "/api/function" },
    { method: "GET", pathname: "/api/export/zip/1" },
  ];
  const headers: Record<string, Record<string, string>> = {
    "no key": {},
    "a wrong key": { Authorization: `Convex ${ADMIN_KEY.replace("0", "f")}` },
    "the beginning of the key": { Authorization: `Convex ${ADMIN_KEY.slice(0, -1)}` },
    "more than the key": { Authorization: `Convex ${ADMIN_KEY}0` },
    "the key as a token": { Authorization: `Bearer ${ADMIN_KEY}` },
    "an identity without the key": { Authorization: "Convex :e30=" },
  };

  it("are found, all of them", () => {
    expect(adminRoutes.length).toBeGreaterThan(12);
  });

  it.each(Object.entries(headers))("are refused with %s", async (_what, credentials) => {
    for (const { method, pathname } of routes) {
      const body =
        method === "POST" ? JSON.stringify({ path: "notes:clear", args: { board: "a" } }) : undefined;
      const answer = await fetch(runtime.origin + pathname, {
        ...{ method, headers: credentials },
        ...(body === undefined ? {} : { body }),
      });
      expect([401, 403], `${method} ${pathname}`).toContain(answer.status);
      await answer.arrayBuffer();
    }
  });
});

/** Sends bytes as they are and answers all that comes back. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(new URL(runtime.origin).port), "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

describe("a request that two servers may read differently", () => {
  it.each([
    ["two lengths", "Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde"],
    ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["an unknown coding", "Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n"],
    ["a length that is no number", "Content-Length: +4\r\n\r\nabcd"],
    ["a name with a space", "Content-Length : 4\r\n\r\nabcd"],
    ["a folded line", "X-A: 1\r\n folded\r\nContent-Length : 0\r\n\r\n"],
  ])("is refused: %s", async (_what, rest) => {
    const answer = await exchange(`POST /api/query_ts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe("a value with names of every object", () => {
  it("changes no object but itself, and does not pass for a field that is asked for", async () => {
    const body =
      '{"path":"notes:add","args":{"board":"b","__proto__":{"text":"from the prototype"}},"format":"json"}';
    const answer = await fetch(`${runtime.origin}/api/mutation`, { method: "POST", body });
    expect(await answer.json()).toMatchObject({ status: "error" });
    const http = new ConvexHttpClient(runtime.origin, { skipConvexDeploymentUrlCheck: true });
    expect(await http.query(query("notes:list"), { board: "b" })).toEqual([]);
    for (const name of ["__proto__", "constructor", "prototype"])
      expect(Reflect.get({}, "text"), name).toBeUndefined();
  });

  it.each(["__proto__:add", "constructor:name", "notes:__proto__", "notes:constructor", "notes:toString"])(
    "names no function: %s",
    async (name) => {
      const body = JSON.stringify({ path: name, args: {}, format: "json" });
      for (const kind of ["query", "mutation", "action"]) {
        const answer = await fetch(`${runtime.origin}/api/${kind}`, { method: "POST", body });
        expect(await answer.json()).toMatchObject({ status: "error" });
      }
    },
  );
});

describe("an uploaded script", () => {
  it("is served as a file, and never run by a page of the app", async () => {
    const http = new ConvexHttpClient(runtime.origin, { skipConvexDeploymentUrlCheck: true });
    const address = new URL(String(await http.mutation(mutation("notes:uploadUrl"), {})));
    const sent = await fetch(runtime.origin + address.pathname + address.search, {
      ...{ method: "POST", body: "alert(1)", headers: { "Content-Type": "text/javascript" } },
    });
    const { storageId } = (await sent.json()) as { storageId: string };
    const { pathname } = new URL(String(await http.query(query("notes:fileUrl"), { id: storageId })));
    const load = (destination: string, site: string) =>
      exchange(
        `GET ${pathname} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Dest: ${destination}\r\nSec-Fetch-Site: ${site}\r\nConnection: close\r\n\r\n`,
      );
    for (const destination of ["script", "worker", "serviceworker"]) {
      expect(await load(destination, "same-origin")).toMatch(/^HTTP\/1\.1 403 /);
    }
    expect(await load("empty", "same-origin")).toContain("alert(1)");
    expect(await load("image", "same-origin")).toContain("nosniff");
  });
});

it("tells browsers to come by TLS alone where people come by TLS", async () => {
  const answer = await fetch(`${runtime.origin}/version`);
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});
