/** A signed-in browser for measuring pages. Its user has a small kennel. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type BrowserContext } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays, localDay } from "../../domain/dates/calendar-days";
import { addLitterOfDays } from "../support/kennel-litters";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, password, register, type SignedIn } from "../support/people";
import { photoForm } from "../support/photos";
import { paintPhoto } from "../support/pictures";
import { startRuntime } from "../support/runtime";

const DOGS = 120;
const COLLARS = ["red", "blue", "green", "yellow", "purple", "orange"];

export interface SignedInBrowser {
  readonly context: BrowserContext;
  readonly origin: string;
  /** Without the server's origin. */
  readonly kennelPath: string;
  readonly litterId: string;
  /** Offers the family a puppy with a photo. Without the server's origin. */
  readonly familyPath: string;
  /** The port at which Lighthouse reaches the browser. */
  readonly debuggingPort: number;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function offerToFamily(
  origin: string,
  { client, token }: SignedIn,
  { kennelId, puppyId }: { kennelId: Id<"kennels">; puppyId: Id<"puppies"> },
): Promise<string> {
  const today = localDay(new Date());
  const photo = await fetch(`${origin}/api/puppies/${puppyId}/photos`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: photoForm({}, new Uint8Array(await paintPhoto())),
  });
  if (photo.status !== 201) throw new Error(`The photo was refused: ${await photo.text()}`);
  const { _id: applicantId } = await client.mutation(api.litters.waitingList.create, {
    kennelId,
    name: "Jo",
  });
  const offerUntil = addDays(today, 5);
  await client.mutation(api.litters.waitingList.offer, { applicantId, puppyId, offerUntil, today });
  const { address } = await client.mutation(api.families.links.create, { kennelId, applicantId });
  return (address ?? "").replace(origin, "");
}

/** Ends the server and the browser after `use`. */
export async function withSignedIn(
  executablePath: string,
  use: (browser: SignedInBrowser) => Promise<void>,
): Promise<void> {
  const runtime = await startRuntime({
    ...{ functions: "convex", web: "dist/web", accounts: true },
    env: { STUDBOOK_LINK_SECRET: "a secret of the deployment" },
  });
  const { origin } = runtime;
  const who = { firstName: "Anna", name: "Anna Bench", email: "anna@example.com", password };
  const anna = await register(origin, who);
  const kennelId = await firstKennelId(anna);
  await addManyDogs(anna, kennelId, DOGS);
  const { litterId, puppyIds } = await addLitterOfDays(anna, kennelId, { daysAgo: 20, collars: COLLARS });
  const [puppyId] = puppyIds;
  if (!puppyId) throw new Error("The litter has no puppy");
  const familyPath = await offerToFamily(origin, anna, { kennelId, puppyId });
  const profile = mkdtempSync(path.join(tmpdir(), "studbook-signed-in-"));
  const debuggingPort = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ["--no-sandbox", `--remote-debugging-port=${debuggingPort}`],
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.getByLabel("Email").fill(who.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: /^sign in$/i }).click();
    await page.getByText("Total Dogs").first().waitFor();
    await page.close();
    const kennelPath = `/k/${kennelId}/dashboard`;
    await use({ context, origin, kennelPath, litterId, familyPath, debuggingPort });
  } finally {
    await context.close();
    await runtime.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
