/**
 * Pages for an operator's tools on this machine only: `/health`, to restart a server that does not respond, and
 * `/metrics` in the text format of Prometheus. Forwarded requests and page loads of browsers do not reach them,
 * because an app may have pages of the same names. Metrics are collected on request.
 */
import { statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Registry } from "prom-client";
import { sendText } from "../http/responses.js";
import type { PathHandler } from "../http/path-handler.js";
import { isFromThisMachine } from "../http/this-machine.js";
import type { Metrics } from "../sync/metrics.js";
import type { CallCounts } from "./call-counts.js";

export interface StatusServices {
  readonly metrics: Metrics;
  readonly calls: CallCounts;
  readonly databaseFile: string;
  /** Rejects if the database cannot be read. */
  readonly readDatabase: () => Promise<unknown>;
}

const EVENTS = [
  ["commits", "Durable transactions."],
  ["queriesRun", "First runs of a subscription."],
  ["queriesRerun", "Runs of a subscription because of a write."],
  ["transitions", "Messages with changed results."],
  ["mutations", "Mutations that arrived over sockets."],
] as const satisfies readonly (readonly [keyof Metrics, string])[];

export function createStatusPages(services: StatusServices): PathHandler {
  let registry: Promise<Registry> | null = null;
  return async (request, response, url) => {
    if (url.pathname !== "/health" && url.pathname !== "/metrics") return false;
    if (!isFromThisMachine(request) || isPageVisit(request)) return false;
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    response.setHeader("Cache-Control", "no-store");
    if (url.pathname === "/health") {
      const isWell = await services.readDatabase().then(
        () => true,
        () => false,
      );
      sendText(response, isWell ? 200 : 503, isWell ? "ok\n" : "the database cannot be read\n");
      return true;
    }
    registry ??= createRegistry(services);
    const page = await registry;
    response.setHeader("Content-Type", page.contentType);
    response.end(await page.metrics());
    return true;
  };
}

/** Loaded with the first request, so that a server without such tools does not load it. */
async function createRegistry({ metrics, calls, databaseFile }: StatusServices): Promise<Registry> {
  const { collectDefaultMetrics, Counter, Gauge, Registry: NewRegistry } = await import("prom-client");
  const registers = [new NewRegistry()];
  const [registry] = registers;
  if (registry === undefined) throw new Error("A list of one has a first");
  collectDefaultMetrics({ register: registry });
  for (const [name, help] of EVENTS) {
    new Counter({
      name: `embedded_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(metrics[name]);
      },
    });
  }
  new Gauge({
    name: "embedded_connections",
    help: "Open sockets of clients.",
    registers,
    collect() {
      this.set(metrics.connections);
    },
  });
  new Gauge({
    name: "embedded_database_bytes",
    help: "Size of the database file, and of its write-ahead log.",
    labelNames: ["file"],
    registers,
    collect() {
      this.set({ file: "database" }, sizeOf(databaseFile));
      this.set({ file: "log" }, sizeOf(`${databaseFile}-wal`));
    },
  });
  const labelNames = ["kind", "outcome"];
  new Counter({
    name: "embedded_calls_total",
    help: "Calls of functions that have ended.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { kind, outcome, calls: number } of calls.all()) this.inc({ kind, outcome }, number);
    },
  });
  new Counter({
    name: "embedded_call_seconds_total",
    help: "Time that ended calls took, from begin to end.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { kind, outcome, seconds } of calls.all()) this.inc({ kind, outcome }, seconds);
    },
  });
  return registry;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function isPageVisit(request: IncomingMessage): boolean {
  return (
    request.headers["sec-fetch-mode"] === "navigate" || (request.headers.accept ?? "").includes("text/html")
  );
}
