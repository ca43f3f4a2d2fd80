/**
 * The register with 1,000 dogs in a kennel among 1,000 kennels. Measures the server's time for pages, filters,
 * searches and a dog, and whether the browser remains responsive during typing.
 */
import { chromium, type CDPSession, type Page } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { addManyDogs } from "../support/many-dogs";
import { password, register } from "../support/people";
import { startRuntime } from "../support/runtime";
import { makeIssuer } from "./issuer";

const KENNELS = 1000;
const DOGS = 1000;
const DOGS_ELSEWHERE = 10;
const TODAY = "2025-12-31";
const OPENINGS = 40;
const UNMEASURED_OPENINGS = 2;
const SLOWER_TIMES = 4;
const SCROLLED_FRAMES = 240;
/** 1,800 pixels a second, like a fast thumb. */
const SCROLL_STEP_PX = 30;
const FRAMES_A_SECOND = 60;

export interface Measured {
  readonly name: string;
  readonly timesMs: readonly number[];
}

/** A dog is saved before each query, so that no cached result is returned. */
export async function measureRegister(samples: number): Promise<Measured[]> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env });
  const join = async (subject: string, dogs: number) => {
    const client = new ConvexHttpClient(runtime.origin, { logger: false });
    client.setAuth(await tokenOf(subject));
    await client.mutation(api.accounts.users.ensure, {});
    const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
    await addManyDogs({ client }, kennel._id, dogs);
    return { client, kennelId: kennel._id };
  };
  for (let number = 1; number < KENNELS; number += 1) await join(`breeder-${number}`, DOGS_ELSEWHERE);
  const { client, kennelId } = await join("breeder-0", DOGS);
  const first = await client.query(api.dogs.dogs.list, { kennelId, page: 1, limit: 12 });
  const dogId = first.data[0]?._id ?? "";

  const list = (filters: object) => async (sample: number) =>
    await client.query(api.dogs.dogs.list, {
      kennelId,
      page: 1,
      limit: 12,
      ...filters,
      ...pageOf(filters, sample),
    });
  const kinds: Record<string, (sample: number) => Promise<unknown>> = {
    "first page": list({}),
    "some page of 84": list({ page: 0 }),
    "filter by status": list({ status: "active" }),
    "filter by breed": list({ breed: "Harrier" }),
    "filter by breeding and age": list({ isBreedingDog: "true", ageRange: "adult", today: TODAY }),
    search: list({ search: "oak 99" }),
    "search and two filters": list({ search: "aria", gender: "female", status: "active" }),
    "parent picker": async () =>
      await client.query(api.dogs.dogs.searchParents, { kennelId, gender: "male", search: "oak 99" }),
    "open a dog": async () => await client.query(api.dogs.dogs.get, { dogId }),
    "a dog's offspring": async () => await client.query(api.dogs.relatives.offspring, { dogId }),
  };
  const measured: Measured[] = [];
  for (const [name, ask] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples + 5; sample += 1) {
      await client.mutation(api.dogs.dogs.update, { dogId, today: TODAY, weight: 20 + (sample % 50) / 10 });
      const start = performance.now();
      await ask(sample);
      if (sample >= 5) timesMs.push(performance.now() - start);
    }
    measured.push({ name: `1,000 dogs: ${name}`, timesMs });
  }
  await runtime.stop();
  return measured;
}

const pageOf = (filters: object, sample: number) => ("page" in filters ? { page: 1 + (sample % 84) } : {});

/** Returns the longest frame and every task that blocked longer than 50 ms. */
async function watchTyping(page: Page, text: string): Promise<{ frameMs: number; longTasksMs: number[] }> {
  await page.evaluate(() => {
    const seen = { frameMs: 0, longTasksMs: [] as number[] };
    Object.assign(window, { seen });
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) seen.longTasksMs.push(duration);
    }).observe({ entryTypes: ["longtask"] });
    let last = performance.now();
    const frame = (now: number) => {
      seen.frameMs = Math.max(seen.frameMs, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.getByRole("searchbox", { name: "Search dogs" }).pressSequentially(text, { delay: 60 });
  await page.getByText(/^\d+ dog\(s\) found$/).waitFor();
  await page.waitForURL(/search=/);
  return await page.evaluate(
    () => (window as unknown as { seen: { frameMs: number; longTasksMs: number[] } }).seen, // Set at the start of this function.
  );
}

/** Records when the dogs of the register arrived and when the first row of the table appeared. */
function watchFirstRow(): void {
  const seen = { dataAtMs: NaN, rowAtMs: NaN };
  Object.assign(window, { seen });
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given: ConstructorParameters<typeof Plain>) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (Number.isNaN(seen.dataAtMs) && String(data).includes("of Oak Hill"))
          seen.dataAtMs = performance.now();
      });
    }
  };
  const look = () => {
    if (document.querySelector("[role=rowheader]")) seen.rowAtMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface TableFigures {
  readonly firstRowMs: number;
  /** The page scrolls by script, and each frame waits for the rows. */
  readonly framesMs: readonly number[];
  /** The browser draws these frames while a wheel turns, as a person sees them. */
  readonly drawnMs: readonly number[];
  /** The visible height without rows, at each wheel event. */
  readonly blankPx: readonly number[];
}

/** Turns the wheel over the whole distance and measures what a person sees. */
async function watchWheel(
  page: Page,
  session: CDPSession,
): Promise<Pick<TableFigures, "drawnMs" | "blankPx">> {
  await page.evaluate(() => {
    const blankPx: number[] = [];
    Object.assign(window, { blankPx });
    const look = () => {
      const body = document.querySelector("[role=row][data-index]")?.parentElement;
      const rows = [...(body?.querySelectorAll("[role=row][data-index]") ?? [])].map((row) =>
        row.getBoundingClientRect(),
      );
      const whole = body?.getBoundingClientRect();
      const [first, last] = [rows[0], rows.at(-1)];
      if (!whole || !first || !last) return;
      const above = first.top - Math.max(0, whole.top);
      const below = Math.min(window.innerHeight, whole.bottom) - last.bottom;
      blankPx.push(Math.max(0, above) + Math.max(0, below));
    };
    // Runs before the table handles the event, so the current rows are those that were drawn.
    window.addEventListener("scroll", look, { capture: true });
  });
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser to trace");
  await browser.startTracing(page, { categories: ["viz", "benchmark"] });
  await session.send("Input.synthesizeScrollGesture", {
    x: 600,
    y: 400,
    yDistance: -SCROLLED_FRAMES * SCROLL_STEP_PX,
    speed: SCROLL_STEP_PX * FRAMES_A_SECOND,
    gestureSourceType: "mouse",
    preventFling: true,
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; ts: number }[];
  };
  const drawnAtMs = traceEvents
    .filter(({ name }) => name === "Display::FrameDisplayed")
    .map(({ ts }) => ts / 1000)
    .toSorted((a, b) => a - b);
  const blankPx = await page.evaluate(() => (window as unknown as { blankPx: number[] }).blankPx); // Set at the start of this function.
  return { drawnMs: drawnAtMs.slice(1).map((ms, before) => ms - (drawnAtMs[before] ?? ms)), blankPx };
}

/**
 * The processor has a quarter of its speed. This slows only the page's own thread, not the drawing. The table
 * scrolls from its top for some seconds.
 */
async function watchTable(page: Page, origin: string): Promise<TableFigures> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_TIMES });
  await page.addInitScript(watchFirstRow);
  await page.goto(`${origin}/dashboard/dogs?view=table`);
  await page.getByRole("rowheader").first().waitFor();
  const firstRowMs = await page.evaluate(() => {
    // Set by `watchFirstRow`.
    const { seen } = window as unknown as { seen: { dataAtMs: number; rowAtMs: number } };
    return seen.rowAtMs - seen.dataAtMs;
  });
  const framesMs = await page.evaluate(
    async ({ frames, step }) => {
      const times: number[] = [];
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      while (times.length < frames) {
        window.scrollBy(0, step);
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        times.push(now - last);
        last = now;
      }
      return times;
    },
    { frames: SCROLLED_FRAMES, step: SCROLL_STEP_PX },
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  const wheel = await watchWheel(page, session);
  await session.detach();
  return { firstRowMs, framesMs, ...wheel };
}

/** Measures typing and opening a dog in a real browser, 96 cards per page, and the table of all dogs. */
export async function measureRegisterScreen(executablePath: string) {
  const runtime = await startRuntime({ functions: "convex", web: "dist/web", accounts: true });
  const who = { firstName: "Anna", name: "Anna Bench", email: "anna@example.com", password };
  const anna = await register(runtime.origin, who);
  const [kennel] = await anna.client.query(api.kennels.kennels.list, {});
  await addManyDogs(anna, kennel?._id ?? "", DOGS);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(`${runtime.origin}/login`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await page.waitForURL(/\/dashboard/);
  await page.goto(`${runtime.origin}/dashboard/dogs?perPage=96`);
  await page.getByRole("article").nth(95).waitFor();
  const typing = await watchTyping(page, "aria of oak hill");
  const openingMs: number[] = [];
  // A breeder may click on this many dogs, each for the first time. The warm-up clicks before are not measured.
  for (let sample = 0; sample < UNMEASURED_OPENINGS + OPENINGS; sample += 1) {
    const link = page.getByRole("article").nth(sample).getByRole("link").first();
    const ms = await link.evaluate(async (element) => {
      const start = performance.now();
      if (element instanceof HTMLElement) element.click();
      while (!document.querySelector("[role=dialog] [role=tab]")) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return performance.now() - start;
    });
    if (sample >= UNMEASURED_OPENINGS) openingMs.push(ms);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  const table = await watchTable(page, runtime.origin);
  await browser.close();
  await runtime.stop();
  return { typing, openingMs, table };
}
