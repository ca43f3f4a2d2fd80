/** Tests vaccinations in the browser. */
import { expect, type Locator, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays } from "../../domain/dates/calendar-days";
import { kennelPath } from "../../domain/kennels/kennel-path";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor, type Visitor } from "./studbook";

const COLLARS = ["Red", "Blue", "Green", "Pink", "White", "Black", "Gold", "Grey"];
const PHONE = { width: 390, height: 844 };

let studbook: Runtime;
let anna: Visitor;
let tom: Visitor;
let kennelId: Id<"kennels">;
let bellaId: Id<"dogs">;

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  tom = await visitor(browser, studbook.origin, person("Tom"));
  kennelId = await firstKennelId(anna.person);
  const { client } = anna.person;
  await client.mutation(api.kennels.kennels.update, { kennelId, name: "Oakwood Kennel" });
  await joinKennel(anna.person, tom.person, { kennelId, role: "staff" });
  await addLitterOfDays(anna.person, kennelId, { daysAgo: 112, collars: COLLARS });
  const { data } = await client.query(api.dogs.dogs.list, { kennelId, search: "Bella" });
  const [bella] = data;
  if (!bella) throw new Error("Bella is not there");
  bellaId = bella._id;
  const dose = { vaccineType: "Non-Core", dateAdministered: addDays(today, -400), today };
  await client.mutation(api.vaccinations.immunizations.create, {
    ...dose,
    dogId: bellaId,
    vaccineName: "Bordetella",
  });
});
test.afterAll(async () => {
  await anna.context.close();
  await tom.context.close();
});

const open = async (page: Page, address: string) =>
  await page.goto(studbook.origin + kennelPath(kennelId, `/dashboard/health${address}`));

const numberOf = (page: Page, label: string): Locator =>
  page.getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd");

test(
  "a litter of eight is vaccinated in one form, and the second person's open page is updated",
  { tag: "@core" },
  async () => {
    await open(tom.page, "/schedule?due=upcoming");
    await expect(tom.page.getByRole("heading", { name: "No upcoming vaccinations" })).toBeVisible();

    const { page } = anna;
    await open(page, "/immunizations");
    await page.getByRole("button", { name: "Several Dogs" }).click();
    const form = page.getByRole("dialog", { name: "Vaccinate Several Dogs" });
    await form.getByRole("combobox", { name: "Vaccine", exact: true }).click();
    await page.getByRole("option", { name: "Rabies, Core" }).click();
    await form.getByRole("checkbox", { name: "Whole litter Rex × Bella, 8 puppies" }).check();
    await form.getByLabel("Batch Number").fill("R-2025-7");
    await expectAccessible(page, "many dogs");
    await form.getByRole("button", { name: "Save for 8 Dogs" }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("article", { name: /^Rabies of/u })).toHaveCount(8);

    // The same dose of a litter is one line, which lists its puppies on request.
    const lines = tom.page.getByRole("list", { name: "Vaccinations" }).getByRole("article");
    await expect(lines).toHaveCount(1);
    await lines.getByRole("button", { name: "Rabies of 8 dogs one by one" }).click();
    await expect(lines).toHaveCount(9);
    await expect(tom.page.getByRole("tab", { name: /^Upcoming/u })).toContainText("8");
  },
);

test("on a phone a vaccination takes three taps, and the alerts are updated", async () => {
  const { page } = anna;
  await page.setViewportSize(PHONE);
  await open(page, "/alerts");
  await expect(numberOf(page, "Overdue Vaccines")).toHaveText("1");
  await expect(page.getByText("1 vaccination(s) overdue by more than 30 days")).toBeVisible();
  await page.getByRole("button", { name: "Quick Add" }).click();
  await page.getByRole("button", { name: "Shot", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Record a Shot" });
  await expect(sheet.getByRole("button", { name: /^Bella.*Bordetella/u })).toBeVisible();
  await expectAccessible(page, "a shot");
  await sheet.getByRole("button", { name: /^Bella.*Bordetella/u }).click();
  await expect(sheet).toBeHidden();
  await expect(numberOf(page, "Overdue Vaccines")).toHaveText("0");
  // The line stays in its place until the list is opened again.
  await expect(page.getByRole("button", { name: /^Undo: Bordetella of Bella/u })).toBeVisible();
  await open(page, "/alerts");
  await expect(page.getByText("No vaccination is overdue")).toBeVisible();
});

test("five dogs that are due together are vaccinated with 3 taps, and a second person's matrix is updated", async () => {
  const { client } = anna.person;
  for (const name of ["Ada", "Bo", "Cleo", "Dot", "Eve"]) {
    const dog = { kennelId, name, gender: "female" as const, breed: "Beagle", today };
    const { _id: dogId } = await client.mutation(api.dogs.dogs.create, dog);
    await client.mutation(api.vaccinations.immunizations.create, {
      ...{ dogId, vaccineName: "Lyme Disease", vaccineType: "Non-Core", today },
      ...{ dateAdministered: addDays(today, -370), nextDueDate: addDays(today, -5) },
    });
  }
  // The second person has chosen the matrix, which is kept on reload.
  await open(tom.page, "/immunizations");
  await tom.page.getByRole("button", { name: "Matrix" }).click();
  await expect(tom.page.getByRole("gridcell", { name: "Ada, Lyme Disease: 5 days overdue" })).toBeVisible();
  await tom.page.reload();
  const cell = tom.page.getByRole("gridcell", { name: /^Eve, Lyme Disease/ });
  await expect(cell).toHaveAttribute("aria-label", /5 days overdue$/);

  await anna.page.setViewportSize(PHONE);
  await open(anna.page, "");
  let taps = 0;
  const tap = async (control: Locator) => {
    await control.click();
    taps += 1;
  };
  await tap(anna.page.getByRole("tab", { name: "Alerts & Reminders" }));
  await tap(anna.page.getByRole("button", { name: /^Record for 5: Lyme Disease of Ada/ }));
  const form = anna.page.getByRole("dialog");
  await expect(form.getByText("5 chosen")).toBeVisible();
  await tap(form.getByRole("button", { name: /^(Save|Add|Record)/ }).last());
  await expect(form).toBeHidden();
  expect(taps).toBe(3);
  await anna.page.setViewportSize({ width: 1440, height: 900 });
  await expect(cell).toHaveAttribute("aria-label", /: [A-Z][a-z]{2} \d{4}$/);
});

test("the arrow keys move through the matrix, which fits a phone and passes axe", async () => {
  const { page } = tom;
  await open(page, "/immunizations");
  const grid = page.getByRole("grid", { name: "Vaccinations of each dog" });
  const first = grid.getByRole("gridcell").first();
  await expect(first).toBeVisible();
  await expectAccessible(page, "matrix");
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect(page.locator(":focus")).toHaveAttribute("role", "gridcell");
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog", { name: "Add Immunization" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize(PHONE);
  await expect(grid).toBeVisible();
  const widths = await grid.evaluate((table) => ({
    cells: [...table.querySelectorAll("[role=gridcell]")].map((cell) => cell.getBoundingClientRect()),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(widths.overflow).toBe(0);
  for (const { width, height } of widths.cells) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Cards" }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("a vaccination is scheduled, appears on the schedule and among the reminders, and is completed", async () => {
  const { page } = anna;
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/schedule?patient=dog:${bellaId}`);
  await page.getByRole("button", { name: "Schedule Vaccination" }).click();
  const form = page.getByRole("dialog", { name: "Schedule Vaccination" });
  await form.getByRole("button", { name: "Schedule Vaccination" }).click();
  await expect(form.getByText("Please fill in all required fields.")).toBeVisible();
  await form.getByRole("combobox", { name: "Vaccine" }).click();
  await page.getByRole("option", { name: "DHPP, Core" }).click();
  await form.getByLabel("Scheduled Date").fill(addDays(today, 3));
  await form.getByRole("button", { name: "Schedule Vaccination" }).click();
  await expect(form).toBeHidden();
  await page.getByRole("tab", { name: /^Due This Month/u }).click();
  await expect(page.getByRole("article", { name: "DHPP" })).toContainText("In 3 days");
  await open(page, "/alerts");
  const reminders = page.getByRole("region", { name: /^Health Reminders/u });
  await expect(reminders.getByRole("listitem")).toContainText("DHPP");

  await reminders.getByRole("checkbox", { name: /^Complete DHPP/u }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(reminders.getByRole("listitem")).toContainText("DHPP");
  // The message of the earlier dose disappears before the next one appears.
  await expect(page.getByText("Was the vaccine given?")).toHaveCount(0);
  await reminders.getByRole("checkbox", { name: /^Complete DHPP/u }).click();
  await expect(page.getByText("Was the vaccine given?")).toBeVisible();
  await page.getByRole("button", { name: "Record Vaccination" }).click();
  const give = page.getByRole("dialog", { name: "Mark as Given" });
  await expectAccessible(page, "giving");
  await give.getByRole("button", { name: "Save Immunization" }).click();
  await expect(give).toBeHidden();
  await page.getByRole("tab", { name: /^Due This Month/u }).click();
  await expect(page.getByRole("heading", { name: "Nothing is due within 30 days" })).toBeVisible();
  await open(page, "/alerts");
  await expect(reminders.getByText("No health reminders are pending")).toBeVisible();
});

test("a reminder is added, and the person's notification switches are stored", async () => {
  const { page } = anna;
  await open(page, "/alerts");
  await page.getByRole("button", { name: "Add Reminder" }).click();
  const form = page.getByRole("dialog", { name: "Add Reminder" });
  await form.getByLabel("Title").fill("Heart check");
  await form.getByLabel("Due Date").fill(addDays(today, 5));
  await form.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Health check" }).click();
  await form.getByRole("button", { name: "Add Reminder" }).click();
  await expect(page.getByText("Heart check")).toBeVisible();
  await page.getByRole("switch", { name: "SMS" }).click();
  await expect(page.getByText("Notification settings updated")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("switch", { name: "SMS" })).toBeChecked();
});

test("cards, schedule and alerts pass axe, and so does the form", async () => {
  const { page } = anna;
  await open(page, "/immunizations");
  await expect(page.getByRole("article", { name: /^Rabies of/u }).first()).toBeVisible();
  await expectAccessible(page, "cards");
  await open(page, `/schedule?due=upcoming&patient=dog:${bellaId}`);
  await expect(page.getByRole("article", { name: "Bordetella" })).toBeVisible();
  await expectAccessible(page, "schedule");
  await open(page, "/alerts");
  await expect(page.getByText("Heart check")).toBeVisible();
  await expectAccessible(page, "alerts");
  await open(page, `/immunizations?dose=new&for=${bellaId}`);
  await expect(page.getByRole("dialog", { name: "Add Immunization" })).toBeVisible();
  await expectAccessible(page, "form");
});

test("no row moves under the mouse when somebody else records a dose or adds an older one", async () => {
  const addOverdue = async (name: string, days: number) => {
    const dog = { kennelId, name, gender: "female" as const, breed: "Beagle", today };
    const { _id: dogId } = await tom.person.client.mutation(api.dogs.dogs.create, dog);
    await tom.person.client.mutation(api.vaccinations.immunizations.create, {
      ...{ dogId, vaccineName: "Leptospirosis", vaccineType: "Non-Core", today },
      ...{ dateAdministered: addDays(today, -400), nextDueDate: addDays(today, -days) },
    });
    return { dogId, vaccineName: "Leptospirosis", vaccineType: "Non-Core", today, dateAdministered: today };
  };
  const names = Array.from({ length: 12 }, (_, index) => `Alderbrook Silver Moon over Oakwood ${index}`);
  const doses = [];
  for (const [index, name] of names.entries()) doses.push(await addOverdue(name, 60 - index));

  const { page } = anna;
  await page.setViewportSize(PHONE);
  await open(page, "/alerts");
  const rows = page.getByRole("region", { name: /^Overdue/u }).getByRole("listitem");
  await expect(rows).toHaveCount(10);
  expect((await rows.first().boundingBox())?.y).toBeLessThan(420);

  await page.setViewportSize({ width: 1440, height: 900 });
  const third = rows.nth(2).getByRole("button");
  await third.hover();
  // Widths of texts change by fractions of a pixel.
  const placeOf = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? 0);
  const place = await placeOf(third);
  const count = Number(await numberOf(page, "Overdue Vaccines").innerText());
  const [, second] = doses;
  if (second) await tom.person.client.mutation(api.vaccinations.immunizations.create, second);
  await expect(rows.nth(1)).toContainText("Recorded");
  await expect(numberOf(page, "Overdue Vaccines")).toHaveText(String(count - 1));
  await addOverdue("Older", 90);
  await expect(numberOf(page, "Overdue Vaccines")).toHaveText(String(count));
  expect(await placeOf(third)).toBe(place);
  await expect(rows.first()).toContainText(names[0] ?? "");
  await expectAccessible(page, "recorded by somebody else");

  await open(page, "/alerts");
  await expect(rows.first()).toContainText("Older");
  await expect(page.getByText("Recorded")).toHaveCount(0);
});
