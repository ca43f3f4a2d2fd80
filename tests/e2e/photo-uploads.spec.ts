/** Tests photo uploads on slow and broken connections. */
import { Buffer } from "node:buffer";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type CDPSession, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { HEIC, SECRETS } from "../support/photos";
import { look, paintPhoto, textOf } from "../support/pictures";
import type { Runtime } from "../support/runtime";
import { signIn, test } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

/** The breeder has one dog. */
async function openPhotos(page: Page): Promise<{ breeder: SignedIn; dogId: string }> {
  const breeder = await register(studbook.origin, person("Petra"));
  const kennelId = await firstKennelId(breeder);
  const dog = { kennelId, name: "Aria", breed: "Beagle", gender: "female", today: "2025-06-15" } as const;
  const { _id: dogId } = await breeder.client.mutation(api.dogs.dogs.create, dog);
  await signIn(page, studbook.origin, breeder);
  await page.goto(`${studbook.origin}/dashboard/dogs`);
  await page.getByRole("button", { name: "Actions for Aria" }).click();
  await page.getByRole("menuitem", { name: "Manage Photos" }).click();
  await expect(page.getByText("0 photo(s)")).toBeVisible();
  return { breeder, dogId };
}

/** The bytes of the photos never pass through the page's script. */
async function photoFiles(folder: string, count: number): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const file = path.join(folder, `${index + 1}.jpg`);
      writeFileSync(file, await paintPhoto({ width: 1600, height: 1200, seed: index + 1 }));
      return file;
    }),
  );
}

async function fetchPicture(path: string) {
  const response = await fetch(`${studbook.origin}/api${path}`);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

async function photosOf({ client }: SignedIn, dogId: string) {
  return (await client.query(api.dogs.photos.list, { dogId })) ?? [];
}

test("[PHO-07] [GAP-PHO-04] a phone's HEIC becomes an upright JPG without its location, in the browser and over REST", async ({
  page,
}) => {
  const { breeder, dogId } = await openPhotos(page);
  await page
    .getByLabel("Choose photos")
    .setInputFiles([{ name: "IMG_0042.HEIC", mimeType: "", buffer: Buffer.from(HEIC) }]);
  await expect(page.getByText("1 photo(s)")).toBeVisible();

  const form = new FormData();
  form.append("photo", new Blob([HEIC]), "IMG_0042.HEIC");
  const answer = await fetch(`${studbook.origin}/api/photos/dogs/${dogId}`, {
    method: "POST",
    headers: { authorization: `Bearer ${breeder.token}` },
    body: form,
  });
  expect(answer.status).toBe(201);
  await expect(page.getByText("2 photo(s)")).toBeVisible();

  for (const photo of await photosOf(breeder, dogId)) {
    for (const path of [photo.filePath, photo.previewPath, photo.thumbnailPath]) {
      const bytes = await fetchPicture(path);
      for (const secret of ["Exif", ...SECRETS]) expect(textOf(bytes)).not.toContain(secret);
      const { width, height, colourAt, profile } = await look(bytes);
      expect([width, height]).toEqual([64, 96]);
      expect([colourAt(58, 90), colourAt(32, 10), colourAt(5, 90)]).toEqual(["red", "blue", "green"]);
      expect(profile).toBe(480);
    }
  }
});

/** Slows the page's uploads down, or disconnects the page. */
async function setConnection(cdp: CDPSession, { offline }: { offline: boolean }): Promise<void> {
  await cdp.send("Network.emulateNetworkConditions", {
    offline,
    latency: 20,
    downloadThroughput: 4_000_000,
    uploadThroughput: 500_000,
  });
}

test("[GAP-PHO-07] uploads on a slow connection show their progress, resume after a break, and do not block the page", async ({
  page,
}) => {
  const files = await photoFiles(test.info().outputPath(), 5);
  const { breeder, dogId } = await openPhotos(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await setConnection(cdp, { offline: false });
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration))).observe({
      type: "longtask",
    });
    Object.assign(window, { tasks });
  });
  await page.getByLabel("Choose photos").setInputFiles(files);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads.getByRole("progressbar", { name: "5.jpg" })).toBeVisible();
  await expect
    .poll(async () => Number(await uploads.getByRole("progressbar").first().getAttribute("aria-valuenow")))
    .toBeGreaterThan(0);

  await setConnection(cdp, { offline: true });
  await expect(uploads.getByText("Paused").first()).toBeVisible();
  await expect(uploads.getByText("This photo continues when it is back.").first()).toBeVisible();
  await expect(uploads.getByRole("button", { name: /again/i }).first()).toBeVisible();

  await setConnection(cdp, { offline: false });
  await expect(page.getByText("5 photo(s)")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("5 photos added")).toBeVisible();
  await expect(uploads).toBeHidden();
  const photos = await photosOf(breeder, dogId);
  expect(photos).toHaveLength(5);
  expect(photos.filter((photo) => photo.isPrimary)).toHaveLength(1);
  for (const photo of photos) {
    expect((await fetchPicture(photo.thumbnailPath)).length).toBeLessThan(2_000_000 / 96);
  }
  // How long a task takes depends on the machine, so it is only recorded. The test checks that photos are not drawn
  // on the page.
  expect(page.workers().map((worker) => worker.url())).toContainEqual(
    expect.stringContaining("photo-worker"),
  );
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  test.info().annotations.push({ type: "long tasks (ms)", description: tasks.map(Math.round).join(", ") });
});

test("leaving the page while photos upload causes a warning, and closing their dialog does not stop them", async ({
  page,
}) => {
  await openPhotos(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await setConnection(cdp, { offline: false });
  await page.getByLabel("Choose photos").setInputFiles(await photoFiles(test.info().outputPath(), 3));
  await page.getByRole("dialog", { name: "Photos of Aria" }).getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("They continue while this tab stays open.")).toBeVisible();
  const status = page.getByRole("region", { name: "Photo uploads" });
  await expect(status.getByText(/^Uploading \d photos?$/)).toBeVisible();

  const warning = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await warning;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  await expect(page.getByText("3 photos added")).toBeVisible({ timeout: 30_000 });
  await expect(status).toBeHidden();
  const left = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await left;
});

test("a photo taken when the connection is cut right after the page's first load is shown as waiting", async ({
  page,
  context,
}) => {
  const breeder = await register(studbook.origin, person("Runa"));
  const kennelId = await firstKennelId(breeder);
  const { litterId } = await addLitterOfDays(breeder, kennelId, { daysAgo: 20, collars: ["Red"] });
  await signIn(page, studbook.origin, breeder);
  await page.goto(`${studbook.origin}/k/${kennelId}/dashboard/litters/${litterId}`);
  const camera = page.getByLabel("Take a photo");
  await camera.waitFor({ state: "attached" });
  await context.setOffline(true);
  const [file = ""] = await photoFiles(test.info().outputPath(), 1);
  await camera.setInputFiles([file]);
  const status = page.getByRole("region", { name: "Photo uploads" });
  await expect(status.getByText("1 photo waiting for the connection")).toBeVisible();
});
