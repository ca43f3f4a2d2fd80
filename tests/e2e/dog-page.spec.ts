/** Tests a dog's page. */
import { expect } from "@playwright/test";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { tabTo } from "./keyboard";
import { test, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;
let kennelId: string;
const DOG = "Aria of Oak Hill 0";
const TABS = ["Overview", "Health Records", "Breeding", "Ancestry"] as const;

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  kennelId = await firstKennelId(anna.person);
  await addManyDogs(anna.person, kennelId, 3);
});
test.afterAll(async () => {
  await anna.context.close();
});

for (const { width, hasTouch } of [
  { width: 1440, hasTouch: false },
  { width: 390, hasTouch: true },
]) {
  test(`the dog's page has the same size on each tab, and each tab has an address, at ${width}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      ...{ viewport: { width, height: 844 }, hasTouch, reducedMotion: "reduce" },
      storageState: await anna.context.storageState(),
    });
    const page = await context.newPage();
    const list = `${studbook.origin}/k/${kennelId}/dashboard/dogs`;
    await page.goto(list);
    const press = (name: string) => {
      const tab = page.getByRole("tab", { name: new RegExp(`^${name}`, "u") });
      return hasTouch ? tab.tap() : tab.click();
    };
    const dialog = page.getByRole("dialog", { name: DOG });
    await page.getByRole("link", { name: DOG }).click();
    await expect(dialog).toBeVisible();
    const heights = new Set<number>();
    for (const name of TABS) {
      await press(name);
      await expect(page.getByRole("tab", { name: new RegExp(`^${name}`, "u") })).toHaveAttribute(
        ...(["data-state", "active"] as const),
      );
      heights.add(Math.round((await dialog.boundingBox())?.height ?? 0));
    }
    expect([...heights]).toHaveLength(1);
    await expect(page).toHaveURL(/\?tab=ancestry$/u);
    await page.reload();
    await expect(page.getByRole("tab", { name: /^Ancestry/u })).toHaveAttribute("data-state", "active");
    await page.goBack();
    await expect(page).toHaveURL(list);
    await expect(dialog).toBeHidden();
    await context.close();
  });
}

test("on a wide screen the page is beside the navigation, which asks before typed text is lost", async () => {
  const { page } = anna;
  const list = `${studbook.origin}/k/${kennelId}/dashboard/dogs`;
  await page.goto(list);
  const link = page.getByRole("link", { name: DOG });
  await link.click();
  const dog = page.getByRole("dialog", { name: DOG });
  await expect(dog).toBeVisible();
  // While the page is open, the list can be neither read nor focused.
  await expect(page.locator("#main")).toHaveAttribute("inert");
  const navigation = page.getByRole("navigation", { name: "Main" });
  const [side, place] = [await navigation.boundingBox(), await dog.boundingBox()];
  expect(place?.x).toBeGreaterThanOrEqual((side?.x ?? 0) + (side?.width ?? 0));
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBe(page.viewportSize()?.width);
  await expectAccessible(page, "the dog's page");

  await page.keyboard.press("j");
  await expect(page.getByRole("dialog", { name: "Bruno of Oak Hill 1" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(dog).toBeVisible();
  await page.getByRole("button", { name: /dark mode|light mode/i }).click();
  await expect(dog).toBeVisible();
  // Tab moves from the navigation through the page and out of it again.
  await tabTo(page, dog.getByRole("button", { name: "Edit" }));
  await tabTo(page, navigation.getByRole("link", { name: "Health" }));
  await tabTo(page, dog.getByRole("button", { name: "Edit" }));

  await dog.getByRole("tab", { name: "Health Records" }).click();
  const weight = dog.getByRole("textbox", { name: /^Weight/u });
  await weight.fill("41");
  await dog.getByRole("button", { name: "Save Weight" }).click();
  await expect(dog.getByText("41 lbs").first()).toBeVisible();
  // The focus remains on the page, even if the button was removed.
  await page.keyboard.press("j");
  await expect(page.getByRole("dialog", { name: "Bruno of Oak Hill 1" })).toBeVisible();
  await page.keyboard.press("k");
  await weight.fill("42");
  // A link that opens in a new tab leaves this page open.
  const beside = page.context().waitForEvent("page");
  await navigation.getByRole("link", { name: "Health" }).click({ modifiers: ["ControlOrMeta"] });
  await (await beside).close();
  await expect(weight).toHaveValue("42");
  await navigation.getByRole("link", { name: "Reminders" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(weight).toHaveValue("42");
  await navigation.getByRole("link", { name: "Reminders" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/dashboard\/reminders$/u);
  await expect(page.getByRole("heading", { level: 1, name: "Reminders" })).toBeVisible();
  await page.goBack();
  await expect(dog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(list);
  // The link that opened the page gets the focus back.
  await tabTo(page, link);
  await page.keyboard.press("Enter");
  await expect(dog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();
});

test("a dog that was sold long ago is added by the menu", async () => {
  const { page } = anna;
  await page.goto(`${studbook.origin}/k/${kennelId}/dashboard/dogs`);
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add Past Dog" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Past Dog" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Old Rex");
  await dialog.getByRole("combobox", { name: "Breed" }).fill("Beagle");
  await dialog.getByLabel("Sold on").fill("2012-05-06");
  await dialog.getByRole("button", { name: "Add Dog" }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole("article", { name: "Old Rex" });
  await expect(card.getByText("Sold", { exact: true })).toBeVisible();
});

test(
  "dogs are added one after the other, each with the breed of the previous dog",
  { tag: "@core" },
  async () => {
    const { page } = anna;
    await page.goto(`${studbook.origin}/k/${kennelId}/dashboard/dogs?add=1`);
    const dialog = page.getByRole("dialog", { name: "Add New Dog" });
    const name = dialog.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("Bruno");
    await dialog.getByRole("combobox", { name: "Breed" }).fill("Beagle");
    await dialog.getByLabel("Call Name").focus();
    await dialog.getByRole("button", { name: "Save and Add Another" }).click();
    await expect(page.getByText("Dog added successfully").last()).toBeVisible();
    await expect(name).toHaveValue("");
    await expect(dialog.getByRole("combobox", { name: "Breed" })).toHaveValue("Beagle");
    await name.fill("Bella");
    await dialog.getByRole("button", { name: "Add Dog" }).click();
    await expect(dialog).toBeHidden();
    for (const added of ["Bruno", "Bella"])
      await expect(page.getByRole("link", { name: added, exact: true })).toBeVisible();
  },
);
