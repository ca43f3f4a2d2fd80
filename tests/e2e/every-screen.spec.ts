/**
 * Every screen of the demo kennel on a phone. axe finds nothing in light and dark mode, every control is large
 * enough for a thumb, and nothing is wider than the screen. The screens come from the router and the command
 * palette. On each screen, its tabs, menus and dialogs are opened too.
 */
import { expect, type Browser, type Page } from "@playwright/test";
import type { RouteObject } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { findEntries } from "../../src/app/palette/palette-entries";
import { paths } from "../../src/app/paths";
import { routes } from "../../src/app/routes";
import { firstKennelId, signIn as openSession, type SignedIn } from "../support/people";
import { expectAccessible, type Theme } from "./accessibility";
import { fillDemoKennel } from "./demo-kennel";
import { signIn, test, today } from "./studbook";
import { smallControls } from "./thumb";
import { stand } from "./walk";

test.describe.configure({ mode: "parallel" });

/**
 * Two tests share the screens. Screens of one area belong to the same test, because each tab or menu of an area is
 * opened only once.
 */
const PARTS = [
  { name: "breeding and health", isOf: /\/dashboard\/(breeding|litters|health)/u },
  { name: "all others", isOf: /\/dashboard(?!\/(breeding|litters|health))/u },
];
const MS_FOR_A_PART = 480_000;

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
} as const;

/** Buttons and menu entries that open a form, a question or a list. */
const OPENERS =
  /^(add|new|edit|change|record|plan|book|schedule|templates|columns|views|filters|arrange|customize|set up|connect|search|user menu|open menu|manage|reserve|sell|offer|delete|history|view ancestry|actions|more|litter actions|status of|quick|several|calendar link|move to)/i;

/** The openers that are on every screen. */
const SHELL = /^(search|user menu|open menu)/i;

/** The values of parameters in addresses. */
type Ids = Readonly<Record<string, string>>;

/** The addresses still contain their parameters. */
const addressesOf = (list: readonly RouteObject[], above = ""): string[] =>
  list.flatMap(({ path = "", children = [] }) => {
    const address = path === "" || path.startsWith("/") ? path || above : `${above}/${path}`;
    return [...(path === "" || path.includes("*") ? [] : [address]), ...addressesOf(children, address)];
  });

function fill(address: string, ids: Ids): string {
  return address.replace(/:(\w+)/gu, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`Nothing stands for :${name} of ${address}`);
    return id;
  });
}

/** Takes one record of each kind that has an address from the demo kennel. */
async function findIds({ client }: SignedIn, kennelId: Awaited<ReturnType<typeof firstKennelId>>) {
  const { data: dogs } = await client.query(api.dogs.dogs.list, { kennelId, gender: "female" });
  const { data: litters } = await client.query(api.litters.litters.list, { kennelId });
  const { data: records } = await client.query(api.health.healthRecords.list, { kennelId });
  const { data: reminders } = await client.query(api.reminders.reminders.list, { kennelId, today });
  const { runId } = await client.mutation(api.imports.imports.start, {
    ...{ kennelId, today, kind: "dogs", mode: "skip", fileName: "dogs.csv" },
    ...{ fingerprint: "dogs", rowCount: 1, chunkCount: 1 },
  });
  const [dog, litter, record, reminder] = [dogs[0], litters[0], records[0], reminders[0]];
  if (!dog || !litter || !record || !reminder) throw new Error("The demo kennel is not as it was");
  return {
    ...{ kennelId, dogId: dog._id, litterId: litter._id, breedingId: litter.breeding._id, runId },
    ...{ tab: "records", recordId: record._id, reminderId: reminder._id, token: "none" },
  };
}

/** Dialogs over a screen that have an address. */
const OVER_SCREENS = [
  ...["view=table", "import=1", "ancestry=:dogId", "certificate=:dogId"].map((o) => `${paths.dogs}?${o}`),
  ...["edit=:breedingId", "whelp=:breedingId"].map((open) => `${paths.breeding}?${open}`),
  `${paths.breeding}?tab=heats&bitch=:dogId`,
  ...["note=new", "record=:recordId", "vet=new", "batch=new", "shot=new", "plan=new", "reminder=new"].map(
    (open) => `${paths.health}?${open}`,
  ),
  `${paths.reminders}?reminder=:reminderId`,
  `${paths.dashboard}?activity=all`,
];

/** Includes the forms and sections in the palette. */
function kennelAddresses(ids: Ids): string[] {
  const inKennel = addressesOf(routes).filter((address) => address.startsWith("/k/"));
  const named = ["", "settings"].flatMap((search) => {
    const { actions, screens } = findEntries(search, () => true, [], []);
    return [...actions, ...screens].flatMap(({ path }) => (path === null ? [] : [path]));
  });
  const more = [...named, ...OVER_SCREENS].map((path) => `/k/:kennelId${path}`);
  return [...new Set([...inKennel, ...more].map((address) => fill(address, ids)))];
}

const dialogs = (page: Page) => page.locator("[role=dialog], [role=alertdialog]");

/** Opens screens on a phone, and records what is wrong there. */
class Walk {
  readonly wrong: string[] = [];
  readonly seen = new Set<string>();
  count = 0;

  constructor(readonly page: Page) {}

  private isNew(...words: readonly string[]): boolean {
    const name = words.join(" > ");
    if (this.seen.has(name)) return false;
    this.seen.add(name);
    return true;
  }

  private async check(place: string, themes?: readonly Theme[]): Promise<void> {
    const { page } = this;
    this.count += 1;
    await stand(page);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("html, [role=dialog], [role=alertdialog]")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ scrollWidth }) => `${scrollWidth} px wide`),
    );
    const small = await smallControls(page);
    this.wrong.push(...[...wide, ...small].map((what) => `${place}: ${what}`));
    await page.evaluate(() => window.scrollTo(0, 0));
    const open =
      (await page.getByRole("menu").count()) > 0 ? "[role=menu]" : "[role=dialog], [role=alertdialog]";
    const part = (await page.locator(open).count()) > 0 ? open : undefined;
    await expectAccessible(page, place, part, themes).catch((error: Error) => this.wrong.push(error.message));
  }

  async visit(address: string): Promise<void> {
    const { page } = this;
    const open = async () => {
      await page.goto(address);
      await stand(page);
    };
    await open();
    const { pathname, search } = new URL(page.url());
    const place = pathname.replace(/^\/k\/[^/]+/u, "") + search;
    const kind = pathname.split("/")[4] ?? "";
    if (await this.isSeenTab(kind)) return;
    await this.check(place);
    await this.openAll(kind, place, open);
    await this.visitTabs(kind, place, open);
  }

  /** Returns whether an address opens only a tab that was visited before. */
  private async isSeenTab(kind: string): Promise<boolean> {
    if ((await dialogs(this.page).count()) > 0) return false;
    const chosen = this.page.getByRole("main").locator("[role=tab][aria-selected=true]");
    const [name] = await chosen.allTextContents();
    return name !== undefined && this.seen.has(`tab > ${kind} > ${name.replace(/\d+/gu, "")}`);
  }

  private async visitTabs(kind: string, place: string, open: () => Promise<void>): Promise<void> {
    const scope =
      (await dialogs(this.page).count()) > 0 ? dialogs(this.page).last() : this.page.getByRole("main");
    // A tab without its own content only filters a list.
    const tabs = scope.locator("[role=tab][aria-controls]");
    for (const [index, words] of (await tabs.allTextContents()).entries()) {
      const name = words.replace(/\d+/gu, "");
      const tab = tabs.nth(index);
      const isChosen = (await tab.getAttribute("aria-selected")) === "true";
      if (!this.isNew("tab", kind, name) || isChosen) continue;
      await tab.click();
      await this.check(`${place} > ${name}`);
      await this.openAll(kind, `${place} > ${name}`, async () => {
        await open();
        await tab.click();
      });
    }
  }

  /** Opens one element of each kind. */
  private async openAll(kind: string, place: string, open: () => Promise<void>): Promise<void> {
    const { page } = this;
    const before = await dialogs(page).count();
    const scope = before > 0 ? dialogs(page).last() : page.locator("body");
    const names = await scope
      .locator("button:enabled:not([role]):visible")
      .evaluateAll((all) =>
        all.map((button) => (button.getAttribute("aria-label") ?? button.textContent).trim()),
      );
    for (const words of names) {
      const [name] = OPENERS.exec(words) ?? [];
      if (name === undefined || !this.isNew(SHELL.test(name) ? "shell" : kind, name)) continue;
      // Content far down loads when the reader is near it. The round button is hidden until the reader scrolls up.
      await page.evaluate(async () => {
        const frame = () => new Promise(requestAnimationFrame);
        window.scrollTo(0, document.body.scrollHeight);
        await frame();
        await frame();
        window.scrollTo(0, 0);
      });
      // A list may have become longer or shorter since.
      const button = scope.getByRole("button", { name: new RegExp(`^${name}`, "iu"), disabled: false });
      await button.filter({ visible: true }).first().click();
      await stand(page);
      if ((await page.getByRole("menu").count()) + (await dialogs(page).count()) > before) {
        await this.check(`${place} > ${words}`, ["light"]);
      }
      await open();
    }
  }
}

const demos = new Map<string, ReturnType<typeof fillDemoKennel>>();

async function openDemo(browser: Browser, origin: string) {
  const owner = await (demos.get(origin) ?? demos.set(origin, fillDemoKennel(origin)).get(origin));
  if (!owner) throw new Error("There is no demo kennel");
  const person = await openSession(origin, owner);
  const ids = await findIds(person, await firstKennelId(person));
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await signIn(page, origin, owner);
  return { context, page, ids };
}

for (const { name, isOf } of PARTS) {
  test(`[SHELL-04] [SHELL-05] every screen on a phone: ${name}`, async ({ browser, studbook }) => {
    test.setTimeout(MS_FOR_A_PART);
    const { context, page, ids } = await openDemo(browser, studbook.origin);
    const walk = new Walk(page);
    for (const address of kennelAddresses(ids).filter((each) => isOf.test(each))) {
      await walk.visit(studbook.origin + address);
    }
    test.info().annotations.push({ type: "places", description: String(walk.count) });
    expect(walk.count, "places").toBeGreaterThan(40);
    expect(walk.wrong).toEqual([]);
    await context.close();
  });
}

test("[SHELL-04] [SHELL-05] every page for signed-out visitors, on a phone", async ({
  browser,
  studbook,
}) => {
  const context = await browser.newContext(phone);
  const walk = new Walk(await context.newPage());
  const addresses = addressesOf(routes).filter((address) => !address.startsWith("/k/"));
  expect(addresses.length, "pages for who is signed out").toBeGreaterThan(3);
  for (const address of addresses) await walk.visit(studbook.origin + fill(address, { token: "none" }));
  expect(walk.wrong).toEqual([]);
  await context.close();
});
