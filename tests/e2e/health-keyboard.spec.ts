/** Tests health by keyboard alone. */
import { expect, type Locator, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { tabTo, takeEntry, visitMenu } from "./keyboard";
import { test, today, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  const { client } = anna.person;
  const kennelId = await firstKennelId(anna.person);
  await addLitterOfDays(anna.person, kennelId, { daysAgo: 60, collars: ["Red", "Blue"] });
  const { data } = await client.query(api.dogs.dogs.list, { kennelId, search: "Bella" });
  const dogId = data[0]?._id ?? "";
  const overdue = {
    vaccineName: "Bordetella",
    vaccineType: "Non-Core",
    dateAdministered: addDays(today, -400),
  };
  await client.mutation(api.vaccinations.immunizations.create, { dogId, ...overdue, today });
  await client.mutation(api.health.healthRecords.create, {
    dogId,
    recordType: "examination",
    title: "Yearly check",
    description: "Fit and well",
    dateRecorded: addDays(today, -20),
    followUpDate: addDays(today, 4),
    today,
  });
});
test.afterAll(async () => {
  await anna?.context.close();
});

const open = async (rest = ""): Promise<Page> => {
  await anna.page.goto(`${studbook.origin}/dashboard/health${rest}`);
  return anna.page;
};

test("the icon of the critical banner is beside its text and its button", async () => {
  const page = await open("/alerts");
  const banner = page.getByRole("alert").filter({ hasText: "overdue by more than 30 days" });
  const middleOf = async (part: Locator) => {
    const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  const icon = await middleOf(banner.locator("svg").first());
  const button = banner.getByRole("button", { name: "Record dose: Bordetella of Bella" });
  for (const part of [banner.getByText("overdue by more than 30 days"), button]) {
    expect(Math.abs((await middleOf(part)) - icon)).toBeLessThan(2);
  }
});

test("a tab has an outline when it is reached by keyboard, and none when it is pressed with the mouse", async () => {
  const page = await open();
  const isOutlined = async (name: string) => {
    const tab = page.getByRole("tab", { name, exact: true });
    await expect(tab).toBeFocused();
    return await tab.evaluate((each) => each.matches(":focus-visible"));
  };
  for (const name of ["Immunizations", "Health Records"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    expect(await isOutlined(name)).toBe(false);
  }
  await page.keyboard.press("ArrowRight");
  expect(await isOutlined("Immunizations")).toBe(true);
  await page.getByRole("tab", { name: "Dashboard", exact: true }).click();
  expect(await isOutlined("Dashboard")).toBe(false);
});

test("the five tabs are reached by arrow keys, and the dashboard's rows are links", async () => {
  const page = await open();
  await expect(page.getByRole("list", { name: "Health in numbers" })).toBeVisible();
  await tabTo(page, page.getByRole("tab", { name: "Dashboard", exact: true }));
  for (const name of ["Health Records", "Immunizations", "Vaccination Schedule", "Alerts & Reminders"]) {
    await page.keyboard.press("ArrowRight");
    const tab = page.getByRole("tab", { name, exact: true });
    await expect(tab).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(tab).toHaveAttribute("aria-selected", "true");
  }
  await page.keyboard.press("Home");
  await expect(page.getByRole("tab", { name: "Dashboard", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");

  const record = page.getByRole("button", { name: "Record dose: Bordetella of Bella" });
  await tabTo(page, record);
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Add Immunization" });
  await expect(form.getByRole("combobox", { name: "Vaccine", exact: true })).toHaveValue("Bordetella");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(record).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "Yearly check" }).first());
  await tabTo(page, page.getByRole("link", { name: /^Examination/ }));
  await expectAccessible(page, "the dashboard");
});

test("a record's menu, page and form, and the list's controls, work by keyboard", async () => {
  const page = await open("/records");
  const card = page.getByRole("article", { name: "Yearly check, Bella" });
  await visitMenu(page, card.getByRole("button", { name: "Actions for Yearly check" }));
  const link = card.getByRole("link", { name: "Yearly check" });
  await tabTo(page, link, "Shift+Tab");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("dialog", { name: "Yearly check" });
  await expect(detail).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(detail).toBeHidden();
  await expect(link).toBeFocused();

  const actions = card.getByRole("button", { name: "Actions for Yearly check" });
  await tabTo(page, actions);
  await page.keyboard.press("Enter");
  await takeEntry(page, "Edit Record");
  const form = page.getByRole("dialog", { name: "Edit Health Record" });
  await tabTo(page, form.getByLabel("Diagnosis"));
  await page.keyboard.type("Healthy");
  await tabTo(page, form.getByRole("button", { name: "Update Record" }));
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(actions).toBeFocused();
  await page.keyboard.press("Enter");
  await takeEntry(page, "Edit Record");
  await expect(form.getByLabel("Diagnosis")).toHaveValue("Healthy");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(actions).toBeFocused();

  await tabTo(page, page.getByRole("button", { name: "Filters" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Filters" })).toBeVisible();
  await visitMenu(page, page.getByRole("button", { name: "Export" }));
  await expectAccessible(page, "the records");
});

test("two puppies are vaccinated in one form", async () => {
  const page = await open("/immunizations");
  const several = page.getByRole("button", { name: "Several Dogs" });
  await tabTo(page, several);
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Vaccinate Several Dogs" });
  const litter = form.getByRole("checkbox", { name: "Whole litter Rex × Bella, 2 puppies" });
  await tabTo(page, litter);
  await page.keyboard.press("Space");
  await expect(litter).toBeChecked();
  const vaccine = form.getByRole("combobox", { name: "Vaccine", exact: true });
  await tabTo(page, vaccine);
  await page.keyboard.type("DHPP");
  await expect(page.getByRole("option", { name: "DHPP, Core" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(vaccine).toHaveValue("DHPP");
  await tabTo(page, form.getByRole("button", { name: "Save for 2 Dogs" }));
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(several).toBeFocused();
  await expect(page.getByRole("article", { name: /^DHPP of/u })).toHaveCount(2);
  await visitMenu(page, page.getByRole("button", { name: /^Actions for DHPP of/u }).first());
});

test("a vaccination is booked and canceled, and the form of a reminder is opened", async () => {
  const page = await open("/schedule?due=due_this_month");
  const book = page.getByRole("button", { name: "Schedule Vaccination" });
  await tabTo(page, book);
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Schedule Vaccination" });
  await tabTo(page, form.getByRole("combobox", { name: "Dog" }));
  await page.keyboard.type("Bel");
  await expect(page.getByRole("option", { name: /^Bella/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tabTo(page, form.getByRole("combobox", { name: "Vaccine" }));
  await page.keyboard.type("Rabies");
  await page.keyboard.press("Escape");
  const day = form.getByLabel("Scheduled Date");
  await day.fill(addDays(today, 3));
  await tabTo(page, form.getByRole("button", { name: "Schedule Vaccination" }));
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(book).toBeFocused();

  const actions = page.getByRole("button", { name: "Actions for Rabies of Bella" });
  await visitMenu(page, actions);
  await page.keyboard.press("Enter");
  await takeEntry(page, "Cancel Vaccination");
  const question = page.getByRole("alertdialog", { name: "Cancel this vaccination?" });
  await tabTo(page, question.getByRole("button", { name: "Cancel Vaccination" }));
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(page.getByRole("article", { name: "Rabies" })).toHaveCount(0);

  await open("/alerts");
  const add = page.getByRole("button", { name: "Add Reminder" });
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  const reminder = page.getByRole("dialog", { name: "Add Reminder" });
  await expect(reminder).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(reminder).toBeHidden();
  await expect(add).toBeFocused();
  await expectAccessible(page, "the alerts");
});
