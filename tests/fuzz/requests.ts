/**
 * Attacks over HTTP: requests to every route, modified in their line, headers and body. Several follow one another
 * on one connection, and the last may be no valid request. Each connection must be closed by the server, and every
 * response must be intended.
 */
import { connect } from "node:net";
import { anyText, mutateBytes, mutateJson, mutateText } from "./mutations";
import { anyAddress, HUNG_AFTER_MS, lookForSecrets, type Target } from "./target";

interface Route {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** 1 by default. */
  readonly weight?: number;
}

const call = (path: string, args: unknown) => ({ path, args: [args], format: "json" });
const note = { author: "attacker", text: "x" };

const ROUTES: readonly Route[] = [
  { method: "POST", path: "/api/query", body: call("rooms:list", { room: "attack" }), weight: 4 },
  { method: "GET", path: `/api/query?path=rooms:list&args=${encodeURIComponent('{"room":"a"}')}`, weight: 3 },
  { method: "POST", path: "/api/mutation", body: call("rooms:add", { room: "attack", ...note }), weight: 4 },
  { method: "POST", path: "/api/action", body: call("rooms:addByAction", { room: "attack", ...note }) },
  { method: "POST", path: "/api/function", body: call("rooms:list", { room: "attack" }) },
  { method: "POST", path: "/api/run/rooms/list", body: { args: { room: "attack" } }, weight: 3 },
  { method: "POST", path: "/api/query_ts" },
  {
    method: "POST",
    path: "/api/query_at_ts",
    body: { ...call("rooms:list", { room: "a" }), ts: "AAAAAAAAAAA=" },
  },
  { method: "POST", path: "/api/query_batch", body: { queries: [call("rooms:list", { room: "attack" })] } },
  { method: "POST", path: "/api/storage/upload?token=x.y.z", body: "bytes", weight: 2 },
  {
    method: "GET",
    path: "/api/storage/0b7a0f5e-3f1f-4a63-9a4e-5b3f3f3b9e11",
    headers: { Range: "bytes=0-1" },
    weight: 2,
  },
  {
    method: "OPTIONS",
    path: "/api/query",
    headers: { Origin: "http://evil.example", "Access-Control-Request-Method": "POST" },
  },
  { method: "POST", path: "/rest/rooms/attack", body: note, weight: 3 },
  { method: "GET", path: "/rest/rooms/attack", weight: 3 },
  { method: "GET", path: "/version" },
  { method: "GET", path: "/", headers: { Accept: "text/html" }, weight: 2 },
  {
    method: "GET",
    path: "/assets/app.js",
    headers: { "Accept-Encoding": "br, gzip", "If-None-Match": '"x"' },
    weight: 2,
  },
  { method: "GET", path: "/..%2f..%2fadmin-key" },
  { method: "GET", path: "/_internal/metrics" },
  { method: "GET", path: "/metrics" },
  { method: "POST", path: "/api/deploy2/start_push", body: { adminKey: "x", functions: "convex/" } },
  { method: "POST", path: "/api/deploy2/finish_push", body: { startPush: {}, dryRun: false } },
  {
    method: "POST",
    path: "/api/update_environment_variables",
    body: { changes: [{ name: "A", value: "b" }] },
  },
  { method: "GET", path: "/api/stream_function_logs?cursor=0" },
  { method: "POST", path: "/api/import/start_upload" },
  { method: "POST", path: "/api/import/upload_part?uploadToken=..%2F..&partNumber=1", body: "part" },
  {
    method: "POST",
    path: "/api/import/finish_upload",
    body: { import: { format: "zip" }, uploadToken: "x", partTokens: ["1"] },
  },
  { method: "POST", path: "/api/export/request/zip?includeStorage=true" },
  { method: "GET", path: "/api/export/zip/..%2f..%2fdata.sqlite" },
  { method: "GET", path: "/api/auth/get-session", headers: { Cookie: "session=x.y" } },
  { method: "POST", path: "/api/auth/sign-in/email", body: { email: "a@example.com" } },
];
interface Request {
  readonly bytes: Buffer;
  readonly isBroken: boolean;
}

const WEIGHED = ROUTES.flatMap((route) => Array.from({ length: route.weight ?? 1 }, () => route));
/** Statuses that mean a bug of the server. A failed HTTP action of the developer also returns 500. */
const BUG = /^HTTP\/1\.1 5(?!03)\d\d[\s\S]*?\r\n\r\n/gm;

/** Returns how many requests were sent over the connection. */
export async function attackOverHttp(target: Target): Promise<number> {
  const { random } = target;
  const count = 1 + random.below(8);
  const requests = Array.from({ length: count }, (_, at) => makeRequest(target, at === count - 1));
  const bytes = Buffer.concat(requests.map((request) => request.bytes));
  const asked = bytes.toString("latin1");
  const answer = await exchange(target, bytes, asked, requests.at(-1)?.isBroken ?? false);
  lookForSecrets(target, answer, asked);
  const text = answer.toString("latin1");
  if (BUG.test(text) && !asked.includes("/rest/rooms/"))
    target.onFinding(`a bug: ${asked.slice(0, 1500)} -> ${text.slice(0, 300)}`);
  BUG.lastIndex = 0;
  if (/^X-Injected/im.test(text)) target.onFinding(`a header was injected: ${asked.slice(0, 1000)}`);
  return count;
}

function exchange(target: Target, bytes: Buffer, asked: string, isBroken: boolean): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(target.port, "127.0.0.1", () => {
      socket.write(bytes);
      // An incomplete request may get no response.
      if (isBroken) socket.end();
    });
    const hung = setTimeout(() => {
      target.onFinding(`a connection hangs: ${asked.slice(0, 1000)}`);
      socket.destroy();
    }, HUNG_AFTER_MS);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(hung);
      resolve(Buffer.concat(chunks));
    });
  });
}

function makeRequest({ random }: Target, isLast: boolean): Request {
  const route = random.of(WEIGHED);
  const headers: Record<string, string> = {
    Host: "127.0.0.1",
    "X-Forwarded-For": anyAddress(random),
    ...route.headers,
  };
  if (random.chance(0.15)) headers["Authorization"] = anyCredentials(random.below(6), anyText(random));
  if (random.chance(0.05)) headers["Convex-Client"] = anyText(random).slice(0, 500);
  let path = route.path;
  if (random.chance(0.25)) path = mutateText(random, path).replaceAll(/\s/g, "%20");
  let body = Buffer.alloc(0);
  if (route.body !== undefined) {
    const changed = random.chance(0.6) ? mutateJson(random, route.body) : route.body;
    const text = JSON.stringify(changed) ?? "";
    body = Buffer.from(random.chance(0.15) ? mutateText(random, text) : text);
    headers["Content-Type"] = random.chance(0.9) ? "application/json" : "multipart/form-data; boundary=x";
    if (random.chance(0.03)) headers["Content-Encoding"] = random.of(["gzip", "br", "x"]);
  }
  if (body.length > 0 || route.method === "POST") headers["Content-Length"] = String(body.length);
  if (isLast) headers["Connection"] = "close";
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value.replaceAll(/[\r\n\0]/g, " ")}\r\n`,
  );
  const whole = Buffer.concat([
    Buffer.from(`${route.method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`),
    body,
  ]);
  // After a broken request the server reads no further, so only the last request is broken.
  if (!isLast || random.chance(0.6)) return { bytes: whole, isBroken: false };
  const bytes = random.chance(0.5)
    ? mutateBytes(random, whole)
    : Buffer.from(mutateText(random, whole.toString("latin1")), "latin1");
  return { bytes, isBroken: true };
}

function anyCredentials(kind: number, text: string): string {
  const value = text.slice(0, 500);
  const forms = [
    `Convex ${value}`,
    `Bearer ${value}`,
    `Basic ${value}`,
    value,
    `Convex :${value}`,
    "Bearer a.b.c",
  ];
  return forms[kind] ?? value;
}
