/** Tests the limits for one client of the HTTP server. */
import {
  createServer,
  request as httpRequest,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createMetrics } from "../sync/metrics.js";
import { FakeRunner } from "../sync/testing/fake-engine.js";
import { fakeAuthenticator } from "../sync/testing/sync-harness.js";
import { Arrivals } from "./arrivals.js";
import { readCallBody } from "./call-body.js";
import { CallRates, LargeCalls } from "./call-rates.js";
import { openClientAddresses } from "./client-address.js";
import { guardServer, type GuardOptions } from "./guarded-server.js";
import {
  LARGE_CALL_BURST_BYTES,
  LARGE_CALL_BYTES,
  LARGE_CALL_BYTES_PER_VALUE,
  LARGE_CALL_BYTES_PER_SECOND,
  LARGE_CALL_REST_MS_PER_MEBIBYTE,
  MAX_HEADER_BYTES,
  MAX_REQUESTS_AHEAD,
} from "./limits.js";
import { listen, type ListenOptions } from "./listen.js";
import { Pace } from "./pace.js";
import type { BodyReader } from "./reading-thread.js";
import { createRouter } from "./router.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

const never = () => Promise.resolve(false);
const direct = { addresses: openClientAddresses([]) };

interface ServeOptions {
  readonly rates?: CallRates;
  readonly largeCalls?: LargeCalls;
  readonly arrivals?: Arrivals;
  readonly pace?: Pace;
  readonly reader?: BodyReader;
}

async function serve({
  rates = new CallRates(),
  largeCalls = new LargeCalls(() => 0),
  arrivals = new Arrivals(),
  pace = new Pace(),
  reader,
  ...options
}: ListenOptions & ServeOptions = {}) {
  const runner = new FakeRunner();
  const server = await listen("127.0.0.1", 0, "port", options);
  closing.push(() => server.close(0));
  server.serve(
    createRouter({
      ...{
        runner,
        rates,
        pace,
        largeCalls,
        authenticator: fakeAuthenticator,
        database: runner.database,
      },
      ...{
        storage: never,
        statusPages: never,
        metrics: createMetrics(),
        extraHandlers: [],
        webApp: null,
        filesOrigin: null,
      },
      ...{ version: "1", instanceName: "test", isSecure: false, onError: () => undefined },
      ...{ keySet: () => ({ keys: [] }), hasHttpActions: () => true },
      addresses: openClientAddresses(["loopback"]),
      arrivals,
      ...(reader && { reader }),
    }),
  );
  return server.port;
}

/** The test itself ends the guard's intervals. */
async function serveGuarded(listener: RequestListener, options: Partial<GuardOptions> = {}) {
  const server: Server = createServer(listener);
  const endSpan = guardServer(server, { ...direct, stallWindowMs: 2 ** 30, ...options });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return { endSpan, port: typeof address === "object" && address !== null ? address.port : 0 };
}

interface RawConnection {
  readonly socket: Socket;
  readonly text: () => string;
  /** Resolves with the received data when the server has ended the connection. */
  readonly ended: Promise<string>;
  until(part: string): Promise<void>;
}

async function raw(port: number, bytes = ""): Promise<RawConnection> {
  const socket = connect(port, "127.0.0.1");
  closing.push(() => Promise.resolve(socket.destroy()));
  let text = "";
  let look = () => undefined as void;
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    look();
  });
  socket.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  await new Promise((resolve) => socket.once("connect", resolve));
  if (bytes !== "") socket.write(bytes);
  return {
    ...{ socket, ended, text: () => text },
    until: (part) =>
      new Promise((resolve) => {
        look = () => {
          if (text.includes(part)) resolve();
        };
        look();
      }),
  };
}

const get = (headers = "") => `GET /version HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

describe("open connections of one address", () => {
  const guard = { ...direct, maxConnectionsPerAddress: 3 };

  it("are accepted up to their limit, and free a place when they end", async () => {
    const port = await serve({ guard });
    const [first, ...others] = await Promise.all([raw(port), raw(port), raw(port)]);
    first?.socket.end(get("Connection: close\r\n"));
    expect(await first?.ended).toContain("200 OK");
    const another = await raw(port, get());
    await another.until("200 OK");
    expect(others.every(({ socket }) => !socket.destroyed)).toBe(true);
  });

  it("are closed above the limit, and open ones continue", async () => {
    const port = await serve({ guard });
    const open = await Promise.all([raw(port), raw(port), raw(port)]);
    for (const { socket, until } of open) {
      socket.write(get());
      await until("200 OK");
    }
    expect(await (await raw(port, get())).ended).toBe("");
    open[0]?.socket.write(`GET /instance_name HTTP/1.1\r\nHost: x\r\n\r\n`);
    await open[0]?.until("test");
  });

  it("are unlimited for a trusted proxy, which serves many people", async () => {
    const port = await serve({ guard: { ...guard, addresses: openClientAddresses(["loopback"]) } });
    for (let count = 0; count < 6; count += 1) await (await raw(port, get())).until("200 OK");
  });
});

describe("requests of one address", () => {
  const ask = (port: number, address: string) =>
    fetch(`http://127.0.0.1:${port}/version`, { headers: { "X-Forwarded-For": address } });

  it("are handled immediately up to the burst, and then at their rate", async () => {
    let nowMs = 0;
    const rates = new CallRates({ perSecond: 2, burst: 3, now: () => nowMs });
    const port = await serve({ rates });
    for (let count = 0; count < 3; count += 1) expect((await ask(port, "192.0.2.1")).status).toBe(200);
    nowMs = 1000;
    for (let count = 0; count < 2; count += 1) expect((await ask(port, "192.0.2.1")).status).toBe(200);
  });

  it("get a 429 with a waiting time above the limit, whatever headers they invent, and other addresses do not", async () => {
    const port = await serve({ rates: new CallRates({ perSecond: 0.1, burst: 2, now: () => 0 }) });
    await ask(port, "192.0.2.1");
    await ask(port, "6.6.6.6, 192.0.2.1");
    const refused = await ask(port, "7.7.7.7, 192.0.2.1");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await refused.json()).toMatchObject({ code: "TooManyRequests" });
    for (const other of ["192.0.2.2", "7.7.7.7"]) expect((await ask(port, other)).status).toBe(200);
  });

  it("end their connection above the limit, and requests sent ahead on it get no response", async () => {
    const port = await serve({ rates: new CallRates({ perSecond: 0.1, burst: 2, now: () => 0 }) });
    const connection = await raw(port, get().repeat(5));
    const text = await connection.ended;
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 429"]);
    expect(text.slice(text.indexOf("HTTP/1.1 429"))).toMatch(/connection: close/i);
  });

  it("are counted for a limited number of clients, and the least active client is removed first", () => {
    const rates = new CallRates({ perSecond: 1, burst: 1, now: () => 0, maxClients: 2 });
    expect([rates.take("a"), rates.take("b"), rates.take("a"), rates.take("c")]).toEqual([0, 0, 1, 0]);
    expect([rates.take("a"), rates.take("b")]).toEqual([1, 0]);
  });
});

describe("bytes of large calls of one address", () => {
  const call = (port: number, address: string, bytes: number, isAnnounced = true) => {
    const [start, end] = ['{"path":"fake:echo","format":"json","args":{"text":"', '"}}'];
    const body = start + "x".repeat(bytes - start.length - end.length) + end;
    return fetch(`http://127.0.0.1:${port}/api/action`, {
      method: "POST",
      headers: { "X-Forwarded-For": address, Authorization: "Bearer token-of-ann" },
      ...(isAnnounced ? { body } : { body: new Blob([body]).stream(), duplex: "half" }),
    });
  };
  const half = LARGE_CALL_BURST_BYTES / 2;
  const callOfValues = (port: number, address: string, count: number) =>
    fetch(`http://127.0.0.1:${port}/api/action`, {
      method: "POST",
      headers: { "X-Forwarded-For": address, Authorization: "Bearer token-of-ann" },
      body: JSON.stringify({ path: "fake:echo", format: "json", args: { list: Array(count).fill(0) } }),
    });

  it("are accepted up to the burst, and then at their rate", async () => {
    let nowMs = 0;
    const port = await serve({ largeCalls: new LargeCalls(() => nowMs) });
    for (let count = 0; count < 2; count += 1) expect((await call(port, "192.0.2.1", half)).status).toBe(200);
    nowMs = (half / LARGE_CALL_BYTES_PER_SECOND) * 1000;
    expect((await call(port, "192.0.2.1", half)).status).toBe(200);
  });

  it("include bytes for values, and get a 429 when there are too many", async () => {
    const port = await serve({
      largeCalls: new LargeCalls(() => 0, 2 * 5000 * LARGE_CALL_BYTES_PER_VALUE),
    });
    const few = LARGE_CALL_BYTES / LARGE_CALL_BYTES_PER_VALUE / 2;
    const call = async (count: number) => (await callOfValues(port, "192.0.2.1", count)).status;
    expect([await call(4900), await call(4900), await call(4900), await call(few)]).toEqual([
      200, 200, 429, 200,
    ]);
  });

  it.each([true, false])(
    "get a 429 above the limit, announced: %s, and small calls do not",
    async (isAnnounced) => {
      const port = await serve({});
      for (let count = 0; count < 2; count += 1) await call(port, "192.0.2.1", half);
      const refused = await call(port, "192.0.2.1", LARGE_CALL_BYTES + 1, isAnnounced);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect((await call(port, "192.0.2.1", LARGE_CALL_BYTES)).status).toBe(200);
      expect((await call(port, "192.0.2.2", half)).status).toBe(200);
    },
  );
});

it("a large call leaves time to others after each step, and a small one continues", async () => {
  const rests: { ms: number; end: () => void }[] = [];
  const pace = new Pace(1, (ms) => new Promise<void>((end) => rests.push({ ms, end })));
  const port = await serve({ pace });
  const call = (bytes: number) =>
    fetch(`http://127.0.0.1:${port}/api/action`, {
      method: "POST",
      headers: { "X-Forwarded-For": "192.0.2.1", Authorization: "Bearer token-of-ann" },
      body: JSON.stringify({ path: "fake:echo", format: "json", args: { text: "x".repeat(bytes) } }),
    }).then(({ status }) => status);
  let status: number | null = null;
  const large = call(1 << 20).then((came) => (status = came));
  for (let steps = 1; steps <= 2; steps += 1) {
    await vi.waitUntil(() => rests.length === steps);
    expect(await call(LARGE_CALL_BYTES / 2)).toBe(200);
    expect([status, rests.length]).toEqual([null, steps]);
    rests.at(-1)?.end();
  }
  expect(await large).toBe(200);
  for (const { ms } of rests) expect(ms).toBeCloseTo(LARGE_CALL_REST_MS_PER_MEBIBYTE, 2);
});

it("reading a large call delays nobody", async () => {
  let begin = () => undefined as void;
  const reading = new Promise<void>((resolve) => (begin = resolve));
  const reader: BodyReader = {
    readBody: async (bytes, origin, functions) => {
      await reading;
      return readCallBody(bytes.toString(), origin, functions);
    },
  };
  const port = await serve({ reader });
  const call = (bytes: number) =>
    fetch(`http://127.0.0.1:${port}/api/action`, {
      method: "POST",
      headers: { Authorization: "Bearer token-of-ann" },
      body: JSON.stringify({ path: "fake:echo", format: "json", args: { text: "x".repeat(bytes) } }),
    }).then(({ status }) => status);
  let status: number | null = null;
  const large = call(1 << 20).then((came) => (status = came));
  expect([await call(LARGE_CALL_BYTES / 2), status]).toEqual([200, null]);
  begin();
  expect(await large).toBe(200);
});

describe("queries of a batch", () => {
  const send = (port: number, count: number) =>
    fetch(`http://127.0.0.1:${port}/api/query_batch`, {
      method: "POST",
      headers: { "X-Forwarded-For": "192.0.2.1" },
      body: JSON.stringify({
        queries: Array.from({ length: count }, () => ({ path: "fake:count", args: {} })),
      }),
    });

  it("count as requests of their address, and get responses while there is room for all", async () => {
    const port = await serve({ rates: new CallRates({ perSecond: 0.1, burst: 5, now: () => 0 }) });
    expect((await send(port, 3)).status).toBe(200);
    expect((await send(port, 2)).status).toBe(200);
    expect((await send(port, 0)).status).toBe(429);
  });

  it("get a 429 when there is no room for all", async () => {
    const port = await serve({ rates: new CallRates({ perSecond: 0.1, burst: 3, now: () => 0 }) });
    const refused = await send(port, 4);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(await refused.json()).toMatchObject({ code: "TooManyRequests" });
  });
});

describe("the headers of a request", () => {
  it("may have up to 16 KiB", async () => {
    const connection = await raw(await serve(), get(`X-Long: ${"x".repeat(MAX_HEADER_BYTES - 200)}\r\n`));
    await connection.until("200 OK");
  });

  it("are refused above the limit", async () => {
    const connection = await raw(await serve(), get(`X-Long: ${"x".repeat(MAX_HEADER_BYTES + 200)}\r\n`));
    expect(await connection.ended).toContain("431 Request Header Fields Too Large");
  });

  it("may arrive in pieces within their time", async () => {
    const connection = await raw(await serve({ headersTimeoutMs: 60_000 }), "GET /version HT");
    connection.socket.write("TP/1.1\r\nHost: x\r\n\r\n");
    await connection.until("200 OK");
  });

  it("end the connection when they take longer, begun or not, and others get responses meanwhile", async () => {
    const port = await serve({ headersTimeoutMs: 50 });
    const [begun, silent] = await Promise.all([
      raw(port, "GET /version HTTP/1.1\r\nHost: x\r\nX-Slow"),
      raw(port),
    ]);
    await (await raw(port, get())).until("200 OK");
    expect(await begun.ended).toContain("408 Request Timeout");
    expect(await silent.ended).not.toContain("200");
  });
});

describe("a request that stops arriving", () => {
  const upload = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
  const options = { minBodyBytesPerWindow: 4 };

  it("is accepted while enough of it arrives in each interval", async () => {
    let received = 0;
    let arrived = () => undefined as void;
    const { port, endSpan } = await serveGuarded((request, response) => {
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
        arrived();
      });
      request.on("end", () => response.end("all of it"));
    }, options);
    const until = (count: number) =>
      new Promise<void>((resolve) => {
        arrived = () => {
          if (received >= count) resolve();
        };
        arrived();
      });
    const connection = await raw(port, upload(20));
    for (let sent = 4; sent <= 16; sent += 4) {
      connection.socket.write("abcd");
      await until(sent);
      endSpan();
    }
    connection.socket.write("last");
    await connection.until("all of it");
  });

  it("gets a 408 and is closed when it does not continue", async () => {
    let begun = () => undefined as void;
    const whenBegun = new Promise<void>((resolve) => (begun = resolve));
    const { port, endSpan } = await serveGuarded((request) => {
      request.resume();
      begun();
    }, options);
    const connection = await raw(port, `${upload(20)}a`);
    await whenBegun;
    endSpan();
    endSpan();
    expect(await connection.ended).toContain("408 Request Timeout");
  });

  it("may wait for the server as long as necessary", async () => {
    let answer = () => undefined as void;
    let asked = () => undefined as void;
    const whenAsked = new Promise<void>((resolve) => (asked = resolve));
    const { port, endSpan } = await serveGuarded((_request, response) => {
      answer = () => void response.end("at last");
      asked();
    }, options);
    const connection = await raw(port, get());
    await whenAsked;
    for (let span = 0; span < 5; span += 1) endSpan();
    answer();
    await connection.until("at last");
  });
});

describe("a response that is not read", () => {
  /** Sends more data than the buffers of both ends can store. */
  const flood: RequestListener = (_request, response) => {
    response.on("error", () => undefined);
    response.writeHead(200);
    const write = () => {
      while (response.write("x".repeat(1 << 16)));
    };
    response.on("drain", write);
    write();
  };

  it("continues while it is read", async () => {
    const { port, endSpan } = await serveGuarded(flood);
    const [span, enough] = [1 << 24, 1 << 26];
    let bytes = 0;
    await new Promise<void>((resolve, reject) => {
      const asking = httpRequest({ port, host: "127.0.0.1" }, (response) => {
        response.on("error", reject);
        response.on("data", (chunk: Buffer) => {
          // Each interval gets more data than the buffers of both ends can store.
          if (Math.floor((bytes + chunk.length) / span) > Math.floor(bytes / span)) endSpan();
          bytes += chunk.length;
          if (bytes < enough) return;
          response.off("error", reject).on("error", () => undefined);
          response.destroy();
          resolve();
        });
      });
      asking.on("error", reject).end();
    });
  });

  it("is closed when nothing of it is read for an interval", async () => {
    let cut = () => undefined as void;
    const whenCut = new Promise<void>((resolve) => (cut = resolve));
    const { port, endSpan } = await serveGuarded((request, response) => {
      response.once("close", cut);
      flood(request, response);
    });
    const connection = await raw(port);
    connection.socket.pause();
    connection.socket.write(get());
    const timer = setInterval(endSpan, 5);
    await whenCut;
    clearInterval(timer);
  });
});

describe("incomplete bodies of one address", () => {
  const piece = "x".repeat(40_000);
  const body = JSON.stringify({ path: "fake:echo", args: { text: piece + piece } });
  const head = (address: string) =>
    `POST /api/action HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const half = body.slice(0, 50_000);

  it("wait for the rest while their total size is within the limit", async () => {
    const arrivals = new Arrivals({ perAddress: half.length + body.length });
    const port = await serve({ arrivals });
    const open = await Promise.all([
      raw(port, head("192.0.2.1") + half),
      raw(port, head("192.0.2.1") + half),
    ]);
    await vi.waitFor(() => expect(arrivals.together).toBe(100_000), { timeout: 15_000 });
    for (const { socket, until } of open) {
      socket.write(body.slice(half.length));
      await until('"status":"success"');
    }
    expect(arrivals.together).toBe(0);
  });

  it("are refused with a 503 above the limit, the oldest first, and those of others are not", async () => {
    const arrivals = new Arrivals({ perAddress: 99_999 });
    const port = await serve({ arrivals });
    const other = await raw(port, head("192.0.2.2") + half);
    const first = await raw(port, head("192.0.2.1") + half);
    await vi.waitFor(() => expect(arrivals.together).toBe(100_000), { timeout: 15_000 });
    const second = await raw(port, head("192.0.2.1") + half);
    expect(await first.ended).toMatch(
      /^HTTP\/1\.1 503 .*retry-after: 10\r\n.*"code":"TooManyUnfinishedRequests"/is,
    );
    for (const { socket, until } of [other, second]) {
      socket.write(body.slice(half.length));
      await until('"status":"success"');
    }
  });
});

describe("requests sent ahead on one connection", () => {
  /** The header is so long that one read of the socket contains only a few of these requests. */
  const long = get(`X-Long: ${"x".repeat(8000)}\r\n`);

  /** The test itself sends the responses later. */
  async function holdBack() {
    const waiting: ServerResponse[] = [];
    let asked = 0;
    const { port, endSpan } = await serveGuarded((_request, response) => {
      asked += 1;
      waiting.push(response);
    });
    const answerAll = () => waiting.splice(0).forEach((response) => response.end("answered"));
    return { port, endSpan, answerAll, asked: () => asked };
  }

  it("are read up to the limit", async () => {
    const { port, asked } = await holdBack();
    await raw(port, long.repeat(MAX_REQUESTS_AHEAD));
    await vi.waitFor(() => expect(asked()).toBe(MAX_REQUESTS_AHEAD), { timeout: 15_000 });
  });

  it("wait in the network above the limit, and all get responses in the end", async () => {
    const { port, endSpan, answerAll, asked } = await holdBack();
    const [many, one] = [10 * MAX_REQUESTS_AHEAD, await raw(port)];
    const connection = await raw(port, long.repeat(many));
    await vi.waitFor(() => expect(asked()).toBeGreaterThanOrEqual(MAX_REQUESTS_AHEAD), { timeout: 15_000 });
    const before = asked();
    one.socket.write(get());
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), { timeout: 15_000 });
    expect(asked()).toBeLessThan(3 * MAX_REQUESTS_AHEAD);
    for (let span = 0; span < 5; span += 1) endSpan();
    const answering = setInterval(answerAll, 1);
    await vi.waitFor(() => expect(connection.text().split("answered").length - 1).toBe(many), {
      timeout: 15_000,
    });
    clearInterval(answering);
  });
});

describe("a connection that ends before its responses", () => {
  it("ends each of them, even those that wait behind another", async () => {
    const closed: string[] = [];
    let asked = 0;
    let allAsked = () => undefined as void;
    let allClosed = () => undefined as void;
    const whenAsked = new Promise<void>((resolve) => (allAsked = resolve));
    const whenClosed = new Promise<void>((resolve) => (allClosed = resolve));
    const { port } = await serveGuarded((request, response) => {
      response.once("close", () => {
        closed.push(request.url ?? "");
        if (closed.length === 3) allClosed();
      });
      asked += 1;
      if (asked === 3) allAsked();
    });
    const line = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const connection = await raw(port, line("/1") + line("/2") + line("/3"));
    await whenAsked;
    connection.socket.destroy();
    await whenClosed;
    expect(closed.toSorted()).toEqual(["/1", "/2", "/3"]);
  });
});
