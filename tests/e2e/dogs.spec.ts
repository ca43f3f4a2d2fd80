/** Tests the register of dogs. */
import { expect, type Page } from "@playwright/test";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { clickBeside, leaveDialog, test, visitor, type Visitor, workIn } from "./studbook";

let studbook: Runtime;
let anna: Visitor;
let kennelId: string;
const FIRST = "Aria of Oak Hill 0";

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  kennelId = await firstKennelId(anna.person);
  await addManyDogs(anna.person, kennelId, 60);
});
test.afterAll(async () => {
  await anna.context.close();
});

const dogsAddress = (search = "") => `${studbook.origin}/k/${kennelId}/dashboard/dogs${search}`;

async function openDogs(page: Page, search = ""): Promise<void> {
  await page.goto(dogsAddress(search));
  await expect(page.getByRole("list", { name: "Dogs" })).toBeVisible();
}

async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${FIRST}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test("axe finds nothing in any dialog of the register", async () => {
  test.slow();
  const { page } = anna;
  await openDogs(page, "?gender=female");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await expectAccessible(page, "filter panel");
  await page.getByRole("combobox", { name: "Status" }).click();
  await expectAccessible(page, "choices of a filter", "[role=listbox]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await expectAccessible(page, "actions menu", "[role=menu]");
  await page.getByRole("menuitem", { name: "Import from CSV" }).click();
  await expect(page.getByRole("dialog", { name: "Import from CSV" })).toBeVisible();
  await expectAccessible(page, "import");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Actions for ${FIRST}` }).click();
  await expectAccessible(page, "card menu", "[role=menu]");
  await page.keyboard.press("Escape");
  for (const entry of ["Edit", "Manage Photos", "Change Status", "View Ancestry", "Delete"]) {
    await chooseFromMenu(page, entry);
    await expect(page.getByRole(entry === "Delete" ? "alertdialog" : "dialog")).toBeVisible();
    await expectAccessible(page, entry);
    if (entry === "Delete") await page.getByRole("button", { name: "Cancel" }).click();
    else await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await openDogs(page, "?search=Aria+50");
  await page.getByRole("link", { name: "Aria of Oak Hill 50" }).click();
  for (const tab of ["Overview", "Photos", "Health Records", "Breeding", "Ancestry"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tab", { name: tab })).toHaveAttribute("data-state", "active");
    await expectAccessible(page, tab);
  }
  await page.goto(dogsAddress("?search=zzz"));
  await expect(page.getByText("No dogs match your search criteria")).toBeVisible();
  await expectAccessible(page, "no match");
});

test(
  "the register works by keyboard alone: filters, pages, card menu, details and their tabs",
  { tag: "@core" },
  async () => {
    const { page } = anna;
    await openDogs(page);
    await page.getByRole("button", { name: /^Filters/ }).focus();
    await page.keyboard.press("Enter");
    const gender = page.getByRole("combobox", { name: "Gender" });
    await gender.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { name: "All Genders" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { name: "Male", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/gender=male/);
    await expect(page.getByText("30 dog(s) found")).toBeVisible();
    await page.getByRole("button", { name: "Remove filter Gender: Male" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("60 dog(s) found")).toBeVisible();

    await page.getByRole("button", { name: "Last page" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Page 5 of 5")).toBeVisible();
    await page.getByRole("button", { name: "First page" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Page 1 of 5")).toBeVisible();

    await page.getByRole("button", { name: `Actions for ${FIRST}` }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "View Details" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("menuitem", { name: "View Details" })).toBeFocused();
    await page.keyboard.press("Enter");
    const details = page.getByRole("dialog", { name: FIRST });
    await expect(details).toBeVisible();
    await details.getByRole("tab", { name: "Overview" }).focus();
    for (const tab of ["Photos", "Health Records", "Breeding"]) {
      await page.keyboard.press("ArrowRight");
      await expect(details.getByRole("tab", { name: tab })).toBeFocused();
    }
    await expect(details.getByRole("heading", { name: /^Offspring/ })).toBeVisible();
    const child = details
      .getByRole("list", { name: /^Offspring, / })
      .getByRole("link")
      .first();
    await child.focus();
    const name = await child.textContent();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: name ?? "" })).toBeVisible();
    await leaveDialog(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(dogsAddress());
  },
);

test("Tab cycles through the fields of a long form, and each field is in view when it has the focus", async () => {
  const { page } = anna;
  await openDogs(page);
  await page.getByRole("button", { name: "Add Dog" }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Add New Dog" });
  const first = form.getByRole("textbox", { name: "Name", exact: true });
  await expect(first).toBeFocused();
  const last = form.getByRole("textbox", { name: "Notes" });
  await last.focus();
  await expect(first).not.toBeInViewport();
  const sections = ["Origin", "Proof of Parents", "Record Book", "Other Registrations"];
  for (const button of [...sections, "Save and Add Another", "Cancel", "Add Dog", "Close"]) {
    await page.keyboard.press("Tab");
    await expect(form.getByRole("button", { name: button })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("while a menu or a dialog is open, a click beside it closes it and reaches nothing else on the page", async () => {
  const { page } = anna;
  await openDogs(page);
  const card = page.getByRole("article", { name: FIRST });
  const place = await card.getByRole("heading").boundingBox();
  if (!place) throw new Error("The card has no place on the screen");
  const onCard = { x: place.x + 8, y: place.y + place.height / 2 };
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await clickBeside(page, onCard.x, onCard.y);
  await expect(page.getByRole("menu")).toBeHidden();
  expect(new URL(page.url()).pathname).toMatch(/^\/k\/[^/]+\/dashboard\/dogs$/u);
  await chooseFromMenu(page, "Change Status");
  await expect(page.getByRole("dialog")).toBeVisible();
  await clickBeside(page, 4, 300);
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(new URL(page.url()).pathname).toMatch(/^\/k\/[^/]+\/dashboard\/dogs$/u);
  await page.mouse.click(onCard.x, onCard.y);
  await expect(page.getByRole("dialog", { name: FIRST })).toBeVisible();
});

test("a dialog or a menu opens without restyling the page behind it", async () => {
  const { page } = anna;
  await openDogs(page, "?perPage=48");
  const inherited = async () =>
    await page.evaluate(() => {
      const style = getComputedStyle(document.querySelector("#root") ?? document.body);
      return [style.pointerEvents, style.getPropertyValue("--removed-body-scroll-bar-size")];
    });
  const before = await inherited();
  await page.getByRole("button", { name: `Actions for ${FIRST}` }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect(await page.evaluate(() => document.body.style.pointerEvents)).toBe("");
  expect(await inherited()).toEqual(before);
  await page.getByRole("menuitem", { name: "Change Status" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  // Every element of the page would inherit a style that the body gets while a dialog is open.
  expect(await page.evaluate(() => document.body.style.pointerEvents)).toBe("none");
  expect(await inherited()).toEqual(before);
});

test(
  "[DOGD-06] [GAP-DOG-06] the Breeding tab links to offspring, siblings and back to the parents",
  { tag: "@core" },
  async () => {
    const { page } = anna;
    await openDogs(page, "?search=Aria+50");
    await page.getByRole("link", { name: "Aria of Oak Hill 50" }).click();
    await page.getByRole("tab", { name: "Breeding" }).click();
    const siblings = page.getByRole("list", { name: "Full siblings" });
    await expect(siblings.getByRole("listitem")).toHaveCount(9);
    await siblings.getByRole("link", { name: "Bruno of Oak Hill 51" }).click();
    const bruno = page.getByRole("dialog", { name: "Bruno of Oak Hill 51" });
    await expect(bruno.getByRole("tab", { name: "Overview" })).toHaveAttribute("data-state", "active");
    await bruno.getByRole("link", { name: "Bruno of Oak Hill 11" }).click();
    await page.getByRole("tab", { name: "Breeding" }).click();
    await expect(page.getByRole("heading", { name: "Offspring (10)" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("article")).toHaveCount(1);
  },
);

test(
  "an address with filters, page and open dog shows a colleague the same view",
  { tag: "@core" },
  async ({ browser }) => {
    const carl = await visitor(browser, studbook.origin, person("Carl"));
    await joinKennel(anna.person, carl.person, { kennelId, role: "viewer" });
    await openDogs(anna.page, "?gender=male&perPage=24&page=2");
    const card = anna.page.getByRole("article").first();
    const name = (await card.getByRole("link").first().textContent()) ?? "";
    await card.getByRole("link").first().click();
    await expect(anna.page.getByRole("dialog", { name })).toBeVisible();
    const { page } = carl;
    await workIn(carl, kennelId);
    await page.goto(anna.page.url());
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Edit" })).toHaveCount(0);
    await leaveDialog(page);
    await expect(page).toHaveURL(/dogs\?gender=male&perPage=24&page=2$/);
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(6);
    await expect(page.getByRole("button", { name: /add dog/i })).toHaveCount(0);
    await page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await expect(page.getByRole("menuitem", { name: "View Details" })).toBeVisible();
    for (const entry of ["Edit", "Manage Photos", "Change Status", "Delete"]) {
      await expect(page.getByRole("menuitem", { name: entry })).toHaveCount(0);
    }
    await carl.context.close();
  },
);

test("on a phone the floating button adds a dog, and no dialog is wider than the screen", async () => {
  const { page } = anna;
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await openDogs(page);
    const overflowOf = async () =>
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflowOf()).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Add Dog" }).last().click();
    await expect(page.getByRole("dialog", { name: "Add New Dog" })).toBeVisible();
    expect(await overflowOf()).toBeLessThanOrEqual(0);
    await leaveDialog(page);
    await openDogs(page, "?search=Aria+50");
    await page.getByRole("link", { name: "Aria of Oak Hill 50" }).click();
    for (const tab of ["Photos", "Health Records", "Breeding", "Ancestry", "Overview"]) {
      await page.getByRole("tab", { name: tab }).click();
      const body = await page
        .getByRole("dialog")
        .evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      expect(body, `${tab} at ${width}`).toBeLessThanOrEqual(0);
    }
    await leaveDialog(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});
