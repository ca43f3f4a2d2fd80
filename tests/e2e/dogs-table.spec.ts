/** Tests the dogs as a table. */
import { expect, type Locator } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor, type Visitor } from "./studbook";

const COUNT = 500;

let studbook: Runtime;
let anna: Visitor;
let address: string;

test.beforeAll(async ({ browser, studbook: shared }) => {
  test.setTimeout(180_000);
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  const kennelId = await firstKennelId(anna.person);
  await addManyDogs(anna.person, kennelId, COUNT);
  address = `${studbook.origin}/k/${kennelId}/dashboard/dogs`;
});
test.afterAll(async () => {
  await anna.context.close();
});

test("the table lists every dog, keeps the order of the cards and changes many dogs at once", async () => {
  const { page } = anna;
  await page.goto(address);
  // The fifty dogs differ only by the number in their name: 0, 10, 20 to 490.
  const first = [0, 10, 100, 110].map((number) => `Aria of Oak Hill ${number}`);
  const cards = page.getByRole("article").getByRole("heading");
  await expect(cards).toHaveCount(12);
  expect((await cards.allTextContents()).slice(0, first.length)).toEqual(first);
  await page.getByRole("button", { name: "Table", exact: true }).click();
  const table = page.getByRole("table", { name: "Dogs" });
  const names = table.getByRole("rowheader");
  await expect(table).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  for (const [at, name] of first.entries()) await expect(names.nth(at)).toHaveText(name);
  await table.getByRole("button", { name: "Name", exact: true }).click();
  await expect(names.first()).toHaveText("Jasper of Oak Hill 99");

  await table.getByRole("checkbox", { name: "Select Jasper of Oak Hill 99" }).click();
  await table.getByRole("checkbox", { name: "Select Jasper of Oak Hill 89" }).click();
  await page.getByRole("button", { name: "Change Status" }).click();
  await page.getByRole("menuitem", { name: "Retired" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Status of 2 dogs to Retired" });
  await dialog.getByRole("button", { name: "Change Status" }).click();
  await expect(dialog).toBeHidden();
  for (const name of ["Jasper of Oak Hill 99", "Jasper of Oak Hill 89"]) {
    await expect(table.getByRole("row", { name }).getByText("Retired")).toBeVisible();
  }

  await names.first().getByRole("link").click();
  await expect(page.getByRole("dialog", { name: "Jasper of Oak Hill 99" })).toBeVisible();
  await page.goBack();
  await expect(names.first()).toHaveText("Jasper of Oak Hill 99");
});

test("selected dogs get a reminder each, and one vaccination together", async () => {
  const { page } = anna;
  await page.goto(`${address}?view=table`);
  const table = page.getByRole("table", { name: "Dogs" });
  for (const name of ["Aria of Oak Hill 0", "Aria of Oak Hill 10"]) {
    await table.getByRole("checkbox", { name: `Select ${name}`, exact: true }).click();
  }
  await page.getByRole("button", { name: "Add Reminder" }).click();
  const reminder = page.getByRole("dialog", { name: "Add New Reminder" });
  await reminder.getByLabel("Title").fill("Worming");
  await reminder.getByRole("button", { name: "Add Reminder for 2 Dogs" }).click();
  await expect(reminder).toBeHidden();
  await expect(page.getByText("2 reminders created")).toBeVisible();

  await page.getByRole("button", { name: "Record Vaccination" }).click();
  const dose = page.getByRole("dialog", { name: "Vaccinate Several Dogs" });
  await expect(dose.getByRole("list", { name: "Chosen" }).getByRole("listitem")).toHaveText([
    "Aria of Oak Hill 0",
    "Aria of Oak Hill 10",
  ]);
  await dose.getByRole("combobox", { name: "Vaccine", exact: true }).click();
  await page.getByRole("option", { name: "Rabies, Core" }).click();
  await dose.getByRole("button", { name: "Save for 2 Dogs" }).click();
  await expect(dose).toBeHidden();
  await expect(page.getByText("2 selected")).toBeVisible();

  await page.goto(address.replace("/dogs", "/reminders"));
  await expect(page.getByText("Worming")).toHaveCount(2);
  await page.goto(address.replace("/dogs", "/health/immunizations"));
  await expect(page.getByRole("article", { name: /^Rabies of/u })).toHaveCount(2);
});

test("the chosen columns are stored for the person and appear on their tablet", async ({ browser }) => {
  const { page } = anna;
  await page.goto(`${address}?view=table`);
  await page.getByRole("button", { name: "Columns" }).click();
  const dialog = page.getByRole("dialog", { name: "Columns" });
  for (const label of ["Call Name", "Sire", "Dam", "Color"]) {
    await dialog.getByRole("switch", { name: `Show ${label}` }).click();
  }
  // With the keyboard, the button keeps the focus while its row moves.
  await dialog.getByRole("button", { name: "Move Color up" }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Move Color up" })).toBeFocused();
  await dialog.getByRole("button", { name: "Done" }).click();
  const expected = ["Name", "Color", "Status", "Age", "Next due", "COI"];
  await expect(page.getByRole("columnheader")).toHaveText(expected);

  const phone = await browser.newContext({
    storageState: await anna.context.storageState(),
    viewport: { width: 660, height: 844 },
    hasTouch: true,
  });
  const small = await phone.newPage();
  await small.goto(`${address}?view=table`);
  await expect(small.getByRole("columnheader")).toHaveText(expected);
  // The dog's name remains visible beside the scrolled columns.
  const name = small.getByRole("rowheader").first();
  const place = await name.boundingBox();
  await small.locator("[data-slot=wide-table]").evaluate((frame) => frame.scrollBy(150, 0));
  await expect.poll(async () => (await name.boundingBox())?.x).toBe(place?.x);
  // The columns that scroll below the name are completely covered, including the arrows of their heads.
  const uncovered = small
    .getByRole("columnheader")
    .first()
    .evaluate((head) => {
      const { left, right, top, height } = head.getBoundingClientRect();
      const at = (x: number) => document.elementFromPoint(x, top + height / 2);
      const points = Array.from({ length: Math.floor(right - left) }, (_, step) => left + step);
      return points.filter((x) => !head.contains(at(x)));
    });
  expect(await uncovered).toEqual([]);
  await small.getByRole("button", { name: "Columns" }).tap();
  await small.getByRole("button", { name: "Reset Columns" }).tap();
  await small.getByRole("button", { name: "Done" }).tap();
  await phone.close();
  // The laptop shows the same columns.
  await expect(page.getByRole("columnheader")).toHaveCount(8);
});

test("the table head and action bar remain in view, and a dragged column width is stored for the person", async ({
  browser,
}) => {
  const { page } = anna;
  await page.goto(`${address}?view=table`);
  const table = page.getByRole("table", { name: "Dogs" });
  const actions = page.getByRole("group", { name: "Selected dogs" });
  const firstRow = table.getByRole("row").nth(1);
  await expect(firstRow).toBeVisible();
  const topBefore = (await firstRow.boundingBox())?.y;
  await table.getByRole("checkbox", { name: "Select Aria of Oak Hill 0", exact: true }).click();
  await expect(actions.getByRole("button", { name: "Change Status" })).toBeInViewport({ ratio: 1 });
  // The rows do not move when the bar appears.
  expect((await firstRow.boundingBox())?.y).toBe(topBefore);
  await expectAccessible(page, "the table of dogs with a selection");
  // The row with the focus would remain in the page.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 9000);
  });
  await expect(table.getByRole("row", { name: "Aria of Oak Hill 0", exact: true })).toHaveCount(0);
  await expect(table.getByRole("columnheader").first()).toBeInViewport({ ratio: 1 });
  await expect(actions.getByRole("button", { name: "Change Status" })).toBeInViewport({ ratio: 1 });
  await actions.getByRole("button", { name: "Clear Selection" }).click();
  await expect(actions.getByRole("button", { name: "Change Status" })).toBeHidden();

  const head = table.getByRole("columnheader", { name: "Call Name" });
  const widthOf = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0);
  const before = await widthOf(head);
  const edge = table.getByRole("separator", { name: "Width of Call Name" });
  const place = await edge.boundingBox();
  if (!place) throw new Error("The edge is not drawn");
  await page.mouse.move(place.x + place.width / 2, place.y + 20);
  await page.mouse.down();
  await page.mouse.move(place.x + place.width / 2 + 60, place.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(head)).toBe(before + 60);
  await edge.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => widthOf(head)).toBe(before + 76);

  const other = await browser.newContext({ storageState: await anna.context.storageState() });
  const second = await other.newPage();
  await second.goto(`${address}?view=table`);
  const secondHead = second.getByRole("columnheader", { name: "Call Name" });
  await expect.poll(() => widthOf(secondHead)).toBe(before + 76);
  await second.getByRole("separator", { name: "Width of Call Name" }).dblclick();
  await expect.poll(() => widthOf(secondHead)).toBeLessThan(before + 40);
  // The first window also shows the change.
  const fitting = await widthOf(secondHead);
  await expect.poll(() => widthOf(head)).toBe(fitting);
  await other.close();
});

test("on a phone the table is a list of call name, registered name and age", async ({ browser }) => {
  const phone = await browser.newContext({
    storageState: await anna.context.storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await phone.newPage();
  await page.goto(`${address}?view=table`);
  const list = page.getByRole("list", { name: "Dogs" });
  const first = list.getByRole("listitem").first();
  await expect(first).toContainText("Aria of Oak Hill 0");
  const sort = page.getByRole("button", { name: /^Sort: Name/u });
  await sort.tap();
  await page.getByRole("menuitemradio", { name: "Descending" }).tap();
  await expect(first).toContainText("Jasper of Oak Hill 99");
  await expectAccessible(page, "the menu of sorts");
  await page.getByRole("menuitemradio", { name: "Ascending" }).tap();
  await page.keyboard.press("Escape");
  await first.getByRole("checkbox", { name: "Select Aria of Oak Hill 0" }).tap();
  const actions = page.getByRole("group", { name: "Selected dogs" });
  await expect(actions.getByText("1 selected")).toBeVisible();
  await expectAccessible(page, "the list of dogs on a phone");
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(list.getByText("Jasper of Oak Hill 99")).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  await actions.getByRole("button", { name: "Clear Selection" }).tap();
  await list.getByRole("link", { name: "Jasper of Oak Hill 99" }).tap();
  await expect(page.getByRole("dialog", { name: "Jasper of Oak Hill 99" })).toBeVisible();
  await phone.close();
});

test("a view is saved, opened from its menu and by its address, renamed, deleted and restored", async () => {
  const { page } = anna;
  await page.goto(`${address}?view=table&columns=breed,status`);
  const views = page.getByRole("button", { name: "Views" });
  const choose = async (name: string) => {
    await views.click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  const table = page.getByRole("table", { name: "Dogs" });
  await table.getByRole("button", { name: "Breed", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search dogs" }).fill("Aria");
  await expect(page.getByText("50 dog(s) found")).toBeVisible();
  await choose("Save This View");
  await page.getByRole("dialog").getByLabel("Name").fill("All Arias");
  await page.getByRole("button", { name: "Save View" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const saved = page.url();

  await choose("All Dogs");
  await expect(page.getByText(`${COUNT} dog(s) found`)).toBeVisible();
  await choose("All Arias");
  await expect(page.getByText("50 dog(s) found")).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search dogs" })).toHaveValue("Aria");
  // A colleague who opens the address sees the same view.
  const columns = await page.getByRole("columnheader").allTextContents();
  await page.goto(page.url());
  await expect(page.getByText("50 dog(s) found")).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText(columns);
  expect(new URL(saved).searchParams.get("sort")).toBe("breed");

  await choose("Edit Saved Views");
  await page.getByRole("textbox", { name: "Name of All Arias" }).fill("Arias");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: "Delete Arias" }).click();
  await expect(page.getByText("There are no saved views.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("textbox", { name: "Name of Arias" })).toBeVisible();
});

test("[GAP-DOG-28] dead and sold dogs are hidden with one tap, and shown when the list is opened again", async () => {
  const { page } = anna;
  // Every Aria is active at first.
  await page.goto(`${address}?view=table&search=Aria`);
  const table = page.getByRole("table", { name: "Dogs" });
  await table.getByRole("checkbox", { name: "Select Aria of Oak Hill 0", exact: true }).click();
  await page.getByRole("button", { name: "Change Status" }).click();
  await page.getByRole("menuitem", { name: "Sold" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Status of 1 dog to Sold" });
  await dialog.getByRole("button", { name: "Change Status" }).click();
  await expect(dialog).toBeHidden();
  const inKennel = page.getByRole("button", { name: "In the Kennel", exact: true });
  await inKennel.click();
  await expect(page.getByText("49 dog(s) found")).toBeVisible();
  await page.goto(`${address}?search=Aria`);
  await expect(inKennel).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText("50 dog(s) found")).toBeVisible();
});

test("only the visible rows are in the page, by wheel and by keyboard, and all can be selected at once", async () => {
  const { page } = anna;
  await page.goto(`${address}?view=table`);
  const table = page.getByRole("table", { name: "Dogs" });
  const names = table.getByRole("rowheader");
  await expect(names.first()).toHaveText("Aria of Oak Hill 0");
  expect(await names.count()).toBeLessThan(60);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = table.getByRole("row", { name: "Jasper of Oak Hill 99" });
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute("aria-rowindex", String(COUNT + 1));
  expect(await names.count()).toBeLessThan(60);
  await page.evaluate(() => window.scrollTo(0, 0));

  await table.getByRole("checkbox", { name: "Select all dogs" }).click();
  await expect(page.getByText(`${COUNT} selected`)).toBeVisible();
  await page.getByRole("button", { name: "Add Reminder" }).click();
  await expect(page.getByText(`At most 200 dogs at once; ${COUNT} are selected`)).toBeVisible();

  // Each row has three tab stops: the checkbox, the name and the status.
  await table.getByRole("checkbox", { name: "Select Aria of Oak Hill 0", exact: true }).focus();
  for (let step = 0; step < 120; step += 1) await page.keyboard.press("Tab");
  const far = table.getByRole("checkbox", { name: "Select Aria of Oak Hill 450", exact: true });
  await expect(far).toBeFocused();
  await expect(far).toBeInViewport();
  // A checkbox that is scrolled out of view keeps the focus, and Tab continues from there.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(last).toBeInViewport();
  await expect(far).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(table.getByRole("link", { name: "Aria of Oak Hill 450", exact: true })).toBeFocused();
});

test("the menu of a status returns the focus after scrolling, and focuses the page when its dog was removed", async () => {
  const { page, person: owner } = anna;
  const kennelId = await firstKennelId(owner);
  const { _id: dogId } = await owner.client.mutation(api.dogs.dogs.create, {
    kennelId,
    today,
    name: "Aaron",
    breed: "Beagle",
    gender: "male",
  });
  await page.goto(`${address}?view=table`);
  const status = page.getByRole("button", { name: "Status of Aaron: Active" });
  await status.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "Status of Aaron: Active" });
  await expect(menu.getByRole("menuitem").first()).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("row", { name: "Jasper of Oak Hill 99" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(status).toBeFocused();
  await expect(status).toBeInViewport();

  await page.keyboard.press("Enter");
  await expect(menu.getByRole("menuitem").first()).toBeFocused();
  await owner.client.mutation(api.dogs.dogs.remove, { dogId });
  await expect(menu).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("on paper the table is no wider than the page, however long a name is", async () => {
  const { page, person: owner } = anna;
  const kennelId = await firstKennelId(owner);
  const name = "Aaron ".concat("Hildegardis".repeat(12));
  const { _id: dogId } = await owner.client.mutation(api.dogs.dogs.create, {
    kennelId,
    today,
    name,
    breed: "Beagle",
    gender: "male",
    registrationNumber: "R".repeat(50),
  });
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto(`${address}?view=table`);
  await expect(page.getByRole("link", { name })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const width = await page.getByRole("table", { name: "Dogs" }).evaluate((table) => table.scrollWidth);
  expect(width).toBeLessThanOrEqual(718);
  const row = await page.getByRole("row", { name }).boundingBox();
  expect(row?.height).toBeLessThan(260);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1280, height: 720 });
  await owner.client.mutation(api.dogs.dogs.remove, { dogId });
});

test("the last dog can be reached in a browser with a minimum letter size of 24 pixels", async ({
  browser,
  launchOptions: { args = [], ...options },
}) => {
  const large = await browser.browserType().launch({
    ...options,
    args: [...args, "--blink-settings=minimumFontSize=24"],
  });
  const page = await large.newPage({ storageState: await anna.context.storageState() });
  await page.goto(`${address}?view=table`);
  const table = page.getByRole("table", { name: "Dogs" });
  await expect(table.getByRole("rowheader").first()).toBeVisible();
  const last = table.getByRole("row", { name: "Jasper of Oak Hill 99" });
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(last).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 10_000 });
  const ends = (part: Locator) =>
    part.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  expect(await ends(table)).toBe(await ends(last));
  await large.close();
});
