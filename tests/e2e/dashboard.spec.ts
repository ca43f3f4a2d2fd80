/** Tests the dashboard with two people. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const card = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) });

const widgets = (page: Page) => page.getByRole("list", { name: "Widgets" }).getByRole("heading");

test("a card and the activity list show another person's change", { tag: "@core" }, async ({ browser }) => {
  const owner = await visitor(browser, studbook.origin, person("Olga"));
  const kennelId = await firstKennelId(owner.person);
  await expect(owner.page.getByRole("link", { name: "Add your first dog" })).toBeVisible();
  await expect(card(owner.page, "Total Dogs")).toContainText("0");
  const other = await visitor(browser, studbook.origin, person("Stefan"));
  await joinKennel(owner.person, other.person, { kennelId, role: "staff" });
  await other.person.client.mutation(api.dogs.dogs.create, {
    kennelId,
    name: "Bella",
    breed: "Beagle",
    gender: "female",
    today,
  });
  await expect(card(owner.page, "Total Dogs")).toContainText("1");
  const entry = owner.page.getByRole("listitem").filter({ hasText: "Bella (Beagle)" });
  await expect(entry).toContainText("by Stefan");
  await owner.page.getByRole("link", { name: "All Activity" }).click();
  const dialog = owner.page.getByRole("dialog", { name: "All Activity" });
  await expect(dialog.getByText("Bella (Beagle)")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await owner.page.getByRole("option", { name: "Health" }).click();
  await expect(dialog.getByText("No activity matches.")).toBeVisible();
  await owner.context.close();
  await other.context.close();
});

test("a widget moved by keyboard keeps its place, even on another device, and a dismissed alert remains hidden", async ({
  browser,
}) => {
  const { page, context, person: who } = await visitor(browser, studbook.origin, person("Anna"));
  const kennelId = await firstKennelId(who);
  await who.client.mutation(api.reminders.reminders.create, {
    kennelId,
    title: "Call the vet",
    priority: "urgent",
    dueDate: addDays(today, -2),
  });
  await expect(widgets(page)).toHaveText(["Weight of the newest litter", "Costs and income"]);
  const actions = page.getByRole("button", { name: "Actions for Costs and income" });
  await actions.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  const moveUp = page.getByRole("menuitem", { name: "Move Up" });
  await expect(moveUp).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(widgets(page)).toHaveText(["Costs and income", "Weight of the newest litter"]);

  const alerts = page.getByRole("region", { name: "Alerts" });
  await expect(alerts.getByText("Call the vet")).toBeVisible();
  await expectAccessible(page);
  await alerts.getByRole("button", { name: "Dismiss Call the vet" }).click();
  await expect(alerts).toBeHidden();

  await page.reload();
  await expect(widgets(page)).toHaveText(["Costs and income", "Weight of the newest litter"]);
  await expect(card(page, "Pending Reminders")).toContainText("1");
  await expect(alerts).toBeHidden();
  await context.close();
});
