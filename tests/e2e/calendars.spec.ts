/** Tests the kennel's calendar that a breeder subscribes to. */
import { expect } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { eventsIn, linesOf } from "../support/calendars";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

test(
  "[GAP-REM-16] a subscribed calendar shows changes, and stops when it is turned off",
  { tag: "@core" },
  async ({ browser }) => {
    const { person: owner, page } = await visitor(browser, studbook.origin, person("Olga"));
    const kennelId = await firstKennelId(owner);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reminders" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Calendar Link" }).click();
    const dialog = page.getByRole("dialog", { name: "Calendar Link" });
    await expect(dialog.getByRole("checkbox", { name: "Heats" })).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Turn On Calendar" }).click();
    const field = dialog.getByLabel("Calendar address");
    await expect(field).toHaveValue(/\/api\/calendars\/.+\.ics$/);
    const url = await field.inputValue();
    await expectAccessible(page);

    const empty = await fetch(url);
    expect([empty.status, empty.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(eventsIn(await empty.text())).toEqual([]);
    await owner.client.mutation(api.reminders.reminders.create, {
      kennelId,
      title: "Worming",
      dueDate: today,
    });
    const filled = await fetch(url);
    expect(linesOf(eventsIn(await filled.text()))).toEqual([`${today} Worming`]);
    const etag = filled.headers.get("etag") ?? "";
    expect((await fetch(url, { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    await expect(dialog.getByText(/Last fetched by a calendar on/)).toBeVisible();

    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
    await page.getByRole("tab", { name: "Integrations" }).click();
    await expect(page.getByLabel("Calendar address")).toHaveValue(url);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Turn Off" }).click();
    const question = page.getByRole("alertdialog", { name: "Turn this calendar off?" });
    await question.getByRole("button", { name: "Turn Off" }).click();
    await expect(page.getByRole("button", { name: "Turn On Calendar" })).toBeVisible();
    expect((await fetch(url)).status).toBe(404);
  },
);
