/**
 * Tests the cost of a page until its data is shown. Costs are counted in requests and bytes, which do not depend on
 * the machine's load.
 */
import { expect, type BrowserContext, type Page } from "@playwright/test";
import { addLitterOfDays } from "../support/kennel-litters";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { test, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;
test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  await addManyDogs(anna.person, await firstKennelId(anna.person), 24);
});
test.afterAll(async () => {
  await anna?.context.close();
});

/** The cache is empty. Counts what is fetched until `stands`. */
async function costOf(context: BrowserContext, path: string, stands: (page: Page) => Promise<unknown>) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  let bytes = 0;
  let requests = 0;
  // Fonts and the script that installs the service worker load after the first data, at a moment that varies on a
  // busy machine.
  const late = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (/\.woff2$|\/fonts-|workbox/.test(request.url)) late.add(requestId);
    else requests += 1;
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (!late.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(studbook.origin + path);
  await stands(page);
  const cost = { bytes, requests };
  return { page, cost };
}

const card = (page: Page) =>
  page
    .getByRole("article", { name: /of Oak Hill/ })
    .first()
    .waitFor();

// In 2 s a connection of 1.6 Mbit/s carries 400 KB. The fonts, nearly 100 KB, load after that.
for (const { path, stands, maxRequests, maxBytes } of [
  {
    path: "/dashboard",
    stands: (page: Page) => page.getByText("Total Dogs").first().waitFor(),
    maxRequests: 16,
    maxBytes: 212_000,
  },
  { path: "/dashboard/dogs", stands: card, maxRequests: 18, maxBytes: 296_000 },
  {
    path: "/dashboard/breeding",
    stands: (page: Page) => page.getByText("No breedings").first().waitFor(),
    maxRequests: 25,
    maxBytes: 372_000,
  },
  {
    path: "/dashboard/health",
    stands: (page: Page) => page.getByRole("tab", { name: "Schedule" }).waitFor(),
    maxRequests: 16,
    maxBytes: 288_000,
  },
  {
    path: "/dashboard/reminders",
    stands: (page: Page) =>
      page
        .getByText(/no reminders/i)
        .first()
        .waitFor(),
    maxRequests: 19,
    maxBytes: 346_000,
  },
  {
    path: "/dashboard/settings",
    stands: (page: Page) => page.getByRole("tab", { name: "Security" }).waitFor(),
    maxRequests: 27,
    maxBytes: 410_000,
  },
]) {
  test(`a cold ${path} is shown after few requests and bytes, and no request waits for the app to start`, async () => {
    const kennel = await firstKennelId(anna.person);
    const { page, cost } = await costOf(anna.context, `/k/${kennel}${path}`, stands);
    test.info().annotations.push({ type: "cost", description: JSON.stringify(cost) });
    expect(cost.requests, "requests").toBeLessThanOrEqual(maxRequests);
    expect(cost.bytes, "bytes").toBeLessThanOrEqual(maxBytes);
    const late = await page.evaluate(() => {
      const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const of = (name: RegExp) => entries.find((entry) => name.test(entry.name));
      const app = of(/assets\/vendor-/);
      const code = entries.find(({ name }) => /assets\/[\w-]*(page|screen)-/.test(name));
      return app !== undefined && code !== undefined && code.startTime > app.responseEnd ? code.name : null;
    });
    expect(late, "code of the page asked for only after the app's own").toBeNull();
    await page.close();
  });
}

test("the signed-in user is requested before any code, and the fonts load after the first data", async () => {
  const page = await anna.context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, watching) => {
      if (!document.querySelector("article")) return;
      Object.assign(window, { firstDataMs: performance.now() });
      watching.disconnect();
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${studbook.origin}/k/${await firstKennelId(anna.person)}/dashboard/dogs`);
  await card(page);
  await page.waitForFunction(() => document.fonts.check("16px 'Source Sans 3 Variable'"));
  const asked = await page.evaluate(() => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const first = (name: RegExp) =>
      Math.min(...entries.filter((entry) => name.test(entry.name)).map(({ startTime }) => startTime));
    const { firstDataMs } = window as unknown as { firstDataMs: number };
    return {
      session: first(/get-session$/),
      token: first(/api\/auth\/token$/),
      code: first(/assets\/.*\.js$/),
      firstDataMs,
      font: first(/\.woff2$/),
    };
  });
  expect(asked.session).toBeLessThan(asked.code);
  expect(asked.token).toBeLessThan(asked.code);
  expect(asked.font).toBeGreaterThan(asked.firstDataMs);
  await page.close();
});

test("a reload shows the page's own placeholders from the start to its data, and no others", async () => {
  const page = await anna.context.newPage();
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const status of document.querySelectorAll("[role=status][aria-label^=Loading]")) {
        const label = status.getAttribute("aria-label") ?? "";
        if (seen.at(-1) !== label) seen.push(label);
      }
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${studbook.origin}/k/${await firstKennelId(anna.person)}/dashboard/dogs`);
  await card(page);
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(["Loading dogs"]);
  await page.close();
});

test("a tapped page shows immediately that it is loading, however long its code takes", async () => {
  const page = await anna.context.newPage();
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/health-screen-.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${studbook.origin}/dashboard`);
  await expect(page.getByText("Total Dogs").first()).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Health" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Health Management" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(page.getByText("Total Dogs")).toHaveCount(0);
  release();
  await expect(page.getByRole("tab", { name: "Schedule" })).toBeVisible();
  await page.close();
});

test("an unreachable server is reported at the start without waiting", async () => {
  const page = await anna.context.newPage();
  await page.route("**/api/auth/**", (route) => route.abort("connectionrefused"));
  await page.goto(`${studbook.origin}/dashboard/dogs`);
  // This is long before the timeout of a call without a response.
  await expect(
    page
      .getByText("Studbook is not responding")
      .or(page.getByText(/what was last loaded on this device/))
      .first(),
  ).toBeVisible({
    timeout: 3500,
  });
  await page.close();
});

test("a page's first queries are sent with the sign-in, and none is sent twice", async () => {
  const kennelId = await firstKennelId(anna.person);
  const { litterId } = await addLitterOfDays(anna.person, kennelId, { daysAgo: 20, collars: ["red"] });
  for (const { path, question, stands } of [
    {
      path: "",
      question: "dashboard/dashboard:stats",
      stands: (page: Page) => page.getByText("Total Dogs").first().waitFor(),
    },
    { path: "/dogs", question: "dogs/dogs:list", stands: card },
    {
      path: `/litters/${litterId}`,
      question: "litters/litters:get",
      stands: (page: Page) => page.getByRole("list", { name: "Puppies" }).waitFor(),
    },
    {
      path: "/health",
      question: "health/healthDashboard:get",
      stands: (page: Page) => page.getByRole("list", { name: "Health in numbers" }).waitFor(),
    },
  ]) {
    const page = await anna.context.newPage();
    /** The first list has the queries before the first response, the second those after it. */
    const asked: string[][] = [[], []];
    page.on("websocket", (socket) => {
      let isAnswered = false;
      socket.on("framereceived", () => (isAnswered = true));
      socket.on("framesent", ({ payload }) => {
        const paths = [...payload.toString().matchAll(/"type":"Add","queryId":\d+,"udfPath":"([^"]+)"/g)];
        asked[isAnswered ? 1 : 0]?.push(...paths.map(([, name = ""]) => name));
      });
    });
    await page.goto(`${studbook.origin}/k/${kennelId}/dashboard${path}`);
    await stands(page);
    const [withSignIn = [], later = []] = asked;
    expect(withSignIn).toContain(question);
    expect(later.filter((name) => withSignIn.includes(name))).toEqual([]);
    await page.close();
  }
});

test("the app opens without a connection right after its first load", async ({ browser }) => {
  const context = await browser.newContext({
    serviceWorkers: "allow",
    storageState: await anna.context.storageState(),
  });
  const page = await context.newPage();
  await page.goto(`${studbook.origin}/k/${await firstKennelId(anna.person)}/dashboard/dogs`);
  await card(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The service worker is installed before other files that only an idle page fetches.
  const asked = async (name: string) =>
    await (
      await page.waitForFunction(
        (part) =>
          performance.getEntriesByType("resource").find((entry) => entry.name.includes(part))?.startTime,
        name,
      )
    ).jsonValue();
  expect(await asked("workbox")).toBeLessThan((await asked("late-shell-parts")) ?? 0);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/what was last loaded on this device/).first()).toBeVisible();
  await context.close();
});
