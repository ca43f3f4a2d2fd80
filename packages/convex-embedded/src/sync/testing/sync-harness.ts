/** Serves the sync protocol over a real socket for tests, and opens real clients and raw sockets on it. */
import { createServer, type Server } from "node:http";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import WebSocket from "ws";
import { AuthenticationError, type Authenticator } from "../../auth/authenticator.js";
import { createMetrics, type Metrics } from "../metrics.js";
import { Subscriptions } from "../subscriptions.js";
import { parseSyncPath, SyncServer, type SyncServerOptions } from "../sync-server.js";
import { createBruteForceIndex, FakeRunner } from "./fake-engine.js";

/** Accepts `token-of-NAME` as NAME for an hour, and `short-token-of-NAME` for a moment. */
export const fakeAuthenticator: Authenticator = {
  isAdminKey: (key) => key === "the-admin-key",
  async verifyToken(token) {
    await Promise.resolve();
    const match = /^(?:(\d+)ms-)?token-of-(\w+)$/.exec(token);
    const subject = match?.[2];
    if (subject === undefined) throw new AuthenticationError("InvalidAuthHeader", "Could not decode token");
    const lifetimeMs = match?.[1] === undefined ? 3_600_000 : Number(match[1]);
    return { identity: { subject }, expiresAtMs: Date.now() + lifetimeMs };
  },
};

export interface Harness {
  readonly url: string;
  readonly runner: FakeRunner;
  readonly metrics: Metrics;
  readonly sync: SyncServer;
  readonly errors: unknown[];
  client(): ConvexClient;
  raw(version?: string): Promise<RawClient>;
  close(): Promise<void>;
}

export interface RawClient {
  readonly socket: WebSocket;
  readonly received: Record<string, unknown>[];
  send(message: unknown): void;
  /** Waits for the first message of this type that no earlier call has returned. */
  next(type: string): Promise<Record<string, unknown>>;
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** For the untyped clients of these tests. */
export const query = (name: string): FunctionReference<"query"> => makeFunctionReference<"query">(name);
export const mutation = (name: string): FunctionReference<"mutation"> =>
  makeFunctionReference<"mutation">(name);
export const action = (name: string): FunctionReference<"action"> => makeFunctionReference<"action">(name);

export function openRaw(url: string, version = "1.48.0"): Promise<RawClient> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/${version}/sync`);
  const received: Record<string, unknown>[] = [];
  const waiting: { type: string; resolve: (message: Record<string, unknown>) => void }[] = [];
  socket.on("message", (data: Buffer) => {
    const parsed: unknown = JSON.parse(data.toString("utf8"));
    const message: Record<string, unknown> =
      typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
    const position = waiting.findIndex(({ type }) => type === message["type"]);
    if (position < 0) received.push(message);
    else waiting.splice(position, 1)[0]?.resolve(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on("error", () => undefined);
  const client: RawClient = {
    socket,
    received,
    closed,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: (type) => {
      const position = received.findIndex((message) => message["type"] === type);
      const [found] = position < 0 ? [] : received.splice(position, 1);
      if (found) return Promise.resolve(found);
      return new Promise((resolve) => waiting.push({ type, resolve }));
    },
  };
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve(client));
    socket.on("error", reject);
  });
}

export async function until(condition: () => boolean, timeoutMs = 15_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition did not come to hold in time");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

export async function startHarness(options: Partial<SyncServerOptions> = {}): Promise<Harness> {
  const runner = new FakeRunner();
  const metrics = createMetrics();
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const { database } = runner;
  const subscriptions = new Subscriptions({
    database,
    runner,
    metrics,
    onError,
    index: createBruteForceIndex(),
    now: options.now,
  });
  const sync = new SyncServer({
    runner,
    subscriptions,
    database,
    metrics,
    onError,
    authenticator: fakeAuthenticator,
    ...options,
  });
  const server = createServer();
  server.on("upgrade", (request, socket, head) => {
    sync.handleUpgrade(request, socket, head, parseSyncPath(request.url ?? "") ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = addressOf(server);
  const clients: ConvexClient[] = [];
  return {
    url,
    runner,
    metrics,
    sync,
    errors,
    client: () => {
      const client = new ConvexClient(url, {
        webSocketConstructor: asBrowserSocket(WebSocket),
        logger: false,
      });
      clients.push(client);
      return client;
    },
    raw: (version) => openRaw(url, version),
    close: async () => {
      for (const client of clients) await client.close();
      await sync.close(0);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port");
  return `http://127.0.0.1:${address.port}`;
}

/** Replaces a browser's class by that of the package `ws`. The client uses only the part that both have. */
export function asBrowserSocket(constructor: typeof WebSocket): typeof globalThis.WebSocket {
  return constructor as unknown as typeof globalThis.WebSocket;
}
