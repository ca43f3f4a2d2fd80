/**
 * `npm run bench`: measures the runtime on this machine and prints distributions and ratios. No measured time makes
 * it fail. A part that fails is reported, and the others continue. The server is a separate process, and every
 * client is the real Convex client.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import WebSocket from "ws";
import { startRuntime, type Runtime } from "../support/runtime";
import { measureBackups } from "./backups";
import { measureBreedings } from "./breedings";
import { compareDeepBreed } from "../support/deep-breed";
import { measureColdLoads } from "./cold-loads";
import { measureContacts } from "./contacts";
import { measureDashboard } from "./dashboard";
import { measureRegister, measureRegisterScreen } from "./dogs";
import { measureExports } from "./exports";
import { measureCoefficients } from "./pedigree";
import { measureHealth } from "./health";
import { measureHeats } from "./heats";
import { measureLitters } from "./litters";
import { measureImports } from "./imports";
import { measureLighthouse } from "./lighthouse";
import { measureArrivals } from "./presence";
import { measurePhotos } from "./photo-uploads";
import { measureReminders } from "./reminders";
import { measureReports } from "./reports";
import { measureSearch } from "./search";
import { measureTransfers } from "./transfers";
import { measureVaccines } from "./vaccines";

interface Dog {
  _id: string;
  weight: number;
}
const seed: FunctionReference<
  "mutation",
  "public",
  { firstKennel: number; kennels: number; dogsPerKennel: number },
  null
> = makeFunctionReference("dogs:seed");
const list: FunctionReference<"query", "public", { kennelId: string }, Dog[]> =
  makeFunctionReference("dogs:list");
const weigh: FunctionReference<"mutation", "public", { dogId: string; weight: number }, null> =
  makeFunctionReference("dogs:weigh");
const append: FunctionReference<"mutation", "public", { client: string; number: number }, number> =
  makeFunctionReference("entries:append");

const dogsPerKennel = 30;
const LIGHTHOUSE_RUNS = Number(process.env["BENCH_LIGHTHOUSE_RUNS"] ?? 3);
const samples = Number(process.env["BENCH_SAMPLES"] ?? 400);

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(68)} ${value}\n`);
}

function distribution(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  const shares = { p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) };
  return Object.entries(shares)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`)
    .join("   ");
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function memoryMiB(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(
    /VmRSS:\s+(\d+)/.exec(status)?.[1] ?? execFileSync("ps", ["-o", "rss=", String(pid)]).toString(),
  );
  return `${(kilobytes / 1024).toFixed(0)} MiB`;
}

function connect(origin: string): ConvexClient {
  return new ConvexClient(origin, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
}

async function fill(origin: string, firstKennel: number, kennels: number): Promise<void> {
  const http = new ConvexHttpClient(origin, { logger: false });
  const perCall = 10;
  for (let done = 0; done < kennels; done += perCall) {
    await http.mutation(seed, {
      firstKennel: firstKennel + done,
      kennels: Math.min(perCall, kennels - done),
      dogsPerKennel,
    });
  }
}

/** Reports when a weight arrives in the open list of its kennel. */
class Watcher {
  readonly client: ConvexClient;
  dogs: Dog[] = [];
  #awaited: { weight: number; resolve: (at: number) => void } | null = null;
  readonly ready: Promise<void>;

  constructor(origin: string, kennelId: string) {
    this.client = connect(origin);
    this.ready = new Promise((resolve) => {
      this.client.onUpdate(list, { kennelId }, (dogs) => {
        this.dogs = dogs;
        resolve();
        if (this.#awaited && dogs.some((dog) => dog.weight === this.#awaited?.weight)) {
          this.#awaited.resolve(performance.now());
          this.#awaited = null;
        }
      });
    });
  }

  arrivalOf(weight: number): Promise<number> {
    return new Promise((resolve) => (this.#awaited = { weight, resolve }));
  }
}

/** In milliseconds, from the call of a mutation to the changed list on another client's screen. */
async function writeToOther(origin: string, watchers: Watcher[], count: number): Promise<number[]> {
  const writer = connect(origin);
  const times: number[] = [];
  for (let sample = 0; sample < count + 50; sample += 1) {
    const watcher = watchers[sample % watchers.length];
    const dog = watcher?.dogs[sample % dogsPerKennel];
    if (!watcher || !dog) throw new Error("A watcher has no dogs");
    const weight = 20 + sample / 1000 + Math.random();
    const arrival = watcher.arrivalOf(weight);
    const start = performance.now();
    const written = writer.mutation(weigh, { dogId: dog._id, weight });
    const end = await arrival;
    await written;
    if (sample >= 50) times.push(end - start);
  }
  await writer.close();
  return times;
}

async function withWatchers<T>(
  runtime: Runtime,
  count: number,
  work: (watchers: Watcher[]) => Promise<T>,
): Promise<T> {
  const watchers = Array.from(
    { length: count },
    (_, index) => new Watcher(runtime.origin, `kennel-${index}`),
  );
  await Promise.all(watchers.map((watcher) => watcher.ready));
  const result = await work(watchers);
  await Promise.all(watchers.map((watcher) => watcher.client.close()));
  return result;
}

interface Metrics {
  queriesRerun: number;
  commits: number;
}
const metrics = async (origin: string) =>
  (await (await fetch(`${origin}/_internal/metrics`)).json()) as Metrics;

async function benchLiveWrites(runtime: Runtime): Promise<void> {
  for (const clients of [1, 50, 200]) {
    await withWatchers(runtime, clients, async (watchers) => {
      const before = await metrics(runtime.origin);
      const times = await writeToOther(runtime.origin, watchers, samples);
      const after = await metrics(runtime.origin);
      print(`write to another client's live query, ${clients} clients`, distribution(times));
      const writes = after.commits - before.commits;
      print(
        `queries rerun per write, ${clients} clients (1 is affected)`,
        ((after.queriesRerun - before.queriesRerun) / writes).toFixed(3),
      );
      if (clients === 200) print("memory with 200 clients", memoryMiB(runtime.pid));
    });
  }
}

async function benchDurableWrites(runtime: Runtime): Promise<void> {
  const seconds = 5;
  const writers = Array.from({ length: 16 }, () => connect(runtime.origin));
  let acknowledged = 0;
  const warm = performance.now() + 1000;
  const end = warm + seconds * 1000;
  await Promise.all(
    writers.map(async (writer, index) => {
      for (let number = 0; performance.now() < end; number += 1) {
        await writer.mutation(append, { client: `writer-${index}`, number });
        if (performance.now() > warm) acknowledged += 1;
      }
    }),
  );
  print("acknowledged durable writes per second, 16 writers", `${Math.round(acknowledged / seconds)}/s`);
  await Promise.all(writers.map((writer) => writer.close()));
}

async function benchFirstResult(runtime: Runtime): Promise<void> {
  const http = new ConvexHttpClient(runtime.origin, { logger: false });
  await http.mutation(seed, { firstKennel: 1_000_000, kennels: 1, dogsPerKennel: 1000 });
  const [dog] = await http.query(list, { kennelId: "kennel-1000000" });
  if (!dog) throw new Error("The kennel has no dogs");
  const times: number[] = [];
  for (let sample = 0; sample < 30; sample += 1) {
    // Writes to the list, so that no cached result is returned.
    await http.mutation(weigh, { dogId: dog._id, weight: sample + 1 });
    const client = connect(runtime.origin);
    await client.query(list, { kennelId: "kennel-none" });
    const start = performance.now();
    await new Promise<void>((resolve) => {
      client.onUpdate(list, { kennelId: "kennel-1000000" }, () => resolve());
    });
    if (sample >= 5) times.push(performance.now() - start);
    await client.close();
  }
  print("first result of a 1,000-row subscription", distribution(times));
}

/**
 * Only detects whether the bytes have arrived. Two hundred real clients in one process would measure how fast that
 * process parses two hundred lists. Each real viewer has its own computer.
 */
class RawViewer {
  readonly #socket: WebSocket;
  readonly ready: Promise<void>;
  #awaited: { text: string; resolve: (at: number) => void } | null = null;

  constructor(origin: string, kennelId: string) {
    this.#socket = new WebSocket(`${origin.replace("http", "ws")}/api/1.48.0/sync`);
    const send = (message: object) => this.#socket.send(JSON.stringify(message));
    this.#socket.on("open", () => {
      const sessionId = randomUUID();
      send({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs: Date.now() });
      const query = { type: "Add", queryId: 0, udfPath: "dogs:list", args: [{ kennelId }] };
      send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [query] });
    });
    this.ready = new Promise((resolve) => {
      this.#socket.on("message", (data: Buffer) => {
        if (data.includes('"QueryUpdated"')) resolve();
        if (!this.#awaited || !data.includes(this.#awaited.text)) return;
        this.#awaited.resolve(performance.now());
        this.#awaited = null;
      });
    });
  }

  arrivalOf(weight: number): Promise<number> {
    return new Promise((resolve) => (this.#awaited = { text: `"weight":${weight}`, resolve }));
  }

  close = () => this.#socket.close();
}

/**
 * Measures milliseconds from the call of a mutation until the last of many viewers of one kennel has the result.
 */
async function benchViewers(runtime: Runtime): Promise<void> {
  const viewers = Array.from({ length: 200 }, () => new RawViewer(runtime.origin, "kennel-0"));
  await Promise.all(viewers.map((viewer) => viewer.ready));
  const writer = connect(runtime.origin);
  const dogs = await writer.query(list, { kennelId: "kennel-0" });
  const times: number[] = [];
  for (let sample = 0; sample < 110; sample += 1) {
    const dog = dogs[sample % dogsPerKennel];
    if (!dog) throw new Error("The kennel has no dogs");
    const weight = 60 + sample / 1000 + Math.random();
    const arrivals = Promise.all(viewers.map((viewer) => viewer.arrivalOf(weight)));
    const start = performance.now();
    await writer.mutation(weigh, { dogId: dog._id, weight });
    const last = Math.max(...(await arrivals));
    if (sample >= 10) times.push(last - start);
  }
  print("one write reaches the last of 200 viewers of one kennel", distribution(times));
  for (const viewer of viewers) viewer.close();
  await writer.close();
}

/** All writes go to one document at the same time, each over its own connection. */
async function benchContention(runtime: Runtime): Promise<void> {
  const writers = Array.from({ length: 50 }, () => connect(runtime.origin));
  await Promise.all(writers.map((writer) => writer.query(list, { kennelId: "kennel-none" })));
  const times: number[] = [];
  for (let sample = 0; sample < 12; sample += 1) {
    const start = performance.now();
    await Promise.all(writers.map((writer, number) => writer.mutation(append, { client: "hot", number })));
    if (sample >= 2) times.push(performance.now() - start);
  }
  print("50 writers on one document, until all have succeeded", distribution(times));
  await Promise.all(writers.map((writer) => writer.close()));
}

/** Since the process was started. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** In milliseconds of processor time per second. */
async function idleTime(runtime: Runtime): Promise<string> {
  const seconds = 5;
  await pause(1000);
  const before = processorMs(runtime.pid);
  await pause(seconds * 1000);
  return `${((processorMs(runtime.pid) - before) / seconds).toFixed(1)} ms per second`;
}

async function benchIdle(runtime: Runtime): Promise<void> {
  print("processor time without subscriptions", await idleTime(runtime));
  const clients = Array.from({ length: 10 }, () => connect(runtime.origin));
  await Promise.all(
    clients.flatMap((client, position) =>
      Array.from(
        { length: 100 },
        (_, query) =>
          new Promise<void>((resolve) => {
            client.onUpdate(list, { kennelId: `kennel-${(position * 100 + query) % 300}` }, () => resolve());
          }),
      ),
    ),
  );
  print("processor time of 1,000 idle subscriptions", await idleTime(runtime));
  await Promise.all(clients.map((client) => client.close()));
}

async function benchStart(): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), "studbook-bench-"));
  const first = await startRuntime({ functions: "tests/fixtures/ledger", data });
  await fill(first.origin, 0, Math.ceil(100_000 / dogsPerKennel));
  await first.stop();
  const times: number[] = [];
  for (let sample = 0; sample < 5; sample += 1) {
    const start = performance.now();
    const runtime = await startRuntime({ functions: "tests/fixtures/ledger", data });
    times.push(performance.now() - start);
    await runtime.stop();
  }
  rmSync(data, { recursive: true, force: true });
  print("start with 100,000 documents", distribution(times));
}

async function benchGrowth(): Promise<void> {
  const medians: number[] = [];
  for (const rows of [1_000, 10_000, 100_000]) {
    const runtime = await startRuntime({ functions: "tests/fixtures/ledger" });
    await fill(runtime.origin, 0, Math.ceil(rows / dogsPerKennel));
    const times = await withWatchers(runtime, 20, (watchers) =>
      writeToOther(runtime.origin, watchers, samples),
    );
    medians.push(median(times));
    print(`write to another client's live query, ${rows} rows`, distribution(times));
    await runtime.stop();
  }
  const [small = 1, , large = 1] = medians;
  print("ratio of the medians, 100,000 rows to 1,000 rows", (large / small).toFixed(2));
}

async function benchSearch(): Promise<void> {
  const { measured, rerunsPerWrite } = await measureSearch(samples);
  for (const { name, timesMs } of measured) print(name, distribution([...timesMs]));
  print("open searches run again per write (1 is affected)", rerunsPerWrite.toFixed(3));
}

async function benchPresence(): Promise<void> {
  const { processorMs: used, listsRead, everybodySeenMs } = await measureArrivals(processorMs);
  print("100 people with two windows each come at once: processor time", `${(used / 1000).toFixed(1)} s`);
  print("lists of people read again meanwhile", String(listsRead));
  print("until everybody sees everybody", distribution(everybodySeenMs));
}

async function benchImports(): Promise<void> {
  const { seconds, calls, peakMemoryMiB } = await measureImports(
    Number(process.env["BENCH_ANCESTORS"] ?? 100_000),
    40,
  );
  for (const { name, value } of seconds) print(name, `${value.toFixed(1)} s`);
  for (const { name, timesMs } of calls) print(name, distribution([...timesMs]));
  print("peak memory of the runtime", `${peakMemoryMiB.toFixed(0)} MiB`);
}

/** If there is no browser, prints what is not measured. */
function prepareBrowser(what: string): string | null {
  const browserPath = process.env["CHROMIUM_PATH"];
  if (!browserPath) {
    print(what, "not measured: CHROMIUM_PATH names no browser");
    return null;
  }
  // A separate process builds it, because this script runs as a bundle outside the source folder.
  execFileSync(process.execPath, [
    ...["--input-type=module", "-e"],
    'await (await import("./scripts/build.mjs")).buildWeb();',
  ]);
  return browserPath;
}

async function benchPhotos(): Promise<void> {
  const browserPath = prepareBrowser("photo uploads in a browser");
  if (browserPath) await measurePhotos(browserPath, print);
}

async function benchBackups(): Promise<void> {
  await measureBackups(print, distribution);
}

async function benchExports(): Promise<void> {
  await measureExports(print);
}

async function benchTransfers(): Promise<void> {
  await measureTransfers(print, distribution);
}

/** `BENCH_LINE` selects connections by a part of their name, and `BENCH_COLD_RUNS` sets the number of loads. */
async function benchColdLoads(): Promise<void> {
  const browserPath = prepareBrowser("cold loads");
  const runs = Number(process.env["BENCH_COLD_RUNS"] ?? 3);
  if (browserPath)
    await measureColdLoads(browserPath, { runs, line: process.env["BENCH_LINE"] ?? "" }, print);
}

async function benchLighthouse(): Promise<void> {
  const browserPath = prepareBrowser("Lighthouse");
  if (browserPath) await measureLighthouse(browserPath, LIGHTHOUSE_RUNS, print);
}

async function benchRegister(): Promise<void> {
  for (const { name, timesMs } of await measureRegister(Math.min(samples, 60))) {
    print(name, distribution([...timesMs]));
  }
  const browserPath = prepareBrowser("the register in a browser");
  if (!browserPath) return;
  const { typing, openingMs, table } = await measureRegisterScreen(browserPath);
  print("longest frame while typing a search over 96 cards", `${typing.frameMs.toFixed(0)} ms`);
  print(
    "tasks over 50 ms meanwhile",
    typing.longTasksMs.map((ms) => `${ms.toFixed(0)} ms`).join(" ") || "none",
  );
  print("from the click on a card to the dog's page", distribution(openingMs));
  print("table, processor at a quarter: from the data to the first row", `${table.firstRowMs.toFixed(0)} ms`);
  print("table, processor at a quarter: frames while it scrolls by code", distribution([...table.framesMs]));
  print("table, processor at a quarter: frames drawn under a wheel", distribution([...table.drawnMs]));
  print("table, processor at a quarter: pixels without a row", `${Math.max(...table.blankPx).toFixed(0)} px`);
}

async function benchBreedings(): Promise<void> {
  for (const { name, timesMs } of await measureBreedings(Math.min(samples, 60))) {
    print(name, distribution([...timesMs]));
  }
}

async function benchHeats(): Promise<void> {
  for (const { name, timesMs } of await measureHeats(Math.min(samples, 100))) {
    print(name, distribution([...timesMs]));
  }
}

async function benchLitters(): Promise<void> {
  const { requests, arrivalsMs, afterReturnMs, lostOrDoubled } = await measureLitters(Math.min(samples, 40));
  for (const { name, timesMs } of requests) print(name, distribution([...timesMs]));
  print("a weight from one phone to the other", distribution([...arrivalsMs]));
  print("after 20 s away, until all entries are on the other phone", `${afterReturnMs.toFixed(0)} ms`);
  print("weights lost or doubled", String(lostOrDoubled));
}

async function benchReports(): Promise<void> {
  for (const { name, timesMs } of await measureReports(Math.min(samples, 60))) {
    print(name, distribution([...timesMs]));
  }
}

async function benchVaccines(): Promise<void> {
  for (const { name, timesMs } of await measureVaccines(Math.min(samples, 60))) {
    print(name, distribution([...timesMs]));
  }
}

async function benchReminders(): Promise<void> {
  const { measured, runs } = await measureReminders(Math.min(samples, 200));
  for (const run of runs) print("a run of the notices among 50,000 reminders", run);
  for (const { name, timesMs } of measured) print(name, distribution([...timesMs]));
}

async function benchDashboard(): Promise<void> {
  for (const { name, timesMs } of await measureDashboard(Math.min(samples, 60))) {
    print(name, distribution([...timesMs]));
  }
}

async function benchContacts(): Promise<void> {
  for (const { name, timesMs } of await measureContacts(Math.min(samples, 40))) {
    print(name, distribution([...timesMs]));
  }
}

async function benchHealth(): Promise<void> {
  for (const { name, timesMs } of await measureHealth(Math.min(samples, 60))) {
    print(name, distribution([...timesMs]));
  }
}

async function benchRuntime(): Promise<void> {
  const runtime = await startRuntime({ functions: "tests/fixtures/ledger" });
  print("memory idle", memoryMiB(runtime.pid));
  await fill(runtime.origin, 0, Math.ceil(10_000 / dogsPerKennel));
  await benchLiveWrites(runtime);
  await benchDurableWrites(runtime);
  await benchFirstResult(runtime);
  await benchViewers(runtime);
  await benchContention(runtime);
  await benchIdle(runtime);
  await runtime.stop();
}

async function benchCoefficients(): Promise<void> {
  const coefficients = await Promise.resolve(measureCoefficients(samples));
  print("coefficient over 10 generations of a closed population", distribution(coefficients.limited));
  print("coefficient over all its 30 generations", distribution(coefficients.whole));
}

/** Compares a breed of 60 generations with the true coefficients, and prints how long that takes. */
async function benchDeepPedigree(): Promise<void> {
  const perGeneration = 2 * Math.ceil(Number(process.env["BENCH_ANCESTORS"] ?? 100_000) / 120);
  const matings = Number(process.env["BENCH_MATINGS"] ?? 1000);
  const options = { generations: 60, perGeneration, samples: matings, restSamples: matings };
  const { seconds, calls, compared, largestDifference } = await compareDeepBreed(options);
  const dogs = (60 * perGeneration).toLocaleString("en-US");
  for (const { name, value } of seconds) print(`${dogs} dogs: ${name}`, `${value.toFixed(2)} s`);
  for (const { name, timesMs, processorMs } of calls) {
    print(`${dogs} dogs: ${name}`, distribution(timesMs));
    print(`${dogs} dogs: ${name}, processor time`, distribution(processorMs));
  }
  print("figures compared with the tabular method", compared.toLocaleString("en-US"));
  print("largest difference", largestDifference.toExponential(1));
}

/** Each part can be measured alone: `npm run bench -- imports`. */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  coefficients: benchCoefficients,
  runtime: benchRuntime,
  growth: benchGrowth,
  search: benchSearch,
  imports: benchImports,
  pedigree: benchDeepPedigree,
  presence: benchPresence,
  coldloads: benchColdLoads,
  lighthouse: benchLighthouse,
  register: benchRegister,
  breedings: benchBreedings,
  backups: benchBackups,
  exports: benchExports,
  transfer: benchTransfers,
  photos: benchPhotos,
  heats: benchHeats,
  health: benchHealth,
  contacts: benchContacts,
  dashboard: benchDashboard,
  litters: benchLitters,
  reports: benchReports,
  reminders: benchReminders,
  vaccines: benchVaccines,
  start: benchStart,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PARTS[name]);
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(", ")}, only ${Object.keys(PARTS).join(", ")}`);
const broken: string[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  try {
    await measure();
  } catch (error) {
    // The other parts must still print their figures.
    broken.push(name);
    print(`${name} ended without all of its figures`, error instanceof Error ? error.message : String(error));
  }
}
if (broken.length > 0) print("parts that did not come to their end", broken.join(", "));
process.exit(broken.length > 0 ? 1 : 0);
