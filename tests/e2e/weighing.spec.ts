/** Tests the litter's page and the weighing board with two phones. */
import { expect, type Browser, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addLitterOfDays, weighDaysAgo } from "../support/kennel-litters";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { Line } from "./line";
import { test, visitor, type Visitor, workIn } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const COLLARS = ["Red", "Blue", "Green", "Yellow", "Orange", "Purple", "Pink", "Turquoise", "Brown"] as const;
const PHONE = { width: 390, height: 844 };

interface Phone extends Visitor {
  readonly line: Line;
}

async function phone(browser: Browser, name: string): Promise<Phone> {
  const somebody = await visitor(browser, studbook.origin, person(name));
  const line = new Line();
  await line.hold(somebody.page);
  await somebody.page.setViewportSize(PHONE);
  return { ...somebody, line };
}

/** The two people are members of one kennel. */
async function twoPhones(browser: Browser) {
  const first = await phone(browser, "Olga");
  const kennelId = await firstKennelId(first.person);
  await first.person.client.mutation(api.kennels.kennels.update, { kennelId, name: "Oakwood Kennel" });
  const second = await phone(browser, "Stefan");
  await joinKennel(first.person, second.person, { kennelId, role: "staff" });
  await workIn(second, kennelId);
  return { first, second, kennelId };
}

const chip = (page: Page, collar: string) =>
  page.getByRole("list", { name: "Puppies" }).getByRole("button", { name: `${collar} collar` });

async function openBoard({ page }: Phone, litterId: Id<"litters">): Promise<void> {
  await page.goto(`${studbook.origin}/dashboard/litters/${litterId}/weigh`);
  await expect(chip(page, "Red")).toBeVisible();
}

async function weigh(page: Page, collar: string, grams: number): Promise<void> {
  await chip(page, collar).click();
  const keypad = page.getByRole("group", { name: "Keypad" });
  for (const digit of String(grams)) await keypad.getByRole("button", { name: digit, exact: true }).click();
  await keypad.getByRole("button", { name: "Save" }).click();
}

const isWeighed = async (page: Page, collar: string) =>
  await expect(chip(page, collar).getByLabel("weighed", { exact: true })).toBeVisible();

const weightsOf = async ({ person: { client } }: Phone, litterId: Id<"litters">) =>
  (await client.query(api.litters.puppyWeights.list, { litterId }))
    .map(({ grams }) => grams)
    .sort((a, b) => a - b);

test(
  "two phones weigh a litter of nine at the same time while one is disconnected and reloaded, and every weight is stored once",
  { tag: "@core" },
  async ({ browser }) => {
    const { first, second, kennelId } = await twoPhones(browser);
    const { litterId } = await addLitterOfDays(first.person, kennelId, { daysAgo: 3, collars: COLLARS });
    await Promise.all([openBoard(first, litterId), openBoard(second, litterId)]);

    await Promise.all([weigh(first.page, "Red", 401), weigh(second.page, "Brown", 409)]);
    await Promise.all([isWeighed(second.page, "Red"), isWeighed(first.page, "Brown")]);

    await second.line.cut();
    await Promise.all([
      (async () => {
        for (const [index, collar] of (["Blue", "Green", "Yellow"] as const).entries()) {
          await weigh(first.page, collar, 402 + index);
        }
      })(),
      (async () => {
        await weigh(second.page, "Turquoise", 408);
        await weigh(second.page, "Pink", 407);
      })(),
    ]);
    await expect(second.page.getByText("2 waiting to be sent")).toBeVisible();
    await isWeighed(first.page, "Yellow");
    expect(await weightsOf(first, litterId)).toEqual([401, 402, 403, 404, 409]);

    // The page closes with its unsent entries, which are stored on the phone.
    await second.page.reload();
    second.line.mend();
    await isWeighed(second.page, "Pink");
    await isWeighed(second.page, "Yellow");
    await expect(second.page.getByText(/waiting to be sent/)).toHaveCount(0);
    await Promise.all([weigh(first.page, "Orange", 405), weigh(second.page, "Purple", 406)]);
    for (const { page } of [first, second]) {
      await expect(page.getByText("All 9 puppies are weighed")).toBeVisible();
    }
    expect(await weightsOf(second, litterId)).toEqual([401, 402, 403, 404, 405, 406, 407, 408, 409]);
    await first.context.close();
    await second.context.close();
  },
);

test("a puppy weighed by both is reported, and an undone weighing disappears on both phones", async ({
  browser,
}) => {
  const { first, second, kennelId } = await twoPhones(browser);
  const { litterId } = await addLitterOfDays(first.person, kennelId, {
    daysAgo: 3,
    collars: COLLARS.slice(0, 3),
  });
  await Promise.all([openBoard(first, litterId), openBoard(second, litterId)]);

  await weigh(first.page, "Red", 412);
  await isWeighed(second.page, "Red");
  await weigh(second.page, "Red", 412);
  await expect(second.page.getByText(/Red collar was already weighed: 412 g/)).toBeVisible();
  await second.page.getByRole("button", { name: "OK" }).click();
  await weigh(second.page, "Red", 421);
  await expect(second.page.getByText(/weighed twice: 412 g .* then 421 g/)).toBeVisible();
  await second.page.getByRole("button", { name: "Keep 421 g" }).click();
  await expect.poll(async () => await weightsOf(first, litterId)).toEqual([421]);

  // A weight with a missing digit needs a confirmation. The typed text is kept.
  await weigh(first.page, "Green", 41);
  const question = first.page.getByRole("alertdialog", {
    name: "41 g is 86% less than at birth. Save anyway?",
  });
  await expect(question).toBeVisible();
  await expectAccessible(first.page, "a question about a weight");
  await question.getByRole("button", { name: "Correct It" }).click();
  await expect(first.page.getByLabel("Weight in grams")).toHaveText("41 g");
  await chip(first.page, "Blue").click();

  // A keyboard works too. The next puppy has been selected automatically.
  await expect(first.page.getByRole("region", { name: "Blue collar" })).toBeVisible();
  await first.page.keyboard.type("399");
  await first.page.keyboard.press("Enter");
  await isWeighed(second.page, "Blue");
  await first.page.getByRole("button", { name: "Undo" }).click();
  await expect(chip(second.page, "Blue").getByLabel("weighed", { exact: true })).toHaveCount(0);
  expect(await weightsOf(first, litterId)).toEqual([421]);
  await expectAccessible(first.page);
  await first.context.close();
  await second.context.close();
});

/** The curves load when they are almost visible. */
async function lookAtCurves(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Growth" }).scrollIntoViewIfNeeded();
  await expect(page.locator(".recharts-line").first()).toBeVisible();
}

test("[GAP-LIT-01] puppies are recorded in seconds, the counts are updated, and a puppy that loses weight is named", async ({
  browser,
}) => {
  const owner = await phone(browser, "Olga");
  const { page } = owner;
  const kennelId = await firstKennelId(owner.person);
  const { puppyIds } = await addLitterOfDays(owner.person, kennelId, {
    daysAgo: 6,
    collars: ["Red", "Blue"],
  });
  const [red, blue] = puppyIds;
  if (!red || !blue) throw new Error("The litter has two puppies");
  await weighDaysAgo(owner.person, red, 380, 2);
  await weighDaysAgo(owner.person, red, 372, 1);
  await weighDaysAgo(owner.person, blue, 380, 2);
  await weighDaysAgo(owner.person, blue, 410, 1);

  await page.goto(`${studbook.origin}/dashboard/breeding?tab=litters`);
  await page.getByRole("link", { name: /Rex × Bella/ }).click();
  await expect(page.getByText("2 born, 2 alive · 1 male, 1 female")).toBeVisible();
  await expect(page.getByText(/Loses weight: 8 g a day/)).toBeVisible();
  await expect(page.getByText(/Small Animal Clinical Nutrition/)).toBeVisible();

  await page.getByRole("button", { name: "Record Another Puppy" }).click();
  const log = page.getByRole("form", { name: "Record a puppy" });
  await log.getByRole("button", { name: "Male", exact: true }).click();
  await log.getByRole("button", { name: "Green" }).click();
  await log.getByLabel("Weight (grams)").fill("315");
  await page.keyboard.press("Enter");
  const card = page.getByRole("article", { name: "Green collar" });
  await expect(card.getByText("315 g").first()).toBeVisible();
  await expect(page.getByText("3 born, 3 alive · 2 male, 1 female")).toBeVisible();

  await card.getByRole("button", { name: "More for Green collar" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Green collar" });
  await dialog.getByLabel("Name").fill("Moss");
  await dialog.getByLabel("Birth weight (grams)").fill("-5");
  await dialog.getByRole("button", { name: "Update Puppy" }).click();
  await expect(dialog.getByText("Birth weight must be positive")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Moss");
  await dialog.getByLabel("Birth weight (grams)").fill("318");
  await dialog.getByRole("button", { name: "Update Puppy" }).click();
  await expect(page.getByRole("article", { name: "Moss" })).toBeVisible();
  await lookAtCurves(page);
  await lookAtCurves(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await lookAtCurves(page);
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Litter actions" }).click();
  await page.getByRole("menuitem", { name: "Export PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^Litter Rex x Bella .*\.pdf$/);
  await owner.context.close();
});

test("[GAP-AUTH-03] a viewer sees the litter and can change nothing, and a stranger does not find it", async ({
  browser,
}) => {
  const { first, second, kennelId } = await twoPhones(browser);
  const { litterId } = await addLitterOfDays(first.person, kennelId, { daysAgo: 3, collars: ["Red"] });
  const members = await first.person.client.query(api.kennels.members.list, { kennelId });
  const member = members.find(({ email }) => email === second.person.email);
  if (!member?.userId) throw new Error("The second phone's owner is a member");
  const viewer = { kennelId, userId: member.userId, role: "viewer" } as const;
  await first.person.client.mutation(api.kennels.members.update, viewer);
  await second.page.goto(`${studbook.origin}/dashboard/litters/${litterId}`);
  await expect(second.page.getByRole("article", { name: "Red collar" })).toBeVisible();
  await expect(second.page.getByRole("form", { name: "Record a puppy" })).toHaveCount(0);
  await second.page.getByRole("button", { name: "More for Red collar" }).click();
  await expect(second.page.getByRole("menuitem", { name: "Print Record" })).toBeVisible();
  await expect(second.page.getByRole("menuitem", { name: /^(Edit|Delete|Record Death)$/ })).toHaveCount(0);
  await second.page.keyboard.press("Escape");
  await expect(second.page.getByRole("link", { name: "Weigh Puppies" })).toHaveCount(0);
  await second.page.goto(`${studbook.origin}/dashboard/litters/${litterId}/weigh`);
  await expect(second.page.getByText("You do not have permission to weigh")).toBeVisible();
  const stranger = await phone(browser, "Sven");
  await stranger.page.goto(`${studbook.origin}/dashboard/litters/${litterId}`);
  await expect(stranger.page.getByText("Litter not found")).toBeVisible();
  for (const { context } of [first, second, stranger]) await context.close();
});

test("a user can weigh puppies in pounds and ounces, and everybody reads weights in their own units", async ({
  browser,
}) => {
  const { first, second, kennelId } = await twoPhones(browser);
  const { litterId } = await addLitterOfDays(first.person, kennelId, {
    daysAgo: 3,
    collars: ["Red", "Blue"],
  });
  const { page } = first;
  await page.goto(`${studbook.origin}/dashboard/settings?tab=profile`);
  await page.getByRole("combobox", { name: "Puppies" }).click();
  await page.getByRole("option", { name: "Pounds and Ounces" }).click();
  await expect(page.getByRole("combobox", { name: "Puppies" })).toContainText("Pounds and Ounces");
  await expectAccessible(page, "units");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Puppies" })).toContainText("Pounds and Ounces");

  await openBoard(first, litterId);
  await chip(page, "Red").click();
  const keypad = page.getByRole("group", { name: "Keypad" });
  for (const key of ["1", "lb", "2", "Point", "5"]) {
    await keypad.getByRole("button", { name: key, exact: true }).click();
  }
  await expect(page.getByLabel("Weight in pounds and ounces")).toHaveText("1 lb 2.5 oz");
  await expectAccessible(page, "board in pounds");
  await keypad.getByRole("button", { name: "Save" }).click();
  await isWeighed(page, "Red");
  await page.keyboard.type("14,5");
  await page.keyboard.press("Enter");
  await isWeighed(page, "Blue");
  expect(await weightsOf(first, litterId)).toEqual([411, 524]);

  await page.goto(`${studbook.origin}/dashboard/litters/${litterId}`);
  const cards = (place: Page) => place.getByRole("list", { name: "Puppies", exact: true });
  await expect(cards(page)).toContainText("1 lb 2.5 oz");
  await second.page.goto(`${studbook.origin}/dashboard/litters/${litterId}`);
  await expect(cards(second.page)).toContainText("524 g");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await first.context.close();
  await second.context.close();
});
