/**
 * `node scripts/run-ts.mjs tests/bench/photo-uploads.ts`: 20 photos of 8 MB each over a connection of 10 Mbit/s that
 * breaks once, in a real Chromium; then a page of 96 dogs with a photo each. Prints figures and never fails on time.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { paintPhoto } from "../support/pictures";
import { startRuntime } from "../support/runtime";

const PHOTOS = Number(process.env["BENCH_PHOTOS"] ?? 20);
const DOGS = 96;
const UPLOAD_BYTES_PER_SECOND = 1_250_000;
const AWAY_MS = 5000;
const TODAY = "2025-06-15";

const print = (name: string, value: string) => process.stdout.write(`${name.padEnd(62)} ${value}\n`);
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;

const folder = mkdtempSync(path.join(tmpdir(), "studbook-photos-"));
const buildWeb = "await (await import('./scripts/build.mjs')).buildWeb();";
execFileSync(process.execPath, ["--input-type=module", "--eval", buildWeb], { stdio: "inherit" });
const studbook = await startRuntime({ functions: "convex", web: "dist/web", accounts: true });
const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });

/** Paints the photos that are sent, as large as a telephone's. */
async function paintFiles(): Promise<string[]> {
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
  return (await client.mutation(api.dogs.create, dog))._id;
}

async function openDogs(breeder: SignedIn, search = ""): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${studbook.origin}/login`);
  await page.getByLabel("Email").fill(breeder.email);
  await page.getByLabel("Password", { exact: true }).fill(breeder.password);
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await page.waitForURL(/\/dashboard/);
  await page.goto(`${studbook.origin}/dashboard/dogs${search}`);
  return page;
}

/** Reads how many photos the dialog says there are; several may be added at once. */
const countShown = async (page: Page): Promise<number> =>
  Number.parseInt((await page.getByText(/^\d+ photo\(s\)$/).textContent()) ?? "0", 10);

async function untilMoreThan(page: Page, count: number): Promise<void> {
  while ((await countShown(page)) <= count) await page.waitForTimeout(100);
}

/** Uploads all photos of the folder to one dog and tells what the breeder sees of it. */
async function measureUploads(): Promise<void> {
  const files = await paintFiles();
  const sizes = files.map((file) => statSync(file).size);
  print(`${PHOTOS} photos, each`, `${megabytes(Math.min(...sizes))} to ${megabytes(Math.max(...sizes))}`);
  const breeder = await register(studbook.origin, person("Petra"));
  const dogId = await addDog(breeder, await firstKennelId(breeder), "Aria");
  const page = await openDogs(breeder);
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
  await page.getByLabel("Choose photos").setInputFiles(files);
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
  print("paused while the connection was away", String(await uploads.getByText("Paused").count()));
  const before = await countShown(page);
  const back = Date.now();
  await connect(false);
  await untilMoreThan(page, before);
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
  const photos = (await breeder.client.query(api.photos.list, { dogId })) ?? [];
  print("photos of the dog", String(photos.length));
  await page.context().close();
}

/** Opens a page of 96 dogs, each with a photo of its own, and counts the bytes of its pictures. */
async function measureGrid(): Promise<void> {
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
  const page = await openDogs(breeder, "?perPage=96");
  const pictures = page.getByRole("article").getByRole("img");
  await pictures.nth(DOGS - 1).waitFor({ state: "attached" });
  for (let at = 0; at < DOGS; at += 1) await pictures.nth(at).scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/uploads/photos/"))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  );
  print(
    `pictures of a page of ${DOGS} dogs`,
    `${loaded.length}, ${megabytes(loaded.reduce((a, b) => a + b, 0))}`,
  );
  await page.context().close();
}

try {
  await measureUploads();
  await measureGrid();
} finally {
  await browser.close();
  await studbook.stop();
  rmSync(folder, { recursive: true, force: true });
}
