/** Tests the main tasks by keyboard alone, from the screen to the saved result. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Id } from "../../convex/_generated/dataModel";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { tabTo, takeEntry, visitMenu } from "./keyboard";
import { dogCard, nameField, test, today, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;
let litterId: Id<"litters">;

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  const kennelId = await firstKennelId(anna.person);
  // The litter's parents are Rex and Bella.
  ({ litterId } = await addLitterOfDays(anna.person, kennelId, { daysAgo: 6, collars: ["Red", "Blue"] }));
});
test.afterAll(async () => {
  await anna?.context.close();
});

const open = async (path: string): Promise<Page> => {
  await anna.page.goto(`${studbook.origin}/dashboard/${path}`);
  return anna.page;
};

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
  await expect(page.getByRole("option", { name: new RegExp(`^${text}`) })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(new RegExp(`^${text}`));
}

test("a dog is added and opened, and all its tabs are visited", async () => {
  const page = await open("dogs");
  const add = page.getByRole("button", { name: "Add Dog" });
  await press(page, add);
  const form = page.getByRole("dialog", { name: "Add New Dog" });
  await tabTo(page, nameField(form));
  await page.keyboard.type("Clara of Oak");
  await tabTo(page, form.getByRole("combobox", { name: "Breed" }));
  await page.keyboard.type("Beagle");
  await press(page, form.getByRole("button", { name: "Add Dog" }));
  await expect(form).toBeHidden();
  await expect(add).toBeFocused();

  const link = dogCard(page, "Clara of Oak").getByRole("link").first();
  await press(page, link);
  const dog = page.getByRole("dialog", { name: "Clara of Oak" });
  await tabTo(page, dog.getByRole("tab", { name: "Overview" }));
  for (const name of ["Photos", "Health Records", "Breeding", "Ancestry"]) {
    await page.keyboard.press("ArrowRight");
    const tab = dog.getByRole("tab", { name });
    await expect(tab).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Tab");
    await expect(tab).not.toBeFocused();
    await tabTo(page, tab, "Shift+Tab");
  }
  await page.keyboard.press("Escape");
  await expect(dog).toBeHidden();
  await expect(link).toBeFocused();
});

test("the status of one dog and of several is changed in the table", async () => {
  const page = await open("dogs?view=table");
  const status = page.getByRole("button", { name: /^Status of Rex/ });
  await visitMenu(page, status);
  await page.keyboard.press("Enter");
  await takeEntry(page, "Retired...");
  const question = page.getByRole("dialog", { name: "Change Status of Rex" });
  await press(page, question.getByRole("button", { name: "Change Status" }));
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: "Status of Rex: Retired" })).toBeFocused();

  // The rows are ordered by name, and the buttons are above them.
  for (const name of ["Rex", "Bella"]) {
    const tick = page.getByRole("checkbox", { name: `Select ${name}` });
    await tabTo(page, tick, "Shift+Tab");
    await page.keyboard.press("Space");
    await expect(tick).toBeChecked();
  }
  const change = page.getByRole("button", { name: "Change Status" });
  await tabTo(page, change, "Shift+Tab");
  await page.keyboard.press("Enter");
  await takeEntry(page, "Active...");
  const many = page.getByRole("dialog", { name: /to Active/ });
  await press(page, many.getByRole("button", { name: "Change Status" }));
  await expect(many).toBeHidden();
  await expect(page.getByRole("button", { name: "Status of Rex: Active" })).toBeVisible();
  await expect(change).toBeFocused();
});

test("a litter is weighed", async () => {
  const page = await open(`litters/${litterId}`);
  await press(page, page.getByRole("link", { name: "Weigh Puppies" }));
  const puppies = page.getByRole("list", { name: "Puppies" });
  await press(page, puppies.getByRole("button", { name: /^Red/ }));
  await page.keyboard.type("412");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Blue collar" })).toBeVisible();
  const keypad = page.getByRole("group", { name: "Keypad" });
  await press(page, keypad.getByRole("button", { name: "4", exact: true }));
  await page.keyboard.type("20");
  await press(page, keypad.getByRole("button", { name: "Save" }));
  await expect(puppies.getByLabel("weighed", { exact: true })).toHaveCount(2);
});

test("a vaccination is recorded", async () => {
  const page = await open("health/immunizations");
  const add = page.getByRole("button", { name: "Add Immunization" }).first();
  await press(page, add);
  const form = page.getByRole("dialog", { name: "Add Immunization" });
  await choose(page, form.getByRole("combobox", { name: "Dog" }), "Bella");
  await choose(page, form.getByRole("combobox", { name: "Vaccine", exact: true }), "Rabies");
  await press(page, form.getByRole("button", { name: "Add Immunization" }));
  await expect(form).toBeHidden();
  await expect(page.getByRole("article", { name: /^Rabies/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Immunization" }).first()).toBeFocused();
});

test("a breeding is planned", async () => {
  const page = await open("breeding");
  const plan = page.getByRole("button", { name: "Plan Breeding" });
  await press(page, plan);
  const form = page.getByRole("dialog", { name: "Plan New Breeding" });
  await choose(page, form.getByRole("combobox", { name: "Sire" }), "Rex");
  await choose(page, form.getByRole("combobox", { name: "Dam" }), "Bella");
  await tabTo(page, form.getByLabel("Mating Date"));
  const [year, month, day] = today.split("-");
  await page.keyboard.type(`${month}${day}${year}`);
  await press(page, form.getByRole("button", { name: "Plan Breeding" }));
  await expect(form).toBeHidden();
  await expect(plan).toBeFocused();
  await expect(page.getByRole("article", { name: "Rex × Bella" })).toHaveCount(2);
});

test("settings: a person is invited, the theme and the units are chosen", async () => {
  const page = await open("settings");
  await tabTo(page, page.getByRole("tab", { name: "Profile" }));
  const units = page.getByRole("combobox", { name: "Puppies" });
  await press(page, units);
  const pounds = page.getByRole("option", { name: "Pounds and Ounces" });
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("End");
  await expect(pounds).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(units).toContainText("Pounds and Ounces");
  await expect(units).toBeFocused();

  await tabTo(page, page.getByRole("tab", { name: "Profile" }), "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const add = page.getByRole("button", { name: "Add Person" });
  await press(page, add);
  const form = page.getByRole("dialog", { name: "Add a Person" });
  await tabTo(page, form.getByLabel("Email"));
  await page.keyboard.type("gina@example.com");
  await press(page, form.getByRole("button", { name: "Add Person" }));
  await expect(form).toBeHidden();
  const invitation = page.getByRole("dialog", { name: "Invitation" });
  await tabTo(page, invitation.getByRole("button", { name: "Copy Link" }));
  await page.keyboard.press("Escape");
  await expect(invitation).toBeHidden();
  await expect(page.getByText("gina@example.com").first()).toBeVisible();
  await expect(add).toBeFocused();

  const dark = page.getByRole("button", { name: "Dark mode" });
  await tabTo(page, dark, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(dark).toBeFocused();
});

test("a file is imported", async () => {
  const page = await open("dogs");
  const actions = page.getByRole("button", { name: "Actions", exact: true });
  await visitMenu(page, actions);
  await page.keyboard.press("Enter");
  await takeEntry(page, "Import from CSV");
  const form = page.getByRole("dialog", { name: "Import from CSV" });
  const file = form.getByLabel("CSV file");
  await expect(file).toBeFocused();
  // Enter would open the browser's own file chooser, so the file is set directly.
  const lines = ["Name,Sex,Breed,DOB", "Hazel of Oak,F,Beagle,2022-03-04"];
  await file.setInputFiles({
    name: "kennel.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\n")),
  });
  await press(page, form.getByRole("button", { name: "Check File" }));
  await press(page, form.getByRole("button", { name: "Import 1 dog", exact: true }));
  await expect(page.getByText("1 dog imported")).toBeVisible();
  await expect(dogCard(page, "Hazel of Oak")).toBeVisible();
  await expect(actions).toBeFocused();
});

test("the calendar changes months, and an entry opens its record and returns", async () => {
  const page = await open("breeding?tab=calendar");
  const month = page.getByRole("table");
  const name = await month.getAttribute("aria-label");
  const next = page.getByRole("button", { name: "Next month" });
  await press(page, next);
  await expect(next).toBeFocused();
  await expect(page.getByRole("table", { name: name ?? "" })).toHaveCount(0);
  await tabTo(page, page.getByRole("button", { name: "Previous month" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const entry = month.getByRole("link").first();
  await press(page, entry);
  await expect(
    page
      .getByRole("dialog")
      .or(page.getByRole("heading", { level: 2 }))
      .first(),
  ).toBeVisible();
  await page.goBack();
  await expect(month).toBeVisible();
});
