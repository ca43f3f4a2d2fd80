/** The photo screens where something is in their way: no connection, a sign-out, another dialog, a telephone's width. */
import { Buffer } from "node:buffer";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import { paintPhoto } from "../support/pictures";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { leaveDialog, startStudbook, visitor, type Visitor } from "./studbook";

const TODAY = "2026-11-21";

let studbook: Runtime;
test.beforeAll(async () => {
  studbook = await startStudbook();
});
test.afterAll(async () => studbook?.stop());

/** Makes a breeder who looks at the Photos tab of their one dog. */
async function atPhotos(browser: Browser, name: string): Promise<Visitor> {
  const breeder = await visitor(browser, studbook.origin, person(name));
  const kennelId = await firstKennelId(breeder.person);
  const dog = { kennelId, name: "Aria", breed: "Beagle", gender: "female", today: TODAY } as const;
  const { _id: dogId } = await breeder.person.client.mutation(api.dogs.dogs.create, dog);
  await breeder.page.goto(`${studbook.origin}/dashboard/dogs/${dogId}`);
  await breeder.page.getByRole("tab", { name: "Photos" }).click();
  return breeder;
}

async function choose(page: Page, names: readonly string[], width = 240): Promise<void> {
  const paint = async (name: string, index: number) => ({
    name,
    mimeType: "image/jpeg",
    buffer: await paintPhoto({ width, height: (width * 3) / 4, seed: index + 1 }),
  });
  await page.getByLabel("Choose photos").setInputFiles(await Promise.all(names.map(paint)));
}

/** Lets no byte of a photo through. */
async function holdUploads(page: Page): Promise<void> {
  await page.route("**/api/storage/upload**", () => {});
}

test("[GAP-PHO-07] photos chosen without a connection say that they wait for it, and are there when it is back", async ({
  browser,
}) => {
  const { page, context } = await atPhotos(browser, "Petra");
  await expectAccessible(page, "empty tab");
  await page.getByRole("button", { name: "Add Photos" }).click();
  const manager = page.getByRole("dialog", { name: "Photos of Aria" });
  await expect(manager.getByText("No photos yet")).toBeVisible();
  await expectAccessible(page, "empty manager");
  const worker = page.workers().find((one) => one.url().includes("photo-worker"));
  expect(worker, "what prepares photos is there before the connection goes").toBeDefined();

  await context.setOffline(true);
  await choose(page, ["one.jpg", "two.jpg", "three.jpg"]);
  const uploads = manager.getByRole("region", { name: "Uploads" });
  await expect(uploads.getByText("The connection was lost. Uploads continue when it is back.")).toBeVisible();
  await expect(uploads.getByText(/^(Waiting for the connection|Paused)$/u)).toHaveCount(3);
  await expect(uploads.getByText(/Uploading/u)).toHaveCount(0);
  await expectAccessible(page, "manager without a connection");

  await context.setOffline(false);
  await expect(manager.getByText("3 photo(s)")).toBeVisible({ timeout: 30_000 });
  await expect(uploads).toBeHidden();
  await context.close();
});

test("the upload status stands on the page, never beneath a dialog, and ends with the sign-out", async ({
  browser,
}) => {
  const { page, context } = await atPhotos(browser, "Stina");
  await holdUploads(page);
  await page.getByRole("button", { name: "Add Photos" }).click();
  await choose(page, ["one.jpg", "two.jpg"]);
  const status = page.locator("section[aria-label='Photo uploads']");
  await expect(page.getByRole("dialog", { name: "Photos of Aria" }).getByText("one.jpg")).toBeVisible();
  await expect(status).toBeHidden();
  await leaveDialog(page);
  await expect(page.getByRole("dialog", { name: "Aria" }).getByText("one.jpg")).toBeVisible();
  await expect(status).toBeHidden();
  await expectAccessible(page, "tab while photos upload");
  await page.keyboard.press("Escape");
  await expect(status.getByText("Uploading 2 photos")).toBeVisible();
  await expectAccessible(page, "page while photos upload");

  await page
    .getByRole("button", { name: /account|menu of|Stina/iu })
    .last()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/u);
  // Nothing is on its way any more, so nothing asks before the page is left, and the next person sees nothing.
  const next = await visitor(browser, studbook.origin, person("Nora"));
  await next.context.close();
  await page.getByLabel("Email").fill(next.person.email);
  await page.getByLabel("Password", { exact: true }).fill(next.person.password);
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await expect(page.getByText("Welcome back, Nora!")).toBeVisible();
  await expect(status).toHaveCount(0);
  await context.close();
});

test("a failed photo and a full manager read well; the large view works by keyboard and finger and gives the focus back", async ({
  browser,
}) => {
  const { page, context } = await atPhotos(browser, "Frida");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Add Photos" }).click();
  await choose(page, ["one.jpg", "two.jpg", "three.jpg"]);
  const manager = page.getByRole("dialog", { name: "Photos of Aria" });
  await expect(manager.getByText("3 photo(s)")).toBeVisible();
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
  await page.getByLabel("Choose photos").setInputFiles([text]);
  await expect(manager.getByRole("alert")).toHaveText("Photos must be JPG, PNG, WEBP, HEIC or HEIF.");
  await expectAccessible(page, "full manager");
  await page.keyboard.press("Escape");

  const tile = page.getByRole("button", { name: "View photo of Aria" }).nth(1);
  await tile.focus();
  await page.keyboard.press("Enter");
  const large = page.getByRole("dialog", { name: "Photo of Aria" });
  await expect(large.getByText("2 of 3")).toBeVisible();
  await expectAccessible(page, "large view");
  await page.keyboard.press("ArrowRight");
  await expect(large.getByText("3 of 3")).toBeVisible();
  const cdp = await context.newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    await cdp.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch("touchStart", 100);
  for (const x of [140, 190, 260]) await touch("touchMove", x);
  await touch("touchEnd");
  await expect(large.getByText("2 of 3")).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  await page.keyboard.press("Escape");
  await expect(large).toBeHidden();
  await expect(tile).toBeFocused();
  await context.close();
});
