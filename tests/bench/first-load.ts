/**
 * What the first page costs: the bytes that Chromium really fetches, cache empty, until the dashboard stands with its
 * numbers, and what Lighthouse's mobile preset thinks of it. Lighthouse is fetched by npx when it is asked for: its
 * hundred and eighty packages would be installed by everybody otherwise.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { z } from "zod";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, password, register } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const LIGHTHOUSE = "lighthouse@12.8.2";
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const DOGS = 120;
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);

type Print = (name: string, value: string) => void;
type Fetched = { url: string; type: string; bytes: number };

/** A browser that somebody with a kennel has signed in with, as Lighthouse wants it: reachable by a port. */
async function withSignedIn(
  executablePath: string,
  use: (context: BrowserContext, runtime: Runtime, debuggingPort: number) => Promise<void>,
): Promise<void> {
  const runtime = await startRuntime({ functions: "convex", web: "dist/web", accounts: true });
  const who = { firstName: "Anna", name: "Anna Bench", email: "anna@example.com", password };
  const anna = await register(runtime.origin, who);
  await addManyDogs(anna, await firstKennelId(anna), DOGS);
  const profile = mkdtempSync(path.join(tmpdir(), "studbook-first-load-"));
  const debuggingPort = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ["--no-sandbox", `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    const page = await context.newPage();
    await page.goto(`${runtime.origin}/login`);
    await page.getByLabel("Email").fill(who.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: /^sign in$/i }).click();
    await dashboardOf(page).waitFor();
    await page.close();
    await use(context, runtime, debuggingPort);
  } finally {
    await context.close();
    await runtime.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** What stands on the dashboard once the kennel's numbers are there. */
const dashboardOf = (page: Page) => page.getByText(String(DOGS), { exact: true }).first();

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Opens the dashboard with an empty cache and returns what was asked for until it stood there. */
async function openDashboard(context: BrowserContext, origin: string): Promise<Fetched[]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  const fetched = new Map<string, Fetched>();
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    fetched.set(requestId, { url: request.url, type: type ?? "Other", bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = fetched.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await page.goto(`${origin}/dashboard`);
  await dashboardOf(page).waitFor();
  const seen = [...fetched.values()].map((request) => ({ ...request }));
  await page.close();
  return seen;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** Prints the sizes of what the dashboard waits for, headers included. */
export async function measureFirstLoad(executablePath: string, print: Print): Promise<void> {
  await withSignedIn(executablePath, async (context, { origin }) => {
    const fetched = await openDashboard(context, origin);
    for (const type of ["Script", "Stylesheet", "Font", "Document", "Fetch"]) {
      const ofType = fetched.filter((request) => request.type === type);
      const bytes = ofType.reduce((sum, request) => sum + request.bytes, 0);
      print(`first load of the dashboard: ${type}, ${ofType.length} requests`, kilobytes(bytes));
    }
    const scripts = fetched.filter(({ type }) => type === "Script").sort((a, b) => b.bytes - a.bytes);
    for (const { url, bytes } of scripts.slice(0, 8)) print(`  ${new URL(url).pathname}`, kilobytes(bytes));
  });
}

/** Lighthouse's slow phone: a fast 3G connection and a quarter of this machine's speed. */
const SLOW_PHONE = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750, offline: false };
const SLOWER = 4;
const LONG_TASK_MS = 50;

type Paint = { atMs: number; what: string };
type Seen = { paints: Paint[]; tasksMs: number[] };

/** Notes in the page itself what was painted largest and which tasks took long. */
function watchPage(): void {
  const seen: Seen = { paints: [], tasksMs: [] };
  Object.assign(window, { firstLoad: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { element } = entry as PerformanceEntry & { element?: Element | null };
      const what = element
        ? `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`
        : "";
      seen.paints.push({ atMs: entry.startTime, what });
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasksMs.push(duration);
  }).observe({ type: "longtask", buffered: true });
}

/** Prints what somebody with a slow phone waits for: the first words, the largest, and the kennel's numbers. */
export async function measureSlowPhone(executablePath: string, print: Print): Promise<void> {
  await withSignedIn(executablePath, async (context, { origin }) => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 412, height: 823 });
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.clearBrowserCache");
    await session.send("Network.emulateNetworkConditions", SLOW_PHONE);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.addInitScript(watchPage);
    await page.goto(`${origin}/dashboard`, { waitUntil: "commit" });
    await dashboardOf(page).waitFor();
    const { seen, standsMs } = await page.evaluate(() => ({
      seen: (window as unknown as { firstLoad: Seen }).firstLoad,
      standsMs: performance.now(),
    }));
    for (const { atMs, what } of seen.paints)
      print(`slow phone: painted largest, ${what}`, `${atMs.toFixed(0)} ms`);
    print("slow phone: the kennel's numbers stand", `${standsMs.toFixed(0)} ms`);
    const blockedMs = seen.tasksMs.reduce((sum, taskMs) => sum + taskMs - LONG_TASK_MS, 0);
    print("slow phone: long tasks", seen.tasksMs.map((taskMs) => taskMs.toFixed(0)).join(" ") || "none");
    print("slow phone: blocked by them", `${blockedMs.toFixed(0)} ms`);
    await page.close();
  });
}

const reportShape = z.object({
  /** Why nothing was recorded. */
  runtimeError: z.object({ code: z.string() }).optional(),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      scoreDisplayMode: z.string(),
      displayValue: z.string().optional(),
    }),
  ),
});

const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
  "speed-index",
];

type Report = z.infer<typeof reportShape>;

/** What a process that ended with an error had printed, where it had printed anything. */
function printedBy(error: unknown): string | null {
  if (!(error instanceof Error) || !("stdout" in error) || typeof error.stdout !== "string") return null;
  return error.stdout === "" ? null : error.stdout;
}

/**
 * Runs Lighthouse once, in a browser started for it, as its own command does: a second page of one would inherit work.
 * Throws when it has recorded nothing.
 */
async function runLighthouse(executablePath: string): Promise<Report> {
  let report: Report | undefined;
  await withSignedIn(executablePath, async (context, { origin }, port) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await page.close();
    const { stdout } = await run(
      "npx",
      [
        ...["--yes", LIGHTHOUSE, `${origin}/dashboard`, `--port=${port}`, "--disable-storage-reset"],
        ...["--output=json", "--output-path=stdout", "--quiet"],
        `--only-categories=${CATEGORIES.join(",")}`,
      ],
      { maxBuffer: MAX_REPORT_BYTES },
    ).catch((error: unknown) => {
      // A run that has recorded nothing prints its report all the same, and ends with an error.
      const stdout = printedBy(error);
      if (stdout === null) throw error;
      return { stdout };
    });
    report = reportShape.parse(JSON.parse(stdout));
  });
  if (!report) throw new Error("Lighthouse has not answered");
  if (report.runtimeError) throw new Error(report.runtimeError.code);
  return report;
}

/** How often a run that has recorded nothing is made again. */
const MAX_REPEATS = 2;

/** Runs Lighthouse until it has recorded something, and tells of each time that it has not; null when it never did. */
async function runUntilRecorded(executablePath: string, name: string, print: Print): Promise<Report | null> {
  for (let repeats = 0; repeats <= MAX_REPEATS; repeats += 1) {
    try {
      return await runLighthouse(executablePath);
    } catch (error) {
      const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      print(`Lighthouse, mobile: ${name} recorded nothing`, reason);
    }
  }
  return null;
}

/** Prints Lighthouse's scores for the dashboard by its mobile preset, of each of `runs`, and what costs points. */
export async function measureLighthouse(executablePath: string, runs: number, print: Print): Promise<void> {
  const reports: Report[] = [];
  for (let count = 1; count <= runs; count += 1) {
    const report = await runUntilRecorded(executablePath, `run ${count}`, print);
    if (report) reports.push(report);
  }
  if (reports.length < runs) print("Lighthouse, mobile: runs with a result", `${reports.length} of ${runs}`);
  if (reports.length === 0) return;
  for (const category of CATEGORIES) {
    const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
    print(`Lighthouse, mobile: ${category}, each run`, scores.join(" "));
  }
  const [report] = reports;
  for (const metric of METRICS) {
    const values = reports.map(({ audits }) => audits[metric]?.displayValue ?? "");
    print(`  ${metric}, each run`, values.join("   "));
  }
  for (const [id, audit] of Object.entries(report?.audits ?? {})) {
    const isMetric = METRICS.includes(id) || audit.scoreDisplayMode !== "binary";
    if (!isMetric && audit.score === 0) print(`  costs points: ${id}`, audit.title);
  }
}
