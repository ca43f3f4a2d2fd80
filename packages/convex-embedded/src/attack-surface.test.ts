/**
 * Attacks by strangers on a whole runtime: calls of tools without the key, requests that two servers read
 * differently, scripts from uploads.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ConvexHttpClient } from "convex/browser";
import { strToU8, zipSync } from "fflate";
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
    actionWorkerUrl: pathToFileURL(path.join(here, "../dist/functions/action-worker.js")),
    origin: "https://kennel.example.com",
    onError: (error) => void errors.push(error),
  });
});
afterAll(async () => {
  await runtime.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(errors).toEqual([]);
});

/** Every path of the tools, read from the sources of their two tables. */
const adminRoutes = ["deploy/push-api.ts", "transfer/transfer-api.ts"].flatMap((file) =>
  [...readFileSync(path.join(here, file), "utf8").matchAll(/"(GET|POST) (\/api\/[^"]+)"/g)].map(
    ([, method = "", pathname = ""]) => ({ method, pathname }),
  ),
);

describe("calls of the tools' paths", () => {
  const routes = [...adminRoutes, { method: "GET", pathname: "/api/export/zip/1" }];
  const headers: Record<string, Record<string, string>> = {
    "no key": {},
    "a wrong key": { Authorization: `Convex ${ADMIN_KEY.replace("0", "f")}` },
    "the beginning of the key": { Authorization: `Convex ${ADMIN_KEY.slice(0, -1)}` },
    "more than the key": { Authorization: `Convex ${ADMIN_KEY}0` },
    "the key as a token": { Authorization: `Bearer ${ADMIN_KEY}` },
    "an identity without the key": { Authorization: "Convex :e30=" },
  };

  it("include all paths", () => {
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

/** Sends bytes unchanged and returns the whole response. */
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
    ["a length that is not a number", "Content-Length: +4\r\n\r\nabcd"],
    ["a name with a space", "Content-Length : 4\r\n\r\nabcd"],
    ["a folded line", "X-A: 1\r\n folded\r\nContent-Length : 0\r\n\r\n"],
  ])("is refused: %s", async (_what, rest) => {
    const answer = await exchange(`POST /api/query_ts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe("a value with property names that every object has", () => {
  it("changes no other object, and does not replace a required field", async () => {
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

async function operate(pathname: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { Authorization: `Convex ${ADMIN_KEY}` };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(runtime.origin + pathname, { method: "POST", headers, body: text });
  return { status: answer.status, body: await answer.json() };
}

const NAMES = ["constructor", "toString", "hasOwnProperty", "valueOf"];

describe("property names that every object has", () => {
  const setVariable = (name: string, value: string | null) =>
    operate("/api/update_environment_variables", { changes: [{ name, value }] });
  const seen = async (names: readonly string[]) => {
    const args = { names };
    const answer = await operate("/api/query", { path: "notes:namesOfEveryObject", args, format: "json" });
    return (answer.body as { value: unknown }).value;
  };
  const listed = async () => {
    const path = "_system/cli/queryEnvironmentVariables";
    return (await operate("/api/query", { path, args: {}, format: "json" })).body;
  };

  it("are variables when they are set, and unknown before and after", async () => {
    const unset = NAMES.map(() => [expect.any(String), null]);
    expect(await seen(NAMES)).toEqual(unset);
    for (const name of NAMES) expect((await setVariable(name, null)).status).toBe(200);
    for (const name of NAMES) expect((await setVariable(name, `of ${name}`)).status).toBe(200);
    expect(await seen(NAMES)).toEqual(NAMES.map((name) => [expect.any(String), `of ${name}`]));
    expect(await listed()).toMatchObject({
      value: [...NAMES].sort().map((name) => ({ name, value: `of ${name}` })),
    });
    expect(await setVariable("__proto__", "x")).toMatchObject({ status: 400 });
    for (const name of NAMES) await setVariable(name, null);
    expect(await seen(NAMES)).toEqual(unset);
    expect(await listed()).toMatchObject({ value: [] });
  });

  it("in the data of an error are returned to the caller, and change no other object", async () => {
    const data =
      '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"code":"REFUSED"}';
    const body = `{"path":"notes:refuseWith","args":{"data":${data}},"format":"json"}`;
    const answer = await fetch(`${runtime.origin}/api/mutation`, { method: "POST", body });
    expect(await answer.json()).toMatchObject({ status: "error", errorData: { code: "REFUSED" } });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(await seen(["polluted"])).toEqual([["null", null]]);
  });

  it("as headers and parameters of a request are treated as ordinary names", async () => {
    const names = ["__proto__", ...NAMES];
    const query = names.flatMap((name) => [`${name}=1`, `${name}[polluted]=yes`]).join("&");
    const headers = names.map((name) => `${name}: polluted\r\n`).join("");
    for (const pathname of ["/me", "/version", "/api/storage/x", "/api/check_admin_key"]) {
      const answer = await exchange(
        `GET ${pathname}?${query} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`,
      );
      expect(answer, pathname).toMatch(/^HTTP\/1\.1 (200|400|401|403) /);
    }
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it.each([
    ["a table", "constructor/documents.jsonl", "completed"],
    ["no table", "__proto__/documents.jsonl", "completed"],
    ["a path outside the folder", "../../notes/documents.jsonl", "failed"],
    ["a Windows path outside the folder", "..\\\\..\\\\notes/documents.jsonl", "failed"],
  ])("in the entries of an imported ZIP name %s", async (_what, entry, state) => {
    const zip = zipSync({ [entry]: strToU8('{"board":"b","text":"t"}\n') });
    const headers = { Authorization: `Convex ${ADMIN_KEY}` };
    const start = (await operate("/api/import/start_upload", {})).body as { uploadToken: string };
    const part = await fetch(
      `${runtime.origin}/api/import/upload_part?uploadToken=${start.uploadToken}&partNumber=1`,
      { method: "POST", headers, body: new Uint8Array(zip) },
    );
    const finished = await operate("/api/import/finish_upload", {
      import: { mode: "append", format: "zip" },
      uploadToken: start.uploadToken,
      partTokens: [await part.json()],
    });
    const { importId } = finished.body as { importId: string };
    const stateOf = async () => {
      const path = "_system/cli/queryImport";
      const answer = await operate("/api/query", { path, args: { importId }, format: "json" });
      return (answer.body as { value: { state: { state: string } } }).value.state.state;
    };
    await expect.poll(stateOf, { timeout: 20_000 }).toMatch(/waiting_for_confirmation|failed/);
    if ((await stateOf()) !== "failed") await operate("/api/perform_import", { importId });
    await expect.poll(stateOf, { timeout: 20_000 }).toBe(state);
    expect(Reflect.get({}, "board")).toBeUndefined();
  });
});

describe("an uploaded script", () => {
  it("is served as a file, and is never run by a page of the app", async () => {
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

it("a response allows browsers to use only TLS from then on, when the app is served over TLS", async () => {
  const answer = await fetch(`${runtime.origin}/version`);
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});
