/**
 * The time to open a page with an empty cache on a slow connection: until the first data on the screen, the
 * requests and bytes until then, and how long the page could not respond to a tap. Figures are medians of several
 * loads.
 */
import { setTimeout as pause } from "node:timers/promises";
import { withSignedIn, type SignedInBrowser } from "./signed-in";

/** `slowdown` is that of the processor, relative to this machine. */
interface Line {
  readonly name: string;
  readonly kilobits: number;
  readonly slower: number;
}

const LATENCY_MS = 150;
const LINES: readonly Line[] = [
  { name: "1.6 Mbit/s", kilobits: 1600, slower: 1 },
  { name: "1.6 Mbit/s, processor 4 times slower", kilobits: 1600, slower: 4 },
  { name: "400 kbit/s", kilobits: 400, slower: 1 },
];

/** A longer task delays a tap by the rest of its time. */
const LONG_TASK_MS = 50;
/** Work right after the first data, such as charts, also blocks the page. */
const AFTER_MS = 4000;

const LONGEST_LOAD_MS = 60_000;

/** `stands` runs in the page itself and returns whether its data is shown. */
interface ColdPage {
  readonly name: string;
  readonly path: (browser: SignedInBrowser) => string;
  readonly stands: () => boolean;
}

const PAGES: readonly ColdPage[] = [
  {
    name: "Dashboard",
    path: ({ kennelPath }) => kennelPath,
    stands: () =>
      /\d/u.test(document.querySelector('[aria-label="The kennel in numbers"]')?.textContent ?? ""),
  },
  {
    name: "Dogs",
    path: ({ kennelPath }) => `${kennelPath}/dogs`,
    stands: () => document.querySelector('article[aria-label*="of Oak Hill"]') !== null,
  },
  {
    name: "Litter",
    path: ({ kennelPath, litterId }) => `${kennelPath}/litters/${litterId}`,
    stands: () => document.querySelector('[aria-label="Puppies"]') !== null,
  },
  {
    name: "Health",
    path: ({ kennelPath }) => `${kennelPath}/health`,
    stands: () => document.querySelector('[aria-label="Health in numbers"]') !== null,
  },
  {
    name: "Family",
    path: ({ familyPath }) => familyPath,
    // Name, next step, and the photo. The photo's small picture is behind the large one.
    stands: () =>
      document.querySelector("h1") !== null &&
      document.querySelector('[aria-label="What comes next"]') !== null &&
      performance
        .getEntriesByType("resource")
        .some(({ name, duration }) => name.includes("thumbnail") && duration > 0),
  },
];

interface Load {
  readonly firstDataMs: number;
  readonly requests: number;
  readonly bytes: number;
  readonly blockedMs: number;
  readonly shift: number;
}

type Seen = { stoodMs: number | null; tasksMs: number[]; shift: number };
type Watched = Window & { coldLoad: Seen };

declare global {
  interface Window {
    tellStood: (text: string) => void;
  }
}

/** Runs in the page itself and checks each frame. Also records long tasks and layout shifts. */
function watchPage(stands: () => boolean): void {
  const seen: Seen = { stoodMs: null, tasksMs: [], shift: 0 };
  Object.assign(window, { coldLoad: seen });
  const look = () => {
    if (stands()) {
      seen.stoodMs = performance.now();
      window.tellStood("");
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasksMs.push(duration);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** The cache is empty. */
async function load(browser: SignedInBrowser, { path, stands }: ColdPage, line: Line): Promise<Load> {
  const page = await browser.context.newPage();
  const session = await browser.context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  const throughput = (line.kilobits * 1000) / 8;
  await session.send("Network.emulateNetworkConditions", {
    ...{ latency: LATENCY_MS, downloadThroughput: throughput, uploadThroughput: throughput, offline: false },
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: line.slower });
  let requests = 0;
  let bytes = 0;
  session.on("Network.requestWillBeSent", () => (requests += 1));
  session.on("Network.dataReceived", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript({ content: `(${watchPage.toString()})(${stands.toString()});` });
  const stood = new Promise<void>((resolve) => session.once("Runtime.bindingCalled", () => resolve()));
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "tellStood" });
  await page.goto(browser.origin + path(browser), { waitUntil: "commit" });
  // Playwright's own waiting evaluates a large script in the page, which would count as the page's work.
  const isLate = pause(LONGEST_LOAD_MS, "late", { ref: false });
  if ((await Promise.race([stood, isLate])) === "late")
    throw new Error(`${path(browser)} never showed its data`);
  const cost = { requests, bytes };
  await pause(AFTER_MS);
  const seen = await page.evaluate(() => (window as unknown as Watched).coldLoad);
  const { stoodMs, tasksMs, shift } = seen;
  await page.close();
  return {
    ...cost,
    firstDataMs: stoodMs ?? Number.NaN,
    shift,
    blockedMs: tasksMs.reduce((sum, taskMs) => sum + taskMs - LONG_TASK_MS, 0),
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Measures only the connections whose name contains `line`. Prints medians of `runs` loads. */
export async function measureColdLoads(
  executablePath: string,
  { runs, line }: { runs: number; line: string },
  print: (name: string, value: string) => void,
): Promise<void> {
  await withSignedIn(executablePath, async (browser) => {
    for (const each of LINES.filter(({ name }) => name.includes(line))) {
      for (const page of PAGES) {
        const loads: Load[] = [];
        while (loads.length < runs) loads.push(await load(browser, page, each));
        const of = (field: keyof Load) => median(loads.map((one) => one[field]));
        const times = loads.map(({ firstDataMs }) => (firstDataMs / 1000).toFixed(2)).join(" ");
        print(
          `cold ${page.name}, ${each.name}`,
          `first data ${(of("firstDataMs") / 1000).toFixed(2)} s (${times})   ${of("requests")} requests   ` +
            `${(of("bytes") / 1000).toFixed(0)} KB   blocked ${of("blockedMs").toFixed(0)} ms   ` +
            `moved ${of("shift").toFixed(3)}`,
        );
      }
    }
  });
}
