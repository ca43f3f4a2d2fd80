/**
 * Tests the strict Content-Security-Policy of every page. No screen that a breeder opens requests anything that the
 * policy refuses, and content that a stranger injects into a page is refused.
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { chromium, expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { paths } from "../../src/app/paths";
import { api } from "../../convex/_generated/api";
import { person, signIn as signInOutside } from "../support/people";
import { paintPhoto } from "../support/pictures";
import type { Runtime } from "../support/runtime";
import { leaveDialog, SECRETS, signIn, startStudbook, visitor } from "./studbook";

const root = path.resolve(import.meta.dirname, "../..");

let studbook: Runtime;
let margaret: ReturnType<typeof person>;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  studbook = await startStudbook({ payments: true, env: SECRETS() });
  const fill = ["scripts/run-ts.mjs", "scripts/demo.ts", studbook.origin];
  const { stdout } = await promisify(execFile)(process.execPath, fill, { cwd: root });
  const [, email = ""] = /Sign in as (\S+) \(owner\)/.exec(stdout) ?? [];
  const [, password = ""] = /Password of both: (\S+)/.exec(stdout) ?? [];
  margaret = { ...person("Margaret"), email, password };
  const { client } = await signInOutside(studbook.origin, margaret);
  await client.mutation(api.accounts.tutorials.mark, { isPromptShown: true });
});
test.afterAll(async () => studbook?.stop());

/** Messages that a page without a connection, or with an unknown address, always logs. */
const NO_ANSWER = /^(Failed to load resource|WebSocket connection to)/;

/** Collects what the browser refuses from now on, and the page's own errors. */
async function refusalsOf(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction("noteRefusal", (what: string) => void refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      const { noteRefusal } = window as unknown as { noteRefusal: (what: string) => void };
      noteRefusal(`${location.pathname}${location.search}: ${effectiveDirective} ${blockedURI}`);
    });
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !NO_ANSWER.test(message.text())) refused.push(message.text());
  });
  page.on("pageerror", ({ message }) => void refused.push(message));
  return refused;
}

/** Uses a separate browser context. */
async function atDemo(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const refused = await refusalsOf(page);
  await signIn(page, studbook.origin, margaret);
  return { context, page, refused };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(studbook.origin + address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [data-slot=skeleton]")).toHaveCount(0);
}

const SETTINGS = ["profile", "kennel", "notifications", "security", "data", "billing", "integrations"];
const SCREENS = [
  ...[paths.dashboard, paths.dogs, paths.pedigreeDatabase, paths.breeding, paths.litters],
  ...[paths.health, paths.reminders],
  ...SETTINGS.map((tab) => `${paths.settings}?tab=${tab}`),
];

test("an injected script and an injected style sheet are refused", async ({ browser }) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Anna"));
  const refused = await refusalsOf(page);
  for (const address of SCREENS) await open(page, address);
  expect(refused).toEqual([]);

  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken over'";
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.body.append(script, style);
    document.body.setAttribute("style", "opacity: 0.5");
  });
  await expect
    .poll(() =>
      refused
        .filter((what) => what.startsWith("/"))
        .map((what) => what.replace(/^.*: /, ""))
        .sort(),
    )
    .toEqual(["script-src-elem inline", "style-src-attr inline", "style-src-elem inline"]);
  await expect(page).not.toHaveTitle("taken over");
  await expect(page.locator("body")).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("opacity", "1");
  await context.close();
});

const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
/** Further elements of the same kind on one screen are all alike. */
const MOST_ALIKE = 5;

/** Opens the content of a menu, a list of choices or a dialog, and closes it again. */
async function openAndLeave(page: Page, opener: Locator, look: () => Promise<void> = async () => {}) {
  const before = await page.locator(LAYERS).count();
  await opener.click();
  await expect.poll(() => page.locator(LAYERS).count()).toBeGreaterThan(before);
  await look();
  await page.keyboard.press("Escape");
  await expect(page.locator(LAYERS)).toHaveCount(before);
}

async function openEach(page: Page, openers: Locator, look?: () => Promise<void>): Promise<number> {
  const count = Math.min(await openers.count(), MOST_ALIKE);
  for (let index = 0; index < count; index += 1) await openAndLeave(page, openers.nth(index), look);
  return count;
}

test("the policy refuses nothing in menus, lists of choices and forms of any screen", async ({ browser }) => {
  test.setTimeout(240_000);
  const { page, context, refused } = await atDemo(browser);
  const main = page.locator("main");
  let [menus, lists, forms] = [0, 0, 0];
  for (const address of SCREENS) {
    await open(page, address);
    menus += await openEach(page, main.locator("button[aria-haspopup=menu]:visible:enabled"));
    lists += await openEach(page, main.locator("button[role=combobox]:visible:enabled"));
    const adding = main.getByRole("button", { name: /^(Add|Plan|New|Schedule)\b/ });
    forms += await openEach(page, adding.and(page.locator(":visible:enabled")), async () => {
      lists += await openEach(
        page,
        page.getByRole("dialog").locator("button[role=combobox]:visible:enabled"),
      );
    });
    expect(refused, address).toEqual([]);
  }
  expect(Math.min(menus, lists, forms)).toBeGreaterThan(4);
  await context.close();
});

test("messages, photos, dragging, charts, paper and mails look correct, and nothing in them is refused", async ({
  browser,
}) => {
  test.slow();
  const { page, context, refused } = await atDemo(browser);
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await open(page, paths.dashboard);
  const widgets = page.getByRole("list", { name: "Widgets" }).getByRole("heading");
  await page.getByRole("button", { name: "Arrange" }).click();
  await expect(page.getByRole("button", { name: /^Drag/ }).nth(1)).toBeVisible();
  const names = await widgets.allInnerTexts();
  await page.getByRole("button", { name: `Drag ${names[1]}` }).hover();
  await page.mouse.down();
  const first = await page.getByRole("button", { name: `Drag ${names[0]}` }).boundingBox();
  await page.mouse.move(first?.x ?? 0, (first?.y ?? 0) + 10, { steps: 8 });
  await page.mouse.up();
  await expect(widgets).toHaveText([names[1] ?? "", names[0] ?? "", ...names.slice(2)]);
  const bars = page.locator("main .recharts-bar-rectangle");
  await bars.last().hover();
  await expect(page.locator("main .recharts-tooltip-wrapper").first()).toBeVisible();

  await open(page, paths.breeding);
  await page.getByRole("tab", { name: "Reports" }).click();
  for (const report of ["Statistics", "Puppy sales", "Income and costs"]) {
    await page.getByRole("button", { name: report }).click();
    await expect(page.locator("main .recharts-surface").first()).toBeVisible();
  }

  await open(page, paths.dogs);
  await page.getByRole("article").first().getByRole("link").first().click();
  const dog = page.getByRole("dialog");
  await dog.getByRole("tab", { name: "Ancestry" }).click();
  await dog.getByRole("button", { name: "Print", exact: true }).click();
  await expect(page.locator("body > .ancestry-sheet")).toHaveCount(1);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "print" });
  await expect(dog).toHaveCSS("position", "static");
  await page.emulateMedia({ media: "screen" });
  await dog.getByRole("tab", { name: "Photos" }).click();
  await dog.getByRole("button", { name: "Manage Photos" }).click();
  const photo = { mimeType: "image/jpeg", buffer: await paintPhoto({ width: 240, height: 180, seed: 1 }) };
  await page
    .getByLabel("Choose photos")
    .last()
    .setInputFiles([{ name: "one.jpg", ...photo }]);
  await expect(page.getByText("2 photo(s)")).toBeVisible();
  await leaveDialog(page);
  await dog
    .getByRole("button", { name: /^View photo of/i })
    .first()
    .click();
  await expect(
    page
      .getByRole("dialog", { name: /^Photo of/ })
      .getByRole("img")
      .first(),
  ).toBeVisible();

  await open(page, `${paths.settings}?tab=notifications`);
  await page.getByRole("switch", { name: "SMS" }).click();
  const message = page.locator("[data-sonner-toast]").first();
  await expect(message).toBeVisible();
  await expect(message).toHaveCSS("position", "absolute");
  await page.getByRole("button", { name: "Send Test by Email" }).click();
  await page.getByRole("button", { name: "Show Studbook test notification" }).click();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("heading", { name: "It works" })).toHaveCSS("font-size", "24px");
  await expect(mail.locator("body")).toHaveCSS("background-color", "rgb(244, 240, 231)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(mail.locator("body")).toHaveCSS("background-color", "rgb(20, 33, 27)");

  expect(refused).toEqual([]);
  await context.close();
});

test("the pages outside the web app have their styles and nothing in them is refused", async ({
  browser,
}) => {
  const { page, context, refused } = await atDemo(browser);
  const expectPaper = async (colour: string) =>
    await expect(page.locator("body")).toHaveCSS("background-color", colour);
  await page.goto(`${studbook.origin}/api/docs`);
  await expectPaper("rgb(250, 247, 240)");
  await page.goto(`${studbook.origin}/api/notices/unknown`);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectPaper("rgb(244, 240, 231)");
  await open(page, `${paths.settings}?tab=billing`);
  await page.getByRole("button", { name: "Manage" }).first().click();
  await expect(page.getByRole("link", { name: "Go back" })).toBeVisible();
  await expectPaper("rgb(244, 241, 234)");
  await expect(page.getByRole("link", { name: "Go back" }).locator("..")).toHaveCSS("margin-top", "12px");
  expect(refused).toEqual([]);
  await context.close();
});

/** Counts the files that the service worker lists and does not have yet. */
async function countMissingFiles(): Promise<number> {
  const script = await (await fetch("/service-worker.js")).text();
  const named = script.match(/\/assets\/[\w.-]+\.js/gu);
  if (!named) throw new Error("The service worker names no files");
  const stores = await Promise.all((await caches.keys()).map(async (name) => await caches.open(name)));
  const requests = await Promise.all(stores.map(async (store) => await store.keys()));
  const kept = new Set(requests.flat().map(({ url }) => new URL(url).pathname));
  return named.filter((path) => !kept.has(path)).length;
}

test("the policy refuses nothing without a connection on a page that the service worker keeps", async ({
  browser,
}) => {
  const { page, context, refused } = await atDemo(browser, { serviceWorkers: "allow" });
  await open(page, paths.dogs);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await open(page, paths.dogs);
  await expect.poll(async () => await page.evaluate(countMissingFiles), { timeout: 60_000 }).toBe(0);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Offline: you see what was last loaded/)).toBeVisible();
  await page.getByRole("article").first().getByRole("link").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(refused).toEqual([]);
  await context.close();
});

test("the page does not move when a dialog hides its scroll bar", async () => {
  // Playwright hides scroll bars by default.
  const { launchOptions } = test.info().project.use;
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] });
  const { page, refused } = await atDemo(browser, { viewport: { width: 1440, height: 900 } });
  await open(page, paths.reminders);
  const barWidth = () => page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
  const place = async () => await page.locator("main").evaluate((main) => main.getBoundingClientRect().right);
  expect(await barWidth()).toBeGreaterThan(0);
  const before = await place();
  await page.getByRole("button", { name: "Add Reminder" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  expect([await barWidth(), await place()]).toEqual([0, before]);
  // The list of a select locks scrolling a second time.
  await dialog.locator("button[role=combobox]").first().click();
  await expect(page.getByRole("listbox")).toBeVisible();
  expect([await barWidth(), await place()]).toEqual([0, before]);
  await page.keyboard.press("Escape");
  await leaveDialog(page);
  await expect(dialog).toBeHidden();
  expect(await barWidth()).toBeGreaterThan(0);
  expect(await place()).toBe(before);
  expect(refused).toEqual([]);
  await browser.close();
});
