/** Tests pages that are open while a new version is deployed. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { nameField, startStudbook, test, visitor, type Visitor } from "./studbook";

const OFFER = "A new version is ready";
const offered = (page: Page, text = OFFER) => page.getByText(text);
const takeOffer = async (page: Page) => {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await loaded;
};
const openPalette = async (page: Page) => {
  await page.keyboard.press("Control+k");
  return page.getByRole("dialog", { name: "Search and Commands" }).getByRole("combobox");
};

test.describe("a code file that the server no longer has", () => {
  let anna: Visitor;
  let gone: RegExp | null;
  test.beforeAll(async ({ browser, studbook }) => {
    anna = await visitor(browser, studbook.origin, person("Anna"));
    await anna.context.route(/\/assets\//, async (route) => {
      if (gone?.test(route.request().url())) await route.fulfill({ status: 404 });
      else await route.continue();
    });
  });
  test.beforeEach(async () => {
    gone = null;
    await anna.page.goto(new URL(`/k/${await firstKennelId(anna.person)}/dashboard`, anna.page.url()).href);
    await expect(anna.page.getByText("Welcome back, Anna!")).toBeVisible();
  });
  test.afterAll(async () => {
    await anna?.context.close();
  });

  test("makes a dialog offer the new version and leaves the page: the command palette", async () => {
    const { page } = anna;
    gone = /palette-dialog|\/index-/;
    await openPalette(page);
    await expect(offered(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    gone = null;
    await takeOffer(page);
    await expect(page.getByText("Welcome back, Anna!")).toBeVisible();
    await expect(await openPalette(page)).toBeFocused();
  });

  test("offers the new version and keeps the rest of the page: a page, a tab, a menu", async () => {
    const { page } = anna;
    gone = /health-screen|\/index-/;
    await page.getByRole("link", { name: "Health" }).click();
    await expect(offered(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Dashboard" })).toBeVisible();
    gone = /user-menu|\/index-/;
    await page.getByRole("button", { name: /^User menu/ }).click();
    await expect(page.getByRole("link", { name: "Dashboard" })).toBeVisible();
    gone = null;
    await takeOffer(page);
    await expect(page.getByRole("tab", { name: "Health Records" })).toBeVisible();
  });

  test("is reported when the missing file is the app itself", async () => {
    gone = /\/vendor-/;
    const page = await anna.context.newPage();
    await page.goto(anna.page.url());
    await expect(page.getByText("Studbook could not be loaded. Please load this page again.")).toBeVisible();
    await page.close();
  });
});

/** Every file with a hash in its name gets another hash. */
function putNextVersion(web: string): void {
  const withNextHash = (text: string) =>
    text.replace(
      /(-[\w-]{7})([\w-])(?=\.(?:js|css)\b)/g,
      (_, start: string, end: string) => start + (end === "0" ? "1" : "0"),
    );
  for (const file of readdirSync(web, { recursive: true, encoding: "utf8" })) {
    const at = path.join(web, file);
    if (/\.(br|gz)$/.test(file)) rmSync(at);
    else if (/\.(js|css|html)$/.test(file)) {
      const text = withNextHash(readFileSync(at, "utf8"));
      rmSync(at);
      const isHashed = file.startsWith("assets/");
      const isWorker = file === "service-worker.js";
      writeFileSync(
        path.join(web, isHashed ? withNextHash(file) : file),
        isWorker ? text.replace(/(index\.html",revision:")./, "$1x") : text,
      );
    }
  }
}

test.describe("a new version", () => {
  let web: string;
  let studbook: Runtime;
  test.beforeEach(async () => {
    web = mkdtempSync(path.join(tmpdir(), "studbook-web-"));
    cpSync("dist/web", web, { recursive: true });
    studbook = await startStudbook({ web });
  });
  test.afterEach(async () => {
    await studbook?.stop();
    rmSync(web, { recursive: true, force: true });
  });
  const scriptOf = async (page: Page) =>
    await page.evaluate(
      () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "",
    );

  test("is offered in every tab, loses no typed text, and works without a connection", async ({
    browser,
  }) => {
    const anna = await visitor(browser, studbook.origin, person("Anna"), { serviceWorkers: "allow" });
    const { page, context } = anna;
    const kennel = `${studbook.origin}/k/${await firstKennelId(anna.person)}/dashboard`;
    await page.goto(`${kennel}/dogs`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const old = await scriptOf(page);
    await page
      .getByRole("button", { name: /add (first )?dog/i })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Add New Dog" });
    await nameField(dialog).fill("Bella of Oak Hill");
    putNextVersion(web);
    const other = await context.newPage();
    await other.goto(kennel);
    await expect(other.getByText("Welcome back, Anna!")).toBeVisible();
    expect(await scriptOf(other)).not.toBe(old);
    await expect(offered(other)).toBeVisible();
    await expect(offered(page)).toBeVisible();
    await takeOffer(other);
    await expect(offered(page, "Studbook was updated in another window")).toBeVisible();
    await expect(nameField(dialog)).toHaveValue("Bella of Oak Hill");
    expect(await scriptOf(page)).toBe(old);
    await takeOffer(page);
    await expect(page.getByRole("heading", { name: "Dogs" })).toBeVisible();
    expect(await scriptOf(page)).not.toBe(old);
    await expect(other.getByText("Welcome back, Anna!")).toBeVisible();
    await context.setOffline(true);
    await other.reload();
    await expect(other.getByText(/what was last loaded on this device/).first()).toBeVisible();
    expect(await scriptOf(other)).not.toBe(old);
    await context.setOffline(false);
    await context.close();
  });
});
