/** Counts the clicks and key presses for daily work, as the page receives them. */
import { expect, type Locator, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { tabTo } from "./keyboard";
import { nameField, test, today, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

/** Counts its clicks. */
class Hand {
  clicks = 0;
  async click(control: Locator, options?: { modifiers: ["Shift"] }): Promise<void> {
    await control.click(options);
    this.clicks += 1;
  }
}

/** Returns a function that releases the palette's code. */
async function holdPalette(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/palette-dialog/, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

test(
  "a new user's first dog takes 4 clicks, the first litter 10 and the first weight 17, with fields reached by Tab",
  { tag: "@core" },
  async ({ browser }) => {
    const { page, context } = await visitor(browser, studbook.origin, person("Nora"));
    const hand = new Hand();
    await hand.click(page.getByRole("link", { name: "Add your first dog" }));
    const form = page.getByRole("dialog", { name: "Add New Dog" });
    await expect(nameField(form)).toBeFocused();
    await page.keyboard.type("Rex");
    await form.getByRole("combobox", { name: "Breed" }).fill("Beagle");
    await page.keyboard.press("Tab");
    await hand.click(form.getByRole("button", { name: "Save and Add Another" }));
    await expect(page.getByText("Dog added successfully")).toBeVisible();
    expect(hand.clicks).toBeLessThanOrEqual(4);

    await expect(nameField(form)).toBeFocused();
    await page.keyboard.type("Bella");
    await hand.click(form.getByRole("radio", { name: "Female" }));
    await hand.click(form.getByRole("button", { name: "Add Dog" }));
    await expect(form).toBeHidden();
    await hand.click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Breeding" }));
    await hand.click(page.getByRole("button", { name: /^Plan (First )?Breeding$/ }).first());
    const plan = page.getByRole("dialog", { name: "Plan New Breeding" });
    for (const [role, name] of [
      ["Sire", "Rex"],
      ["Dam", "Bella"],
    ] as const) {
      await plan.getByRole("combobox", { name: role }).fill(name);
      await expect(page.getByRole("option", { name: new RegExp(`^${name}`) })).toBeVisible();
      await page.keyboard.press("Enter");
    }
    await plan.getByLabel(/^Mating Date/).fill(addDays(today, -63));
    await hand.click(plan.getByRole("button", { name: "Plan Breeding" }));
    const breeding = page.getByRole("article", { name: /Rex/ });
    await hand.click(breeding.getByRole("button", { name: /^Actions for/ }));
    await hand.click(page.getByRole("menuitem", { name: "Mark as Whelped" }));
    const whelping = page.getByRole("dialog", { name: "Mark as Whelped" });
    await hand.click(whelping.getByRole("button", { name: "Mark as Whelped" }));
    await expect(whelping).toBeHidden();
    expect(hand.clicks).toBeLessThanOrEqual(10);

    await hand.click(page.getByRole("tab", { name: "Litters" }));
    await hand.click(page.getByRole("link", { name: /Rex × Bella/ }));
    const log = page.getByRole("form", { name: "Record a puppy" });
    await hand.click(log.getByRole("button", { name: "Female", exact: true }));
    await hand.click(log.getByRole("button", { name: "Green" }));
    await log.getByLabel("Weight (grams)").fill("315");
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("article", { name: "Green collar" }).getByText("315 g").first(),
    ).toBeVisible();
    await hand.click(page.getByRole("link", { name: "Weigh Puppies" }));
    await expect(page.getByRole("group", { name: "Keypad" })).toBeVisible();
    await page.keyboard.type("340");
    await page.keyboard.press("Enter");
    const puppies = page.getByRole("list", { name: "Puppies" });
    await expect(puppies.getByLabel("weighed", { exact: true })).toBeVisible();
    expect(hand.clicks).toBeLessThanOrEqual(17);
    await context.close();
  },
);

test("a pregnancy is confirmed with 3 taps, on the card and with its method", async ({ browser }) => {
  const { person: mia, page, context } = await visitor(browser, studbook.origin, person("Mia"));
  const kennelId = await firstKennelId(mia);
  const add = async (name: string, gender: "male" | "female") =>
    (await mia.client.mutation(api.dogs.dogs.create, { kennelId, name, gender, breed: "Beagle", today }))._id;
  const [sireId, damId] = [await add("Rex", "male"), await add("Bella", "female")];
  const { _id: breedingId } = await mia.client.mutation(api.breedings.breedings.create, {
    ...{ kennelId, sireId, damId, breedingDate: addDays(today, -30) },
  });
  await mia.client.mutation(api.breedings.breedings.setStatus, { breedingId, status: "bred", today });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${studbook.origin}/k/${kennelId}/dashboard/breeding`);
  const hand = new Hand();
  const card = page.getByRole("article", { name: "Rex × Bella" });
  await expect(card).toContainText("Day 30 of 63");
  await hand.click(card.getByRole("button", { name: "Confirm Pregnancy" }));
  const step = page.getByRole("dialog", { name: "Confirm Pregnancy" });
  await expect(step).toContainText("Puppies due");
  await hand.click(step.getByRole("radio", { name: "Ultrasound" }));
  await hand.click(step.getByRole("button", { name: "Confirm Pregnancy" }));
  await expect(page.getByRole("region", { name: "Confirmed" }).getByRole("progressbar")).toBeVisible();
  expect(hand.clicks).toBe(3);
  await context.close();
});

test("a puppy is sold with its deposit and its contract with 8 clicks, with fields reached by Tab", async ({
  browser,
}) => {
  const { person: kim, page, context } = await visitor(browser, studbook.origin, person("Kim"));
  const kennelId = await firstKennelId(kim);
  await addLitterOfDays(kim, kennelId, { daysAgo: 60, collars: ["Red", "Blue"] });
  await page.goto(`${studbook.origin}/k/${kennelId}/dashboard`);
  const hand = new Hand();
  await hand.click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Breeding" }));
  await hand.click(page.getByRole("tab", { name: "Litters" }));
  await hand.click(page.getByRole("link", { name: /Rex × Bella/ }));
  await hand.click(page.getByRole("button", { name: "More for Red collar" }));
  await hand.click(page.getByRole("menuitem", { name: "Sell" }));
  const sale = page.getByRole("dialog", { name: "Sell Red collar" });
  await expect(sale.getByLabel(/^Buyer/)).toBeFocused();
  await page.keyboard.type("Robin Hale");
  for (const [label, text] of [
    ["Price ($)", "2500"],
    ["Deposit ($)", "500"],
  ] as const) {
    await tabTo(page, sale.getByLabel(label));
    await page.keyboard.type(text);
  }
  await hand.click(sale.getByRole("button", { name: "Sell and Create Contract" }));
  const contract = page.getByRole("dialog", { name: "Create Contract" });
  await expect(contract).toContainText("Red collar for Robin Hale");
  await expect(contract.getByRole("region", { name: "Text of the contract" })).toContainText(
    "Balance due on handover: $2,000.00",
  );
  await hand.click(contract.getByRole("button", { name: "Create PDF" }));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    hand.click(contract.getByRole("link", { name: "Download" })),
  ]);
  expect(download.suggestedFilename()).toBe("Puppy sale contract Robin Hale.pdf");
  expect(hand.clicks).toBe(8);
  await context.close();
});

test("a sold puppy is handed over with its pedigree number with 3 clicks, with the number reached by Tab", async ({
  browser,
}) => {
  const { person: lea, page, context } = await visitor(browser, studbook.origin, person("Lea"));
  const kennelId = await firstKennelId(lea);
  const { litterId, puppyIds } = await addLitterOfDays(lea, kennelId, { daysAgo: 60, collars: ["Red"] });
  await lea.client.mutation(api.litters.puppies.sell, {
    ...{ puppyId: puppyIds[0] ?? "", buyerName: "Robin Hale", today },
  });
  await page.goto(`${studbook.origin}/k/${kennelId}/dashboard/litters/${litterId}`);
  const hand = new Hand();
  await hand.click(page.getByRole("button", { name: "Hand over Red collar" }));
  const handover = page.getByRole("dialog", { name: "Hand Over Red collar" });
  await expect(handover).toContainText("To Robin Hale");
  await hand.click(handover.getByRole("checkbox", { name: "Pedigree" }));
  await tabTo(page, handover.getByRole("textbox", { name: "Number of pedigree" }));
  await page.keyboard.type("HP61234501");
  await expectAccessible(page, "handover");
  await hand.click(handover.getByRole("button", { name: "Hand Over" }));
  await expect(page.getByText("Papers: Pedigree HP61234501")).toBeVisible();
  expect(hand.clicks).toBe(3);
  await context.close();
});

test("the status of ten dogs is changed with 4 clicks and Enter", async ({ browser }) => {
  const { person: tess, page, context } = await visitor(browser, studbook.origin, person("Tess"));
  const kennelId = await firstKennelId(tess);
  for (let n = 10; n < 22; n += 1)
    await tess.client.mutation(api.dogs.dogs.create, {
      ...{ kennelId, today, name: `Aria ${n}`, breed: "Beagle", gender: "female" },
    });
  await page.goto(`${studbook.origin}/dashboard/dogs?view=table`);
  const table = page.getByRole("table", { name: "Dogs" });
  const hand = new Hand();
  await hand.click(table.getByRole("checkbox", { name: "Select Aria 11" }));
  await hand.click(table.getByRole("checkbox", { name: "Select Aria 20" }), { modifiers: ["Shift"] });
  await hand.click(page.getByRole("button", { name: "Change Status" }));
  await hand.click(page.getByRole("menuitem", { name: "Retired" }));
  await expect(page.getByRole("dialog", { name: "Change Status of 10 dogs to Retired" })).toBeVisible();
  // The date is today and has the focus.
  await page.keyboard.press("Enter");
  await expect(page.getByText("Status of 10 dogs changed")).toBeVisible();
  expect(hand.clicks).toBe(4);
  await context.close();
});

test(
  "the litter of a bitch can be weighed after 3 keys and Enter, however late the palette's code arrives",
  { tag: "@core" },
  async ({ browser }) => {
    const { person: wim, page, context } = await visitor(browser, studbook.origin, person("Wim"));
    const kennelId = await firstKennelId(wim);
    const { litterId } = await addLitterOfDays(wim, kennelId, { daysAgo: 6, collars: ["Red"] });
    const release = await holdPalette(page);
    await page.goto(`${studbook.origin}/dashboard/settings`);
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await page.keyboard.press("/");
    // The screen does this itself when it has just been opened.
    await page.getByRole("main").focus();
    for (const key of ["w", "b", "Enter"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(/settings/);
    release();
    await expect(page).toHaveURL(new RegExp(`/dashboard/litters/${litterId}/weigh$`));
    await expect(page.getByRole("group", { name: "Keypad" })).toBeVisible();
    await context.close();
  },
);

test("text typed before the palette has loaded is kept in its field, and Escape closes it", async ({
  browser,
}) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Ida"));
  const release = await holdPalette(page);
  await page.goto(`${studbook.origin}/dashboard/settings`);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  for (const key of ["/", "x", "Escape", "/", "h", "x", "Backspace", "e", "Space"]) {
    await page.keyboard.press(key);
  }
  release();
  const field = page.getByRole("dialog", { name: "Search and Commands" }).getByRole("combobox");
  await expect(field).toBeFocused();
  await page.keyboard.type("klara");
  await expect(field).toHaveValue("he klara");
  await context.close();
});
