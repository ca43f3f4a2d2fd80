/** Tests the photo screens under difficult conditions. */
import { Buffer } from "node:buffer";
import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import { paintPhoto } from "../support/pictures";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor, type Visitor } from "./studbook";

const TODAY = "2026-11-21";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

/** The page shows the Photos tab of the breeder's only dog. */
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

/** Waits until the existing photos are shown. */
async function manage(page: Page, count: number): Promise<Locator> {
  await expect(page.getByRole("button", { name: "View photo of Aria" })).toHaveCount(count, {
    timeout: 30_000,
  });
  await page.getByRole("button", { name: "Manage Photos" }).click();
  const manager = page.getByRole("dialog", { name: "Photos of Aria" });
  await expect(manager.getByText(`${count} photo(s)`)).toBeVisible();
  return manager;
}

/** Blocks all bytes of photos. */
async function holdUploads(page: Page): Promise<void> {
  await page.route("**/api/storage/upload**", () => {});
}

test("[GAP-PHO-07] photos chosen without a connection show that they wait for it, and are uploaded when it returns", async ({
  browser,
}) => {
  const { page, context } = await atPhotos(browser, "Petra");
  await expectAccessible(page, "empty tab");
  const hasWorker = () => page.workers().some((one) => one.url().includes("photo-worker"));
  await expect.poll(hasWorker, "what prepares photos is there before the connection goes").toBe(true);

  await context.setOffline(true);
  await choose(page, ["one.jpg", "two.jpg", "three.jpg"]);
  const uploads = page.getByRole("dialog", { name: "Aria" }).getByRole("region", { name: "Uploads" });
  await expect(uploads.getByText("The connection was lost. Uploads continue when it is back.")).toBeVisible();
  await expect(uploads.getByText(/^(Waiting for the connection|Paused)$/u)).toHaveCount(3);
  await expect(uploads.getByText(/Uploading/u)).toHaveCount(0);
  await expectAccessible(page, "tab without a connection");

  await context.setOffline(false);
  await manage(page, 3);
  await expect(uploads).toBeHidden();
  await context.close();
});

test("the upload status is on the page, never below a dialog, and disappears with the sign-out", async ({
  browser,
}) => {
  const { page, context } = await atPhotos(browser, "Stina");
  await holdUploads(page);
  await choose(page, ["one.jpg", "two.jpg"]);
  const status = page.locator("section[aria-label='Photo uploads']");
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
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await page.waitForURL(/\/login/u);
  // No upload is in progress, so nothing asks before the page is left, and the next person sees nothing.
  const next = await visitor(browser, studbook.origin, person("Nora"));
  await next.context.close();
  await page.getByLabel("Email").fill(next.person.email);
  await page.getByLabel("Password", { exact: true }).fill(next.person.password);
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await expect(page.getByText("Welcome back, Nora!")).toBeVisible();
  await expect(status).toHaveCount(0);
  await context.close();
});

test("a failed photo and a full manager pass axe, and the large view works by keyboard and touch and returns the focus", async ({
  browser,
}) => {
  const { page, context } = await atPhotos(browser, "Frida");
  await page.setViewportSize({ width: 390, height: 844 });
  await choose(page, ["one.jpg", "two.jpg", "three.jpg"]);
  const manager = await manage(page, 3);
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
  await manager.getByLabel("Choose photos").setInputFiles([text]);
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

test("[GAP-PHO-07] photos are sorted by mouse, keyboard and thumb, and another person sees the order immediately", async ({
  browser,
}) => {
  const { page, context } = await atPhotos(browser, "Rosa");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("tab", { name: "Photos" }).click();
  await choose(page, ["one.jpg", "two.jpg", "three.jpg", "four.jpg"]);
  const manager = await manage(page, 4);
  const pictures = (place: Page) =>
    place
      .getByRole("list", { name: "Photos" })
      .last()
      .locator("img")
      .evaluateAll((images) => images.map((image) => new URL((image as HTMLImageElement).src).pathname));
  const idsOf = async (place: Page) => (await pictures(place)).map((path) => path.split("/").at(-2));
  await manager.getByRole("button", { name: "Arrange" }).click();
  await expect(manager.getByRole("button", { name: "Drag photo 4" })).toBeVisible();
  await expectAccessible(page, "arranging");
  const [primary, a, b, c] = await idsOf(page);

  await manager.getByRole("button", { name: "Drag photo 3" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^(Picked up photo 3,|photo 3 is over) place 2 of 3$/u)).toBeAttached();
  // Keys are handled a moment after the photo was picked up. At the first place a further key does nothing.
  await expect(async () => {
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByText("photo 3 is over place 1 of 3")).toBeAttached({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  await page.keyboard.press("Space");
  await expect.poll(() => idsOf(other)).toEqual([primary, b, a, c]);

  const from = await manager.getByRole("button", { name: "Drag photo 2" }).boundingBox();
  const to = await manager.getByRole("button", { name: "Drag photo 3" }).boundingBox();
  await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) + 10, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => idsOf(other)).toEqual([primary, a, b, c]);

  await page.setViewportSize({ width: 390, height: 844 });
  await manager.getByRole("button", { name: "Move photo 4 earlier" }).click();
  await expect.poll(() => idsOf(other)).toEqual([primary, a, c, b]);
  await expectAccessible(page, "arranging on a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await manager.getByRole("button", { name: "Done" }).click();
  await expect(manager.getByRole("button", { name: "Edit caption" })).toHaveCount(4);
  await context.close();
});
