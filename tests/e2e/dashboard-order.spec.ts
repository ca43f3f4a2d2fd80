/** Tests the order of the dashboard. */
import { expect } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { test, today, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

test(
  "alerts begin with the most overdue, a widget is added once and fills its row, and a reset is undone completely",
  { tag: "@core" },
  async ({ browser }) => {
    const { person: owner, page, context } = await visitor(browser, studbook.origin, person("Dora"));
    const kennelId = await firstKennelId(owner);
    for (const days of [2, 40, 9]) {
      await owner.client.mutation(api.reminders.reminders.create, {
        kennelId,
        title: `Since ${days} days`,
        priority: "high",
        dueDate: addDays(today, -days),
      });
    }
    const alerts = page.getByRole("region", { name: "Alerts" }).getByRole("listitem");
    await expect(alerts).toContainText(["Since 40 days", "Since 9 days", "Since 2 days"]);

    const widgets = page.getByRole("list", { name: "Widgets" });
    await expect(widgets.getByRole("heading")).toHaveText([
      "Weight of the newest litter",
      "Costs and income",
    ]);
    await page.getByRole("button", { name: "Add widget" }).click();
    await expect(page.getByRole("menuitem", { name: /Breedings per year/ })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /Costs and income/ })).toHaveCount(0);
    await page.getByRole("menuitem", { name: /Breedings per year/ }).click();
    await expect(widgets.getByRole("listitem")).toHaveCount(3);
    const [row, last] = [
      await widgets.boundingBox(),
      await widgets.getByRole("listitem").last().boundingBox(),
    ];
    expect(last?.width, "no empty place beside the last").toBe(row?.width);

    await page.getByRole("button", { name: "Customize" }).click();
    const dialog = page.getByRole("dialog", { name: "Customize the Dashboard" });
    await dialog.getByRole("switch", { name: "Show Total Dogs" }).click();
    await expect(dialog.getByRole("switch", { name: "Show Total Dogs" })).not.toBeChecked();
    await dialog.getByRole("button", { name: "Reset Dashboard" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset" }).click();
    await expect(dialog.getByRole("switch", { name: "Show Total Dogs" })).toBeChecked();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(widgets.getByRole("listitem")).toHaveCount(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(widgets.getByRole("listitem")).toHaveCount(3);
    await expect(page.getByRole("link", { name: /^Total Dogs/ })).toBeHidden();
    await context.close();
  },
);
