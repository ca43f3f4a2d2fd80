/**
 * Uploads 20 photos of 8 MB each over a connection of 10 Mbit/s that breaks once, in a real Chromium. Then opens a
 * page of 96 dogs with a photo each, and counts the pictures that are transferred.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { paintPhoto } from "../support/pictures";
import { startRuntime, type Runtime } from "../support/runtime";

const PHOTOS = Number(process.env["BENCH_PHOTOS"] ?? 20);
const DOGS = 96;
const UPLOAD_BYTES_PER_SECOND = 1_250_000;
const AWAY_MS = 5000;
const TODAY = "2025-06-15";

interface Bench {
  readonly studbook: Runtime;
  readonly browser: Browser;
  readonly print: (name: string, value: string) => void;
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;

/** As large as a phone's photos. */
async function paintFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (let seed = 1; seed <= PHOTOS; seed += 1) {
    const file = path.join(folder, `${seed}.jpg`);
    writeFileSync(file, await paintPhoto({ width: 4032, height: 3024, seed, quality: 96 }));
    files.push(file);
  }
  return files;
}

async function addDog({ client }: SignedIn, kennelId: string, name: string): Promise<string> {
  const dog = { kennelId, name, breed: "Beagle", gender: "female", today: TODAY } as const;
  return (await client.mutation(api.dogs.dogs.create, dog))._id;
}

async function openDogs({ studbook, browser }: Bench, breeder: SignedIn): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${studbook.origin}/login`);
  await page.getByLabel("Email").fill(breeder.email);
  await page.getByLabel("Password", { exact: true }).fill(breeder.password);
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await page.waitForURL(/\/dashboard/);
  return page;
}

/** Several photos may be added at the same time. */
const countShown = async (page: Page): Promise<number> =>
  Number.parseInt((await page.getByText(/^\d+ photo\(s\)$/).textContent()) ?? "0", 10);

async function untilMoreThan(page: Page, count: number): Promise<void> {
  while ((await countShown(page)) <= count) await page.waitForTimeout(100);
}

/** Measures what the breeder sees of the upload. */
async function measureUploads(bench: Bench, files: readonly string[]): Promise<void> {
  const { studbook, print } = bench;
  const sizes = files.map((file) => statSync(file).size);
  print(`${PHOTOS} photos, each`, `${megabytes(Math.min(...sizes))} to ${megabytes(Math.max(...sizes))}`);
  const breeder = await register(studbook.origin, person("Petra"));
  const dogId = await addDog(breeder, await firstKennelId(breeder), "Aria");
  const page = await openDogs(bench, breeder);
  await page.goto(`${studbook.origin}/dashboard/dogs`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const connect = async (offline: boolean) =>
    await cdp.send("Network.emulateNetworkConditions", {
      offline,
      latency: 40,
      downloadThroughput: 4 * UPLOAD_BYTES_PER_SECOND,
      uploadThroughput: UPLOAD_BYTES_PER_SECOND,
    });
  await connect(false);
  await page.getByRole("button", { name: "Actions for Aria" }).click();
  await page.getByRole("menuitem", { name: "Manage Photos" }).click();
  await page.getByText("0 photo(s)").waitFor();
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], frames: [] as number[] };
    const observer = new PerformanceObserver((list) =>
      seen.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    let last = performance.now();
    const tick = (now: number) => {
      seen.frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { seen });
  });
  const began = Date.now();
  await page.getByLabel("Choose photos").setInputFiles([...files]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await uploads
    .getByText(/Uploading [1-9]/)
    .first()
    .waitFor();
  print("first progress shown after", `${((Date.now() - began) / 1000).toFixed(1)} s`);
  const half = Math.floor(PHOTOS / 2);
  await untilMoreThan(page, half - 1);
  await connect(true);
  await page.waitForTimeout(AWAY_MS);
  const held = uploads.getByText(/^(Waiting for the connection|Paused)$/u);
  print("held back while the connection was away", String(await held.count()));
  const before = await countShown(page);
  const back = Date.now();
  await connect(false);
  await untilMoreThan(page, Math.min(before, PHOTOS - 1));
  print("the next photo there after the connection was back", `${((Date.now() - back) / 1000).toFixed(1)} s`);
  await page.getByText(`${PHOTOS} photo(s)`).waitFor({ timeout: 600_000 });
  print(
    `all there, ${AWAY_MS / 1000} s without a connection among it`,
    `${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
  const { tasks, frames } = await page.evaluate(
    () => (window as unknown as { seen: { tasks: number[]; frames: number[] } }).seen,
  );
  print("tasks of the page over 50 ms", tasks.length === 0 ? "none" : tasks.map(Math.round).join(", "));
  print("longest time between two frames", `${Math.max(...frames).toFixed(0)} ms`);
  const photos = (await breeder.client.query(api.dogs.photos.list, { dogId })) ?? [];
  print("photos of the dog", String(photos.length));
  await page.context().close();
}

/** Includes all bytes that are transferred for each picture. */
async function watchPictures(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const asked = new Set<string>();
  const seen = { pictures: 0, bytes: 0 };
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.includes("/uploads/photos/")) asked.add(requestId);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!asked.has(requestId)) return;
    seen.pictures += 1;
    seen.bytes += encodedDataLength;
  });
  return () => `${seen.pictures}, ${megabytes(seen.bytes)}`;
}

/** Each of the 96 dogs has its own photo. */
async function measureGrid(bench: Bench): Promise<void> {
  const { studbook, print } = bench;
  const breeder = await register(studbook.origin, person("Greta"));
  const kennelId = await firstKennelId(breeder);
  const began = Date.now();
  for (let seed = 1; seed <= DOGS; seed += 1) {
    const dogId = await addDog(breeder, kennelId, `Dog ${seed}`);
    const form = new FormData();
    const picture = await paintPhoto({ width: 1600, height: 1200, seed: 100 + seed });
    form.append("photo", new Blob([new Uint8Array(picture)]), "photo.jpg");
    const { status } = await fetch(`${studbook.origin}/api/photos/dogs/${dogId}`, {
      method: "POST",
      headers: { authorization: `Bearer ${breeder.token}` },
      body: form,
    });
    if (status !== 201) throw new Error(`The upload answered ${status}`);
  }
  print(`${DOGS} dogs added with a photo each, over REST`, `${((Date.now() - began) / 1000).toFixed(1)} s`);
  const page = await openDogs(bench, breeder);
  const pictureCount = await watchPictures(page);
  await page.goto(`${studbook.origin}/dashboard/dogs?perPage=${DOGS}`);
  const pictures = page.getByRole("article").locator("img");
  await pictures.nth(DOGS - 1).waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  print(`pictures of a page of ${DOGS} dogs before it is scrolled`, pictureCount());
  for (let at = 0; at < DOGS; at += 1) {
    const picture = pictures.nth(at);
    await picture.scrollIntoViewIfNeeded();
    // A lazy picture is not fetched if the page scrolls past it too fast.
    await picture.evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement) || image.complete) return;
      await new Promise((resolve) => image.addEventListener("load", resolve, { once: true }));
    });
  }
  print(`pictures of a page of ${DOGS} dogs, all of them`, pictureCount());
  await page.context().close();
}

/** The web app must have been built. */
export async function measurePhotos(executablePath: string, print: Bench["print"]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "studbook-photos-"));
  const studbook = await startRuntime({ functions: "convex", web: "dist/web", accounts: true });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const bench = { studbook, browser, print };
    await measureUploads(bench, await paintFiles(folder));
    await measureGrid(bench);
  } finally {
    await browser.close();
    await studbook.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
