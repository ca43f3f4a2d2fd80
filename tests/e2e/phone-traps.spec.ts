/** Tests traps on a phone. */
import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, person, register } from "../support/people";
import type { Runtime } from "../support/runtime";
import { addLitterOfDays } from "../support/kennel-litters";
import { addDog, dogCard, nameField, signIn, test, today } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

async function breederOnPhone(
  browser: Browser,
  firstName: string,
  serviceWorkers: "allow" | "block" = "block",
) {
  const owner = await register(studbook.origin, person(firstName));
  const kennelId = await firstKennelId(owner);
  const dog = { name: "Aria of Oak", breed: "Beagle", gender: "female" as const };
  await owner.client.mutation(api.dogs.dogs.create, { kennelId, today, ...dog });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
    serviceWorkers,
  });
  const page = await context.newPage();
  await signIn(page, studbook.origin, owner);
  return { owner, kennelId, page, context, at: (path: string) => `${studbook.origin}/k/${kennelId}${path}` };
}

const addForm = (page: Page) => page.getByRole("dialog", { name: "Add New Dog" });
const plus = (page: Page) => page.locator("main").getByRole("button", { name: "Add Dog" }).last();

/** Returns whether a tap in the middle of a control reaches the control. */
const isReachable = async (control: Locator): Promise<boolean> =>
  await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && element.contains(hit);
  });

test("Back closes a form, asks first when text was typed, and closes the upper of two dialogs", async ({
  browser,
}) => {
  const { page, at, context } = await breederOnPhone(browser, "Beate");
  await page.goto(at("/dashboard/reminders"));
  await page.goto(at("/dashboard/dogs"));
  await expect(dogCard(page, "Aria of Oak")).toBeVisible();

  await plus(page).tap();
  await expect(addForm(page)).toBeVisible();
  await page.goBack();
  await expect(addForm(page)).toBeHidden();
  await expect(dogCard(page, "Aria of Oak")).toBeVisible();

  await plus(page).tap();
  await nameField(addForm(page)).fill("Bella");
  await page.goBack();
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(nameField(addForm(page))).toHaveValue("Bella");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).tap();
  await expect(addForm(page)).toBeHidden();
  await expect(page).toHaveURL(at("/dashboard/dogs"));
  await context.close();
});

test("Back closes the phone's menu, a card's menu and a dog's page", async ({ browser }) => {
  const { page, at, context } = await breederOnPhone(browser, "Berit");
  await page.goto(at("/dashboard/dogs"));
  await page.getByRole("button", { name: "Open menu" }).tap();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(at("/dashboard/dogs"));

  await page.getByRole("button", { name: "Actions for Aria of Oak" }).tap();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page).toHaveURL(at("/dashboard/dogs"));

  await dogCard(page, "Aria of Oak").getByRole("link").first().tap();
  const dog = page.getByRole("dialog", { name: "Aria of Oak" });
  await expect(dog).toBeVisible();
  await page.goBack();
  await expect(dog).toBeHidden();
  await expect(page).toHaveURL(at("/dashboard/dogs"));
  await context.close();
});

test("messages cover neither the round button nor a dialog's buttons", async ({ browser }) => {
  const { page, at, context } = await breederOnPhone(browser, "Tilda");
  await page.goto(at("/dashboard/dogs"));
  await addDog(page, { name: "Bella of Oak", breed: "Beagle" });
  const message = page.getByText("Dog added successfully");
  await expect(message).toBeVisible();
  expect(await isReachable(plus(page))).toBe(true);
  // A tap on the message does not extend its time.
  await message.tap();
  await plus(page).tap();
  await expect(addForm(page)).toBeVisible();
  await expect(message).toBeVisible();
  for (const name of ["Add Dog", "Cancel"]) {
    expect(await isReachable(addForm(page).getByRole("button", { name, exact: true }))).toBe(true);
  }
  expect(await isReachable(addForm(page).getByRole("button", { name: "Close" }))).toBe(true);
  await expect(message).toBeHidden({ timeout: 12_000 });
  await context.close();
});

test("the round button disappears while a list is scrolled down, and reappears on the way up and at its end", async ({
  browser,
}) => {
  const { owner, kennelId, page, at, context } = await breederOnPhone(browser, "Rita");
  await addManyDogs(owner, kennelId, 11);
  await page.goto(at("/dashboard/dogs"));
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(plus(page)).toBeInViewport();
  // The event of one step arrives before the next step.
  const scroll = async (by: number) =>
    await page.evaluate(async (top) => {
      window.scrollBy({ top, behavior: "instant" });
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
    }, by);
  // A finger scrolls in many small steps. The first step shows where it began.
  await scroll(1);
  await scroll(600);
  await expect(plus(page)).not.toBeInViewport();
  await scroll(-10);
  await expect(plus(page)).not.toBeInViewport();
  await scroll(-60);
  await expect(plus(page)).toBeInViewport();
  await scroll(600);
  await expect(plus(page)).not.toBeInViewport();
  // Cards get their final height when they are near.
  await expect(async () => {
    await scroll(100_000);
    await expect(plus(page)).toBeInViewport({ timeout: 500 });
  }).toPass();
  await context.close();
});

test("the last controls of a page are not covered by the round button", async ({ browser }) => {
  const { owner, kennelId, page, at, context } = await breederOnPhone(browser, "Paula");
  await addManyDogs(owner, kennelId, 8);
  for (const day of [20, 21, 22, 23, 24, 25, 26, 27]) {
    const reminder = { kennelId, title: `Worming ${day}`, dueDate: `2030-01-${day}` };
    await owner.client.mutation(api.reminders.reminders.create, reminder);
  }
  const endsFree = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(at(path));
    const last = page
      .locator("main")
      .getByRole("article")
      .last()
      .getByRole("button", { name: /^Actions for/u });
    await expect(last).toBeVisible();
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect.poll(async () => await isReachable(last), `${path} at ${width}`).toBe(true);
    const round = await page.locator("main .fixed.rounded-full").last().boundingBox();
    const end = await last.boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0), `${path} at ${width}`).toBeLessThanOrEqual(round?.y ?? 0);
  };
  await endsFree("/dashboard/dogs", 390);
  await endsFree("/dashboard/reminders?tab=pending", 390);
  await endsFree("/dashboard/reminders?tab=pending", 768);
  await context.close();
});

test("after an offline reload an owner can continue weighing, and the weights are sent afterwards", async ({
  browser,
}) => {
  const { owner, kennelId, page, at, context } = await breederOnPhone(browser, "Wilma", "allow");
  const { litterId } = await addLitterOfDays(owner, kennelId, { daysAgo: 3, collars: ["Red", "Blue"] });
  const board = at(`/dashboard/litters/${litterId}/weigh`);
  await page.goto(board);
  const red = page.getByRole("list", { name: "Puppies" }).getByRole("button", { name: "Red collar" });
  await expect(red).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(board);
  await expect(red).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Offline: you see what was last loaded/)).toBeVisible();
  await expect(red).toBeVisible();
  await expect(page.getByText("Ask an owner of the kennel")).toHaveCount(0);
  await red.tap();
  const keypad = page.getByRole("group", { name: "Keypad" });
  for (const digit of "412") await keypad.getByRole("button", { name: digit, exact: true }).tap();
  await keypad.getByRole("button", { name: "Save" }).tap();
  await expect(page.getByText("1 waiting to be sent")).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(
      async () =>
        (await owner.client.query(api.litters.puppyWeights.list, { litterId })).map(({ grams }) => grams),
      { timeout: 30_000 },
    )
    .toContain(412);
  await context.close();
});
