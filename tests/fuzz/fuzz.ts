/**
 * `npm run fuzz -- [--cases N] [--seed N] [--only frames|requests]`: attacks a server with modified messages over
 * sockets and HTTP. The server must not end, write to standard error, hang, grow, respond with an internal error,
 * return another user's data, or disturb a bystander. At the end it prints the heap in use after a full collection,
 * fifteen times over the run.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { INSPECTED, ProcessMemory, withoutInspector } from "../soak/process-memory";
import { isGrowing, trendOf } from "../soak/memory-trend";
import { startRuntime } from "../support/runtime";
import { Bystander } from "./bystander";
import { attackOverSocket } from "./frames";
import { Random } from "./random";
import { attackOverHttp } from "./requests";
import type { Target } from "./target";

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const { only } = values;
const cases = Number(values.cases);
const LANES = 16;
const SAMPLES = 15;
/**
 * Heap in use after a full collection. It was 43 to 48 MiB with full caches, which takes some ten thousand cases.
 * More than `mostMiB` means that something outside a cache is kept. In long runs, the first third fills the caches,
 * so growth over the last two thirds has a lower limit: with 100,000 cases, a hundred bytes kept from each would be
 * too much.
 */
const HEAP = { mostMiB: 60, fullAfterCases: 10_000, growthMiB: { filling: 16, full: 6 } };

const findings: string[] = [];
const onFinding = (finding: string) => {
  findings.push(finding);
  if (findings.length <= 10) process.stdout.write(`! ${finding}\n`);
};

const web = mkdtempSync(path.join(tmpdir(), "studbook-fuzz-"));
mkdirSync(path.join(web, "assets"));
writeFileSync(path.join(web, "index.html"), "<!doctype html><title>app</title>");
writeFileSync(path.join(web, "assets", "app.js"), "/* app */".repeat(500));

const adminKey = `embedded|${randomBytes(24).toString("hex")}`;
const secret = `private ${randomBytes(16).toString("hex")}`;
const runtime = await startRuntime({
  ...{ functions: "tests/fixtures/soak", web, adminKey, accounts: true },
  nodeArguments: [INSPECTED],
  extraArguments: ["--trusted-proxies", "loopback"],
});
const memory = await ProcessMemory.of(runtime.errors());
const random = new Random(Number(values.seed));
const { origin, port } = runtime;
const target: Target = { origin, port, random, onFinding, secrets: [secret, adminKey] };
const bystander = new Bystander(origin, secret, onFinding);

const began = performance.now();
const heap: number[] = [];
const waits: number[] = [];
const sent = { frames: 0, requests: 0 };
const done = () => sent.frames + sent.requests;

async function attack(): Promise<void> {
  while (done() < cases && findings.length < 100) {
    if (only !== "requests" && (only === "frames" || sent.frames <= sent.requests))
      sent.frames += await attackOverSocket(target);
    else sent.requests += await attackOverHttp(target);
  }
}

/** Writes as the bystander between the attacks, and measures the memory after each part of them. */
async function watch(): Promise<void> {
  while (done() < cases && findings.length < 100) {
    waits.push(await bystander.work());
    // The bystander counts as another person, not as one of the attackers.
    await pause(50);
    if (done() < ((heap.length + 1) / SAMPLES) * cases) continue;
    heap.push((await memory.sample()).heapMiB);
  }
}

try {
  await Promise.all([watch(), ...Array.from({ length: LANES }, attack)]);
  const version = await fetch(`${origin}/version`);
  if (!version.ok) onFinding(`the server answers ${version.status} afterwards`);
} catch (error) {
  onFinding(`the server is gone: ${String(error)}`);
}
const seconds = (performance.now() - began) / 1000;
await bystander.close();
memory.close();
await runtime.stop();
rmSync(web, { recursive: true });
const errors = withoutInspector(runtime.errors());
if (errors !== "") onFinding(`the server wrote to standard error: ${errors.slice(0, 3000)}`);
process.stdout.write(
  `heap in use after a full collection, MiB: ${heap.map((mib) => mib.toFixed(1)).join(" ")}\n`,
);
const last = heap.at(-1) ?? 0;
if (last > HEAP.mostMiB) onFinding(`${last.toFixed(1)} MiB are in use, more than the caches hold`);
if (heap.length >= 9) {
  const trend = trendOf(heap);
  process.stdout.write(`over the last two thirds: ${trend.growth.toFixed(1)} MiB more\n`);
  const areFull = cases / 3 >= HEAP.fullAfterCases;
  if (isGrowing(trend, 0, areFull ? HEAP.growthMiB.full : HEAP.growthMiB.filling))
    onFinding(`memory grows by ${trend.growth.toFixed(1)} MiB`);
}
waits.sort((a, b) => a - b);
process.stdout.write(
  `${sent.frames} frames and ${sent.requests} requests in ${seconds.toFixed(0)} s; bystander wrote ${waits.length} times, ` +
    `median ${(waits[Math.floor(waits.length / 2)] ?? Number.NaN).toFixed(1)} ms, slowest ${(waits.at(-1) ?? Number.NaN).toFixed(0)} ms; ` +
    `${findings.length} findings: ${findings.length === 0 ? "passed" : "failed"}\n`,
);
process.exit(findings.length === 0 && done() >= cases ? 0 : 1);
