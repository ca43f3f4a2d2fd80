/**
 * Every control of the screens is pressed, in an empty kennel and in the demo kennel, as owner and as viewer, at
 * three widths. `npm run test:all` presses a part of them, `npm run walkthrough` presses all.
 */
import { expect, test, type Browser, type Page } from "@playwright/test";
import type { Id } from "../../convex/_generated/dataModel";
import { HEALTH_TABS } from "../../src/entities/health/health-address";
import { SETTINGS_TABS } from "../../src/app/settings-address";
import { firstKennelId, joinKennel, person, signIn as openSession, type SignedIn } from "../support/people";
import type { Runtime } from "../support/runtime";
import { fillDemoKennel } from "./demo-kennel";
import { SECRETS, signIn, startStudbook, visitor, workIn } from "./studbook";
import { stand, walk, watchForWalk } from "./walk";

const isWhole = process.env["STUDBOOK_WALKTHROUGH"] === "whole";
const WIDTHS = isWhole ? [1440, 768, 390] : [390];
const SCREENS = [
  "/dashboard",
  "/dashboard/dogs",
  "/dashboard/reminders",
  "/dashboard/health",
  ...(isWhole
    ? [
        "/dashboard/dogs?view=table",
        "/dashboard/dogs/pedigree-database",
        "/dashboard/breeding",
        ...["litters", "heats", "calendar", "waiting-list", "reports"].map(
          (tab) => `/dashboard/breeding?tab=${tab}`,
        ),
        ...HEALTH_TABS.slice(1).map((tab) => `/dashboard/health/${tab}`),
        "/dashboard/history",
        ...Object.keys(SETTINGS_TABS).map((tab) => `/dashboard/settings?tab=${tab}`),
      ]
    : []),
];
/** The entries of these lists have their own pages. The first entry's page is walked too. */
const LISTS_WITH_PAGES = isWhole
  ? [
      { list: "/dashboard/dogs", entry: /\/dashboard\/dogs\/[a-z0-9]+$/u },
      { list: "/dashboard/breeding", entry: /\/dashboard\/breeding\/[a-z0-9]+$/u },
      { list: "/dashboard/breeding?tab=litters", entry: /\/dashboard\/litters\/[a-z0-9]+$/u },
    ]
  : [];
/** Per screen. */
const MOST_CONTROLS = isWhole ? Infinity : 20;
const MS_FOR_A_WALK = (isWhole ? 60 : 5) * 60_000;
const MS_BESIDE = 120_000;

let studbook: Runtime;
test.beforeAll(async () => {
  test.setTimeout(MS_BESIDE);
  studbook = await startStudbook({ env: SECRETS() });
});
test.afterAll(async () => studbook?.stop());

/** An empty kennel has no such pages. */
async function pagesOfEntries(page: Page, home: string): Promise<string[]> {
  const found: string[] = [];
  for (const { list, entry } of LISTS_WITH_PAGES) {
    await page.goto(home + list);
    await stand(page);
    const paths = await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
    const path = paths.find((each) => entry.test(each));
    if (path !== undefined) found.push(path.replace(/^\/k\/[^/]+/u, ""));
  }
  return found;
}

async function walkAll(page: Page, kennelId: string): Promise<void> {
  const messages = await watchForWalk(page);
  const wrong: string[] = [];
  let count = 0;
  const home = `${studbook.origin}/k/${kennelId}`;
  const screens = [...SCREENS, ...(await pagesOfEntries(page, home))];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
    for (const screen of screens) {
      const found = await walk(page, home + screen, MOST_CONTROLS);
      count += found.pressed.length;
      const here = [...found.wrong, ...messages.splice(0)].map((what) => `${screen} at ${width}: ${what}`);
      wrong.push(...here);
      // The complete run takes most of an hour, and reports its progress.
      if (isWhole)
        process.stdout.write(
          [`${screen} at ${width}: ${found.pressed.length} pressed`, ...here, ""].join("\n"),
        );
    }
  }
  test.info().annotations.push({ type: "controls pressed", description: String(count) });
  expect(count, "controls pressed").toBeGreaterThan(20);
  expect([...new Set(wrong)]).toEqual([]);
}

async function demo(browser: Browser) {
  const owner = await fillDemoKennel(studbook.origin);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await signIn(page, studbook.origin, owner);
  await page.waitForURL(/\/k\/[^/]+\/dashboard/u);
  const signedIn = await openSession(studbook.origin, owner);
  return { context, page, person: signedIn, kennelId: await firstKennelId(signedIn) };
}

/** A viewer may only read the kennel. */
async function walkAsViewer(browser: Browser, owner: SignedIn, kennelId: Id<"kennels">): Promise<void> {
  const vera = await visitor(browser, studbook.origin, person("Vera"));
  await joinKennel(owner, vera.person, { kennelId, role: "viewer" });
  await workIn(vera, kennelId);
  await walkAll(vera.page, kennelId);
  await vera.context.close();
}

test("an empty kennel's owner and viewer press everything: no control is dead or covered, no page jumps or logs a message", async ({
  browser,
}) => {
  test.setTimeout(2 * MS_FOR_A_WALK + MS_BESIDE);
  const anna = await visitor(browser, studbook.origin, person("Anna"));
  const kennelId = await firstKennelId(anna.person);
  await walkAll(anna.page, kennelId);
  await walkAsViewer(browser, anna.person, kennelId);
  await anna.context.close();
});

if (isWhole) {
  test("the demo kennel's owner and viewer press everything: no control is dead or covered, no page jumps or logs a message", async ({
    browser,
  }) => {
    test.setTimeout(2 * MS_FOR_A_WALK + MS_BESIDE);
    const owner = await demo(browser);
    await walkAll(owner.page, owner.kennelId);
    await walkAsViewer(browser, owner.person, owner.kennelId);
    await owner.context.close();
  });
}
