/** Tests notifications and offline use. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person, type SignedIn } from "../support/people";
import { PNG } from "../support/photos";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { signIn, test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

// Headless Chromium shows no notifications.
const executablePath = process.env["WHOLE_CHROMIUM_PATH"];
test.use({
  serviceWorkers: "allow",
  ...(executablePath && { launchOptions: { executablePath, args: ["--no-sandbox"] } }),
});

const workerIsActive = async (page: Page) =>
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);

/** Does not ask the server. */
const hasKept = async (page: Page, address: string) =>
  await page.evaluate(async (asked) => {
    const answer = await fetch(asked, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
    return answer?.ok ?? false;
  }, address);

const keptByWorker = async (page: Page) =>
  await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map(async (name) => await caches.open(name)));
    const requests = await Promise.all(stores.map(async (store) => await store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test(
  "[SET-08] notification settings are stored immediately and seen in another browser, and a test message is in the outbox",
  { tag: "@core" },
  async ({ browser }) => {
    const anna = person("Anna");
    const { page } = await visitor(browser, studbook.origin, anna);
    const other = await (await browser.newContext()).newPage();
    await signIn(other, studbook.origin, anna);
    for (const one of [page, other]) {
      await one.goto(`${studbook.origin}/dashboard/settings?tab=notifications`);
      await expect(one.getByRole("switch", { name: "SMS" })).not.toBeChecked();
    }
    await page.getByRole("switch", { name: "SMS" }).click();
    await expect(page.getByText("Notification settings updated")).toBeVisible();
    await expect(other.getByRole("switch", { name: "SMS" })).toBeChecked();
    await other.getByLabel("Phone number").fill("+1 (555) 123-4567");
    await other.getByLabel("Phone number").press("Enter");
    await expect(page.getByLabel("Phone number")).toHaveValue("+15551234567");

    await page.getByRole("button", { name: "Send Test by Email" }).click();
    await expect(
      page.getByText("Email is not set up on this server. Nothing was sent").first(),
    ).toBeVisible();
    await page.getByRole("button", { name: "Show Studbook test notification" }).click();
    const mail = page.frameLocator("iframe");
    await expect(mail.getByRole("heading", { name: "It works" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page);
  },
);

/**
 * Returns whether a result of these functions is stored on the device, which happens a moment after it is shown.
 */
const hasWritten = async (page: Page, functions: string): Promise<boolean> =>
  await page.evaluate(
    (asked) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open("studbook.last-seen");
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction("answers").objectStore("answers").getAllKeys();
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result.some((key) => String(key).startsWith(asked)));
          };
        };
      }),
    functions,
  );

async function givePicture(who: SignedIn, origin: string, kennelId: string): Promise<string> {
  const form = new FormData();
  form.append("avatar", new Blob([PNG], { type: "image/png" }), "me.png");
  const headers = { authorization: `Bearer ${who.token}` };
  await fetch(`${origin}/api/settings/user/avatar`, { method: "POST", headers, body: form });
  const members = await who.client.query(api.kennels.members.list, { kennelId });
  return `/api${members[0]?.avatarPath ?? ""}`;
}

test(
  "the app opens without a connection with the last seen data, read-only, and becomes live again",
  { tag: "@core" },
  async ({ browser }) => {
    const berta = person("Berta");
    const { page, context, person: owner } = await visitor(browser, studbook.origin, berta);
    const kennelId = await firstKennelId(owner);
    await owner.client.mutation(api.reminders.reminders.create, {
      kennelId,
      title: "Worming",
      dueDate: "2999-06-15",
    });
    const picture = await givePicture(owner, studbook.origin, kennelId);
    await page.goto(`${studbook.origin}/dashboard/reminders`);
    await expect(page.getByRole("article", { name: "Worming" })).toBeVisible();
    expect(await page.evaluate(async (address) => (await fetch(address)).status, picture)).toBe(200);
    expect(await hasKept(page, picture)).toBe(true);
    await expect.poll(() => workerIsActive(page)).toBe(true);
    await expect.poll(() => hasWritten(page, "reminders/reminders:")).toBe(true);
    await page.goto(`${studbook.origin}/dashboard/dogs`);
    await expect(page.getByRole("heading", { name: "Dogs", level: 1 })).toBeVisible();

    await context.setOffline(true);
    await page.goto(`${studbook.origin}/dashboard/reminders`);
    await expect(page.getByText(/^Offline: you see what was last loaded/)).toBeVisible();
    await expect(page.getByRole("article", { name: "Worming" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Reminder" })).toHaveCount(0);
    await expectAccessible(page);

    await context.setOffline(false);
    await expect(page.getByRole("button", { name: "Add Reminder" })).toBeVisible({ timeout: 25_000 });
    await expect(page.getByText(/^Offline: you see/)).toHaveCount(0);

    await page.getByRole("button", { name: /^User menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/login/);
    // No data of the account remains for the next user, in the worker or in the browser.
    expect(await hasKept(page, picture)).toBe(false);
    const kept = await keptByWorker(page);
    expect(kept).toContain("/index.html");
    expect(kept.filter((address) => !/^\/(?:assets\/|icons\/|[\w.-]+$)/u.test(address))).toEqual([]);
    await context.setOffline(true);
    await page.goto(`${studbook.origin}/dashboard/reminders`);
    await expect(
      page.getByRole("heading", { name: /^(You are offline|Studbook is not responding)$/ }),
      // The page stops waiting for the server after 15 s.
    ).toBeVisible({ timeout: 45_000 });
    await expect(page.getByText("Worming")).toHaveCount(0);
    await context.close();
  },
);

test("a push message shows a notification with its buttons, in the browser itself", async ({ browser }) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Clara"));
  await context.grantPermissions(["notifications"], { origin: studbook.origin });
  const debug = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    debug.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${studbook.origin}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await debug.send("ServiceWorker.enable");
  await page.goto(`${studbook.origin}/dashboard/reminders`);
  await expect.poll(() => workerIsActive(page)).toBe(true);
  const message = {
    title: "Worming",
    body: "Due today",
    url: `${studbook.origin}/dashboard/reminders`,
    complete: `${studbook.origin}/notices/complete`,
    snooze: `${studbook.origin}/notices/snooze`,
  };
  await debug.send("ServiceWorker.deliverPushMessage", {
    origin: studbook.origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  const shown = () =>
    page.evaluate(async () => {
      const notices = await (await navigator.serviceWorker.ready).getNotifications();
      return notices.map((notice) => ({
        title: notice.title,
        body: notice.body,
        buttons: "actions" in notice ? notice.actions : [],
      }));
    });
  await expect.poll(shown).toEqual([
    {
      title: "Worming",
      body: "Due today",
      buttons: [
        expect.objectContaining({ action: "complete", title: "Complete" }),
        expect.objectContaining({ action: "snooze", title: "Snooze 1 day" }),
      ],
    },
  ]);
  await context.close();
});
