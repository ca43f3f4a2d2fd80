/** Tests the HTTP server over a fake engine. */
import { createHash } from "node:crypto";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HttpActionRequest, HttpActionResponse } from "../functions/api.js";
import { createMetrics } from "../sync/metrics.js";
import { FakeRunner } from "../sync/testing/fake-engine.js";
import { action, fakeAuthenticator, mutation, query } from "../sync/testing/sync-harness.js";
import { StartError } from "../start-error.js";
import { Arrivals } from "./arrivals.js";
import { CallRates, LargeCalls } from "./call-rates.js";
import { openClientAddresses } from "./client-address.js";
import { listen, type ListeningServer } from "./listen.js";
import { Pace } from "./pace.js";
import { createRouter, createSiteRouter, type ExtraHandler, type RouterServices } from "./router.js";
import { openWebApp } from "./web-app.js";

let server: ListeningServer;
let url: string;
let runner: FakeRunner;
let webDir: string;
const errors: unknown[] = [];
const extraHandlers: ExtraHandler[] = [];
let hasRoutes: boolean;

/** HTTP actions `/hello`, `/echo` and `/broken`. */
async function httpAction(request: HttpActionRequest): Promise<HttpActionResponse | null> {
  const { pathname } = new URL(request.url);
  const body = (text: string) => new Blob([text]).stream();
  switch (pathname) {
    case "/hello":
      return {
        status: 200,
        headers: [
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
          ["Transfer-Encoding", "chunked"],
        ],
        body: body(request.identityError ?? String(request.identity?.["subject"] ?? "nobody")),
      };
    case "/kept":
      return {
        status: 200,
        headers: [
          ["Content-Type", "text/plain"],
          ["Content-Length", "5000"],
          ["Cache-Control", "public, max-age=60"],
        ],
        body: body("x".repeat(5000)),
      };
    case "/echo":
      return { status: 201, headers: [["Content-Type", "text/x"]], body: request.body };
    case "/broken":
      throw new Error("the engine has a bug");
    default:
      return null;
  }
}

/** Sends the head of a request and a first byte of its body, and returns the head of the response. */
function headersOf({
  method,
  path: target,
  declaredBytes,
}: {
  method: string;
  path: string;
  declaredBytes: number;
}) {
  return new Promise<IncomingHttpHeaders>((resolve, reject) => {
    const headers = { "content-length": declaredBytes };
    const sending = httpRequest(url + target, { method, headers }, (response) => {
      resolve(response.headers);
      sending.destroy();
    });
    sending.on("error", reject);
    sending.write("x");
  });
}

beforeEach(async () => {
  runner = new FakeRunner();
  runner.hasRoute = (_method, pathname) => ["/hello", "/kept", "/echo", "/broken"].includes(pathname);
  runner.runHttpAction = httpAction as FakeRunner["runHttpAction"];
  errors.length = 0;
  extraHandlers.length = 0;
  hasRoutes = true;
  webDir = mkdtempSync(path.join(tmpdir(), "web-"));
  mkdirSync(path.join(webDir, "assets"));
  writeFileSync(
    path.join(webDir, "index.html"),
    `<!doctype html><style>\np { color: red }</style><noscript><style>b{}</style></noscript><script>boot()</script><script src=/x></script>`,
  );
  writeFileSync(path.join(webDir, "assets", "app-Ab12Cd34.js"), `console.log(${"1".repeat(5000)})`);
  writeFileSync(path.join(webDir, "icon.png"), "png");
  writeFileSync(path.join(webDir, "assets", ".secret"), "hidden");
  server = await listen("127.0.0.1", 0, "port");
  url = `http://127.0.0.1:${server.port}`;
  server.serve(createRouter(services()));
});

afterEach(async () => {
  await server.close(0);
  rmSync(webDir, { recursive: true });
});

function services(): RouterServices {
  return {
    runner,
    arrivals: new Arrivals(),
    authenticator: fakeAuthenticator,
    database: runner.database,
    storage: async () => false,
    keySet: () => ({ keys: [] }),
    metrics: createMetrics(),
    statusPages: async () => false,
    version: "test-1",
    instanceName: "test",
    hasHttpActions: () => hasRoutes,
    extraHandlers,
    webApp: openWebApp(webDir, [url]),
    addresses: openClientAddresses([]),
    rates: new CallRates(),
    pace: new Pace(),
    largeCalls: new LargeCalls(),
    isSecure: false,
    filesOrigin: null,
    onError: (error) => void errors.push(error),
  };
}

function post(pathname: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(url + pathname, { method: "POST", body: text, headers });
}

/** Sends a path unchanged, because `fetch` would normalize it. */
function raw(pathname: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; body: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const sent = httpRequest(
      { host: "127.0.0.1", port: server.port, path: pathname, headers },
      (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => (body += chunk.toString("latin1")));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
        );
      },
    );
    sent.on("error", reject).end();
  });
}

describe("the function API", () => {
  it("serves ConvexHttpClient: queries, mutations, actions, consistent queries", async () => {
    const client = new ConvexHttpClient(url, { logger: false });
    expect(await client.mutation(mutation("fake:append"), { text: "a" })).toBe("done");
    expect(await client.query(query("fake:list"), {})).toEqual(["a"]);
    expect(await client.action(action("fake:echo"), { a: 1 })).toEqual({ a: 1 });
    expect(await client.consistentQuery(query("fake:count"), {})).toBe(1);
    await expect(client.mutation(mutation("fake:refuse"), {})).rejects.toMatchObject({
      data: { code: "NO" },
    });
    client.setAuth("token-of-ann");
    expect(await client.query(query("fake:whoami"), {})).toBe("ann");
  });

  it("returns a function's error with status 200", async () => {
    const response = await post("/api/mutation", { path: "fake:refuse", args: {}, format: "json" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "error",
      errorMessage: "[Request ID: 0123456789abcdef] Server Error\nUncaught ConvexError: no",
      errorData: { code: "NO" },
    });
  });

  it("reads the function's name from the path of /api/run", async () => {
    expect(await (await post("/api/run/fake/append", { args: { text: "x" } })).json()).toEqual({
      status: "success",
      value: "done",
    });
    expect((await post("/api/run/fake", { args: {} })).status).toBe(400);
  });

  it("returns several queries at once, and one query by GET", async () => {
    const queries = [
      { path: "fake:count", args: {} },
      { path: "fake:isEmpty", args: {} },
    ];
    expect(await (await post("/api/query_batch", { queries })).json()).toEqual({
      results: [
        { status: "success", value: 0 },
        { status: "success", value: true },
      ],
    });
    const get = await fetch(`${url}/api/query?path=fake:count&args=${encodeURIComponent("{}")}&format=json`);
    expect(await get.json()).toEqual({ status: "success", value: 0 });
  });

  it("reads all queries of a batch at one timestamp, whatever is written in between", async () => {
    const askedAt: unknown[] = [];
    const run = runner.runQueries.bind(runner);
    runner.runQueries = async (calls, at?: bigint) => {
      askedAt.push(at);
      const group = await run(calls);
      runner.database.append("default", "between");
      return at === undefined ? group : { ...group, ts: at };
    };
    const { latestTs } = runner.database;
    const queries = [1, 2, 3].map(() => ({ path: "fake:count", args: {} }));
    expect((await post("/api/query_batch", { queries })).status).toBe(200);
    expect(askedAt).toEqual([undefined, latestTs, latestTs]);
  });

  it("refuses half of a surrogate pair, as serde_json does, and calls nothing", async () => {
    const half = String.raw`{"path":"fake:append","args":{"text":"\ud83d"}}`;
    const response = await fetch(`${url}/api/mutation`, { method: "POST", body: half });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: "BadJsonBody",
        message: "Failed to parse the request body as JSON: unexpected end of hex escape at line 1 column 45",
      },
    ]);
    const args = encodeURIComponent(String.raw`{"text":"\udc15"}`);
    expect((await fetch(`${url}/api/query?path=fake:count&args=${args}`)).status).toBe(400);
    expect(runner.mutationRuns).toBe(0);
  });

  it("allows anybody to call functions of any kind by /api/function, and internal ones only with the admin key", async () => {
    const call = { path: "fake:secret", args: {} };
    const asAdmin = { authorization: "Convex the-admin-key" };
    for (const path of ["fake:list", "fake:nothing", "fake:echo"]) {
      expect(await (await post("/api/function", { path, args: {} })).json()).toMatchObject({
        status: "success",
      });
    }
    expect(await (await post("/api/function", call)).json()).toMatchObject({ status: "error" });
    expect(await (await post("/api/function", call, asAdmin)).json()).toMatchObject({ status: "success" });
    expect(await (await post("/api/mutation", call)).json()).toMatchObject({ status: "error" });
    expect(await (await post("/api/mutation", call, asAdmin)).json()).toMatchObject({ status: "success" });
  });

  it("allows an administrator to act as a user", async () => {
    const identity = Buffer.from(JSON.stringify({ issuer: "i", subject: "ann" })).toString("base64");
    const headers = { authorization: `Convex the-admin-key:${identity}` };
    expect(await (await post("/api/query", { path: "fake:whoami", args: {} }, headers)).json()).toEqual({
      status: "success",
      value: "ann",
    });
  });

  const refused: [string, string, unknown, Record<string, string>, number, string][] = [
    ["malformed JSON", "/api/query", "{nonsense", {}, 400, "BadJsonBody"],
    ["a body that is not an object", "/api/query", "[]", {}, 400, "BadJsonBody"],
    ["no path", "/api/query", { args: {} }, {}, 400, "BadJsonBody"],
    ["no arguments", "/api/query", { path: "fake:list" }, {}, 400, "BadJsonBody"],
    ["an unknown format", "/api/query", { path: "fake:list", args: {}, format: "xml" }, {}, 400, "BadFormat"],
    [
      "an invalid timestamp",
      "/api/query_at_ts",
      { path: "fake:list", args: {}, ts: "?" },
      {},
      400,
      "BadTimestamp",
    ],
    [
      "an invalid token",
      "/api/query",
      { path: "fake:list", args: {} },
      { authorization: "Bearer x" },
      401,
      "InvalidAuthHeader",
    ],
    [
      "an invalid admin key",
      "/api/query",
      { path: "fake:list", args: {} },
      { authorization: "Convex x" },
      403,
      "BadDeployKey",
    ],
    [
      "an unknown scheme",
      "/api/query",
      { path: "fake:list", args: {} },
      { authorization: "Basic x" },
      400,
      "InvalidHeaderFailure",
    ],
    ["an unknown path", "/api/none", {}, {}, 404, "NotFound"],
  ];
  it.each(refused)(
    "refuses %s with a code and a message",
    async (_name, pathname, body, headers, status, code) => {
      const response = await post(pathname, body, headers);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ code, message: expect.any(String) });
    },
  );

  it("refuses bodies over the limit with a 413, with or without a stated length", async () => {
    const large = "x".repeat(25 << 20);
    expect((await post("/api/mutation", { path: "fake:append", args: { text: large } })).status).toBe(413);
    const stream = new Blob([`{"path":"fake:append","args":{"text":"${large}"}}`]).stream();
    const unannounced = await fetch(`${url}/api/mutation`, {
      method: "POST",
      body: stream,
      duplex: "half",
    } as RequestInit);
    expect(unannounced.status).toBe(413);
    expect(runner.mutationRuns).toBe(0);
  });

  it("returns 429 with the limit's name when a mutation's turn did not come in time", async () => {
    runner.refuseNext = 1;
    const refused = await post("/api/mutation", { path: "fake:append", args: { text: "late" } });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toEqual({ code: "TooManyConcurrentRequests", message: "Too many." });
    expect(runner.mutationRuns).toBe(0);
    runner.refuseNext = 1;
    expect((await post("/api/action", { path: "fake:echo", args: {} })).status).toBe(429);
  });

  it("refuses a GET when a POST is required", async () => {
    expect((await fetch(`${url}/api/mutation`)).status).toBe(405);
  });
});

describe("cross-origin calls", () => {
  it("are allowed on the engine's paths, with any headers of the page", async () => {
    const preflight = await fetch(`${url}/api/query`, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "convex-client,content-type",
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("convex-client,content-type");
    const refusal = await post("/api/query", "nonsense", { origin: "https://app.example" });
    expect(refusal.headers.get("access-control-allow-origin")).toBe("https://app.example");
  });

  it("to HTTP actions are decided by the developer", async () => {
    const response = await fetch(`${url}/hello`, { headers: { origin: "https://app.example" } });
    expect(response.headers.get("access-control-allow-origin")).toBe(null);
  });
});

describe("HTTP actions", () => {
  it("return their own headers, repeated if they set them repeatedly", async () => {
    const response = await fetch(`${url}/hello`);
    expect(await response.text()).toBe("nobody");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("are cached when they are the same for everybody, compressed, and not sent again if possible", async () => {
    let runs = 0;
    const run = httpAction as FakeRunner["runHttpAction"] & typeof httpAction;
    runner.runHttpAction = ((request: HttpActionRequest) => {
      runs += 1;
      return run(request);
    }) as FakeRunner["runHttpAction"];
    const first = await raw("/kept");
    expect([first.status, first.headers["content-length"], first.body]).toEqual([
      200,
      "5000",
      "x".repeat(5000),
    ]);
    expect(first.headers["cache-control"]).toBe("public, max-age=60");
    const compressed = await fetch(`${url}/kept`, { headers: { "Accept-Encoding": "gzip" } });
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(await compressed.text()).toBe(first.body);
    const again = await raw("/kept", { "If-None-Match": String(first.headers.etag) });
    expect([again.status, again.body]).toEqual([304, ""]);
    const head = await fetch(`${url}/kept`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(runs).toBe(1);
  });

  it("run even if the Authorization header is invalid here, and get the reason", async () => {
    const response = await fetch(`${url}/hello`, { headers: { authorization: "Bearer stripe-signature" } });
    expect(await response.text()).toBe("Could not decode token");
    const known = await fetch(`${url}/hello`, { headers: { authorization: "Bearer token-of-ann" } });
    expect(await known.text()).toBe("ann");
  });

  it("stream bodies in both directions", async () => {
    const response = await post("/echo", "x".repeat(1_000_000));
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("text/x");
    expect((await response.text()).length).toBe(1_000_000);
  });

  it("that respond before the body is complete close the connection, so that the rest is not read as a request", async () => {
    const early = await headersOf({ method: "POST", path: "/hello", declaredBytes: 2_000_000 });
    expect(early["connection"]).toBe("close");
    expect(await (await post("/hello", "{}")).text()).toBe("nobody");
  });

  it("have priority over the web app, but not over the additional handlers", async () => {
    extraHandlers.push(async (request, response) => {
      if (!request.url?.startsWith("/hello")) return false;
      response.end("extra");
      return true;
    });
    expect(await (await fetch(`${url}/hello`)).text()).toBe("extra");
  });

  it("have a separate port that serves only them", async () => {
    server.serve(createSiteRouter(services()));
    expect((await fetch(`${url}/hello`)).status).toBe(200);
    expect((await fetch(`${url}/`, { headers: { accept: "text/html" } })).status).toBe(404);
    expect((await post("/api/query", { path: "fake:list", args: {} })).status).toBe(404);
  });

  it("that are missing return Convex's message on their own port", async () => {
    server.serve(createSiteRouter(services()));
    const missed = await fetch(`${url}/elsewhere`);
    expect([missed.status, missed.headers.get("content-type"), await missed.text()]).toEqual([
      ...[404, "text/plain; charset=utf-8", "No matching routes found"],
    ]);
    hasRoutes = false;
    expect(await (await fetch(`${url}/elsewhere`)).text()).toBe(
      "This Convex deployment does not have HTTP actions enabled.",
    );
    const unroutable = await fetch(`${url}/hello`, { method: "PROPFIND" });
    expect([unroutable.status, unroutable.headers.get("allow"), await unroutable.text()]).toEqual([
      ...[405, "GET,HEAD,POST,DELETE,PATCH,PUT,OPTIONS", ""],
    ]);
  });

  it("do not start for requests that were sent ahead on a closed connection", async () => {
    let begun = 0;
    const hasLeft = new Promise<void>((resolve) => {
      runner.runHttpAction = (async ({ signal }: HttpActionRequest) => {
        begun += 1;
        socket.destroy();
        await new Promise((left) => signal?.addEventListener("abort", left));
        setTimeout(resolve, 100);
        return { status: 200, headers: [], body: null };
      }) as unknown as FakeRunner["runHttpAction"];
    });
    const socket = connect(server.port, "127.0.0.1");
    socket.write("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n".repeat(5));
    await hasLeft;
    expect(begun).toBe(1);
  });

  it("that cause an internal error return 500, and the server continues", async () => {
    const response = await fetch(`${url}/broken`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: "InternalServerError",
      message: "Your request couldn't be completed. Try again later.",
    });
    expect(errors).toHaveLength(1);
    expect((await fetch(`${url}/hello`)).status).toBe(200);
  });
});

describe("the web app", () => {
  const html = { accept: "text/html,application/xhtml+xml" };

  it("is served for every page, and checked for changes each time", async () => {
    for (const page of ["/", "/dogs", "/dogs/abc?tab=1"]) {
      const response = await fetch(url + page, { headers: html });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("<!doctype html>");
      expect(response.headers.get("cache-control")).toBe("no-cache");
    }
    const etag = (await fetch(url, { headers: html })).headers.get("etag") ?? "";
    expect((await fetch(url, { headers: { ...html, "if-none-match": etag } })).status).toBe(304);
  });

  it("is not served for paths that cannot be pages", async () => {
    for (const pathname of ["/api/none", "/assets/gone-Ab12Cd34.js"]) {
      expect((await fetch(url + pathname, { headers: html })).status).toBe(404);
    }
    expect((await fetch(`${url}/dogs`, { headers: { accept: "application/json" } })).status).toBe(404);
    expect((await post("/dogs", {})).status).toBe(404);
  });

  it("allows assets with a hash to be cached forever, and others not", async () => {
    const asset = await fetch(`${url}/assets/app-Ab12Cd34.js`);
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect((await fetch(`${url}/icon.png`)).headers.get("cache-control")).toBe("no-cache");
  });

  it.each(["br", "gzip"])("is compressed with %s for browsers that accept it", async (encoding) => {
    const { headers, body } = await raw("/assets/app-Ab12Cd34.js", { "accept-encoding": encoding });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(body.length).toBeLessThan(1000);
    const asset = await fetch(`${url}/assets/app-Ab12Cd34.js`, { headers: { "accept-encoding": encoding } });
    expect((await asset.text()).length).toBeGreaterThan(5000);
  });

  it("respects a browser that refuses an encoding", async () => {
    const { headers } = await raw("/assets/app-Ab12Cd34.js", { "accept-encoding": "br;q=0, gzip;q=0" });
    expect(headers["content-encoding"]).toBeUndefined();
  });

  it("allows its inline scripts and style sheets by their hash, and no others", async () => {
    const response = await fetch(url, { headers: html });
    const policy = response.headers.get("content-security-policy") ?? "";
    const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const directives = policy.split("; ");
    expect(directives).toContain(`script-src 'self' ${hashOf("boot()")}`);
    expect(directives).toContain(`style-src 'self' ${hashOf("\np { color: red }")} ${hashOf("b{}")}`);
    expect(policy).not.toContain("unsafe-");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`img-src 'self' ${url}`);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("sends the headers for search engines and referrers that a page declares", async () => {
    mkdirSync(path.join(webDir, "own"));
    const meta = '<meta name="robots" content="noindex" /><meta name="referrer" content="no-referrer" />';
    writeFileSync(path.join(webDir, "own", "index.html"), `<!doctype html>${meta}`);
    const own = await fetch(`${url}/own/`);
    expect(own.headers.get("x-robots-tag")).toBe("noindex");
    expect(own.headers.get("referrer-policy")).toBe("no-referrer");
    const app = await fetch(`${url}/`, { headers: { Accept: "text/html" } });
    expect(app.headers.get("x-robots-tag")).toBeNull();
    expect(app.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  });

  it.each([
    "/../../../etc/passwd",
    "/assets/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2f..%2fetc/passwd",
    "/assets/%00",
    "/assets/.secret",
    "/assets/..%5c..%5cetc",
    "/%E0%A4%A",
    "//etc/passwd",
  ])("never serves a file outside its folder: %s", async (pathname) => {
    const { status, body } = await raw(pathname, { accept: "*/*" });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toMatch(/root:|hidden/);
  });

  it("must be built before it is served", () => {
    expect(() => openWebApp(path.join(webDir, "assets"), [])).toThrow(StartError);
  });
});

describe("the server", () => {
  it("returns its version, and its counters only to this machine", async () => {
    expect(await (await fetch(`${url}/version`)).text()).toBe("test-1");
    expect(await (await fetch(`${url}/_internal/metrics`)).json()).toMatchObject({ commits: 0 });
    expect((await raw("/_internal/metrics", { "x-forwarded-for": "1.2.3.4" })).status).toBe(404);
  });

  it("reports that its port is in use", async () => {
    await expect(listen("127.0.0.1", server.port, "port")).rejects.toThrow(
      `Port ${server.port} on 127.0.0.1 is in use: stop what uses it, or choose another one with --port.`,
    );
  });

  it("refuses an invalid host header", async () => {
    expect((await raw("/version", { host: "a b" })).status).toBe(400);
  });
});
