/** Tests reminders in two browsers. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const card = (page: Page, name: string) => page.getByRole("article", { name });
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });

test(
  "a reminder is created, completed, undone and snoozed, and the other person's list is updated",
  { tag: "@core" },
  async ({ browser }) => {
    const { person: owner, page } = await visitor(browser, studbook.origin, person("Olga"));
    const kennelId = await firstKennelId(owner);
    await owner.client.mutation(api.kennels.kennels.update, { kennelId, name: "Oakwood Kennel" });
    const { person: colleague, page: theirs } = await visitor(browser, studbook.origin, person("Stefan"));
    await joinKennel(owner, colleague, { kennelId, role: "staff" });
    await theirs
      .getByRole("button", { name: /kennel/i })
      .first()
      .click();
    await theirs.getByRole("menuitemradio", { name: /Oakwood Kennel/ }).click();

    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reminders" }).click();
    await expect(page.getByRole("heading", { name: "No reminders yet" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add First Reminder" }).click();
    const dialog = page.getByRole("dialog", { name: "Add New Reminder" });
    await expect(dialog.getByLabel(/Due Date/)).toHaveValue(today);
    await dialog.getByRole("button", { name: "Add Reminder" }).click();
    await expect(dialog.getByText("Please enter a title")).toBeVisible();
    await dialog.getByLabel(/Title/).fill("Worming");
    await dialog.getByRole("combobox", { name: "Repeat" }).click();
    await page.getByRole("option", { name: "Weekly" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add Reminder" }).click();
    await expect(page.getByText("Reminder created successfully")).toBeVisible();
    await expect(card(page, "Worming")).toContainText("Today");

    await theirs.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reminders" }).click();
    await expect(card(theirs, "Worming")).toContainText("Every week");

    // The completed reminder is still listed with a name, beside the next one. After the undo it is open in both
    // browsers.
    await page.getByRole("checkbox", { name: "Complete Worming" }).click();
    await expect(page.getByText("Reminder marked as completed")).toBeVisible();
    await expect(card(theirs, "Worming").filter({ hasText: "by Olga" })).toBeVisible();
    await expect(card(theirs, "Worming").filter({ hasNotText: "by Olga" })).not.toContainText("Today");
    await expect(tab(theirs, /Completed/)).toHaveText("Completed1");
    await page.getByRole("button", { name: "Undo" }).click();
    // Until the undo, the completed reminder and the next one are listed.
    await expect(card(page, "Worming")).toHaveCount(1);
    await expect(card(page, "Worming")).toContainText("Today");
    await expect(card(theirs, "Worming")).toHaveCount(1);
    await expect(card(theirs, "Worming")).toContainText("Today");
    await expect(tab(theirs, /Completed/)).toHaveText("Completed0");

    await page.getByRole("button", { name: "Actions for Worming" }).click();
    await page.getByRole("menuitem", { name: "Snooze 3 Days" }).click();
    await expect(card(theirs, "Worming")).toContainText("Snoozed until");
    await expect(tab(page, /Due Soon/)).toHaveText("Due Soon0");
  },
);

test("a typed line becomes a reminder: its parts are shown, can be changed, and are kept on reload", async ({
  browser,
}) => {
  const { person: owner, context, page } = await visitor(browser, studbook.origin, person("Lina"));
  const kennelId = await firstKennelId(owner);
  const dog = {
    kennelId,
    name: "Oakwood Falcon",
    callName: "Falk",
    breed: "Beagle",
    gender: "male",
  } as const;
  await owner.client.mutation(api.dogs.dogs.create, { ...dog, today });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${studbook.origin}/dashboard/reminders`);
  const line = page.getByRole("textbox", { name: "Add a reminder in one line" });
  const chips = page.getByRole("group", { name: "What was understood" });
  await line.fill("Trim nails Falk tomorrow 8:00 every 3 weeks");
  await expect(chips.getByRole("button", { name: /^Due: .*8:00 AM$/u })).toBeVisible();
  await page.reload();
  await expect(line).toHaveValue("Trim nails Falk tomorrow 8:00 every 3 weeks");
  await expect(chips.getByRole("button", { name: "Dog: Falk" })).toBeVisible();
  await expectAccessible(page);
  await chips.getByRole("button", { name: /^Due/u }).click();
  await page.getByLabel("Time", { exact: true }).fill("10:30");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await line.press("Enter");
  await expect(card(page, "Trim nails")).toContainText("Tomorrow, 10:30 AM");
  await expect(card(page, "Trim nails")).toContainText("Every 3 weeks");
  await expect(line).toHaveValue("");
  await line.press("Enter");
  await expect(page.getByText("Please enter a title")).toBeVisible();
  await context.close();
});

test("several dogs are chosen in the form and each gets a reminder, on a phone", async ({ browser }) => {
  const { person: owner, context, page } = await visitor(browser, studbook.origin, person("Mina"));
  await addManyDogs(owner, await firstKennelId(owner), 3);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${studbook.origin}/dashboard/reminders`);
  await page.getByRole("button", { name: "Add First Reminder" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Reminder" });
  await dialog.getByLabel(/Title/).fill("Worming");
  await dialog.getByRole("button", { name: "Several Dogs" }).click();
  for (const name of ["Aria", "Bruno"]) {
    await dialog.getByRole("combobox", { name: "Dogs" }).fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
    await expect(dialog.getByRole("button", { name: new RegExp(`Take out ${name}`) })).toBeVisible();
  }
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add Reminder for 2 Dogs" }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page, "Worming")).toHaveCount(2);
  await context.close();
});

test("a breeding's page plans its reminders, passes axe in dark mode on a phone and works by keyboard", async ({
  browser,
}) => {
  const { person: owner, page } = await visitor(browser, studbook.origin, person("Berta"));
  const kennelId = await firstKennelId(owner);
  const dog = { kennelId, breed: "Beagle", today };
  const sire = await owner.client.mutation(api.dogs.dogs.create, { ...dog, name: "Rex", gender: "male" });
  const dam = await owner.client.mutation(api.dogs.dogs.create, { ...dog, name: "Bella", gender: "female" });
  const { _id: breedingId } = await owner.client.mutation(api.breedings.breedings.create, {
    kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate: addDays(today, -10),
  });
  await owner.client.mutation(api.reminders.reminders.create, {
    kennelId,
    title: "Late",
    dueDate: addDays(today, -2),
    priority: "urgent",
    dogId: dam._id,
  });
  await page.goto(`${studbook.origin}/dashboard/breeding/${breedingId}`);
  await page.getByRole("button", { name: "Plan Reminders" }).click();
  await expect(page.getByText("3 reminders planned")).toBeVisible();
  await expect(card(page, "Prepare for whelping: Bella")).toBeVisible();
  await page.getByRole("button", { name: "Plan Reminders" }).click();
  await expect(page.getByText("Nothing new to plan")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${studbook.origin}/dashboard/reminders`);
  await expect(page.getByRole("article")).toHaveCount(4);
  await expect(page.getByRole("article").first()).toContainText("Late");
  await expectAccessible(page);
  const box = page.getByRole("checkbox", { name: "Complete Late" });
  await box.focus();
  await page.keyboard.press("Space");
  // The reminder keeps its place and is crossed out.
  await expect(page.getByRole("checkbox", { name: "Late is completed" })).toBeDisabled();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Select Several" }).click();
  await page.getByRole("button", { name: "Select All" }).click();
  await expectAccessible(page);
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("3 reminders deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing to do right now" })).toBeVisible();
});
