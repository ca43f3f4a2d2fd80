/**
 * Lighthouse's mobile scores of the dashboard, the dogs and a litter. npx downloads Lighthouse on demand. Otherwise
 * every developer would have to install its hundred and eighty packages.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { withSignedIn, type SignedInBrowser } from "./signed-in";

const LIGHTHOUSE = "lighthouse@12.8.2";
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const PAGES: Readonly<Record<string, (browser: SignedInBrowser) => string>> = {
  Dashboard: ({ kennelPath }) => kennelPath,
  Dogs: ({ kennelPath }) => `${kennelPath}/dogs`,
  Litter: ({ kennelPath, litterId }) => `${kennelPath}/litters/${litterId}`,
};
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);

type Print = (name: string, value: string) => void;

const reportShape = z.object({
  /** Set if nothing was recorded. */
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

/** Null if nothing was printed. */
function printedBy(error: unknown): string | null {
  if (!(error instanceof Error) || !("stdout" in error) || typeof error.stdout !== "string") return null;
  return error.stdout === "" ? null : error.stdout;
}

/**
 * Each run has its own newly started browser. A second page in the same browser would inherit work. Throws if
 * Lighthouse has recorded nothing.
 */
async function runLighthouse(executablePath: string, pageName: string): Promise<Report> {
  let report: Report | undefined;
  await withSignedIn(executablePath, async (browser) => {
    const { context, origin, debuggingPort } = browser;
    const address = origin + (PAGES[pageName]?.(browser) ?? "");
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await page.close();
    const { stdout } = await run(
      "npx",
      [
        ...["--yes", LIGHTHOUSE, address, `--port=${debuggingPort}`, "--disable-storage-reset"],
        ...["--output=json", "--output-path=stdout", "--quiet"],
        `--only-categories=${CATEGORIES.join(",")}`,
      ],
      { maxBuffer: MAX_REPORT_BYTES },
    ).catch((error: unknown) => {
      // A run that has recorded nothing still prints its report, and ends with an error.
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

/** How often a run that has recorded nothing is repeated. */
const MAX_REPEATS = 2;

/** Logs each failed attempt. Returns null when all attempts failed. */
async function runUntilRecorded(
  executablePath: string,
  pageName: string,
  print: Print,
): Promise<Report | null> {
  for (let repeats = 0; repeats <= MAX_REPEATS; repeats += 1) {
    try {
      return await runLighthouse(executablePath, pageName);
    } catch (error) {
      const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      print(`Lighthouse, mobile: a run of ${pageName} recorded nothing`, reason);
    }
  }
  return null;
}

/** Also prints what costs points. */
export async function measureLighthouse(executablePath: string, runs: number, print: Print): Promise<void> {
  for (const pageName of Object.keys(PAGES)) await measurePage(executablePath, pageName, runs, print);
}

async function measurePage(
  executablePath: string,
  pageName: string,
  runs: number,
  print: Print,
): Promise<void> {
  const reports: Report[] = [];
  for (let count = 1; count <= runs; count += 1) {
    const report = await runUntilRecorded(executablePath, pageName, print);
    if (report) reports.push(report);
  }
  if (reports.length < runs)
    print(`Lighthouse, mobile: runs of ${pageName} with a result`, `${reports.length} of ${runs}`);
  if (reports.length === 0) return;
  for (const category of CATEGORIES) {
    const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
    print(`Lighthouse, mobile: ${pageName}, ${category}, each run`, scores.join(" "));
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
