/** Tests that the search in the top bar finds more than dogs. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and Commands" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Search and Commands" }).click();
  await palette(page).getByRole("combobox").fill(text);
}

test(
  "records, doses, reminders and people on the waiting list are found by their texts and opened",
  { tag: "@core" },
  async ({ browser }) => {
    const { person: owner, page, context } = await visitor(browser, studbook.origin, person("Nell"));
    const kennelId = await firstKennelId(owner);
    const { client } = owner;
    const today = "2025-06-15";
    const dog = await client.mutation(api.dogs.dogs.create, {
      kennelId,
      today,
      name: "Aria of Oak",
      breed: "Beagle",
      gender: "female",
    });
    await client.mutation(api.reminders.reminders.create, {
      kennelId,
      title: "Order whelping towels",
      dueDate: "2025-07-01",
    });
    await client.mutation(api.litters.waitingList.create, { kennelId, name: "Quentin Marlowe" });
    await client.mutation(api.health.healthRecords.create, {
      dogId: dog._id,
      recordType: "examination",
      title: "Hip scoring",
      description: "Both sides",
      dateRecorded: today,
      today,
    });
    await client.mutation(api.vaccinations.immunizations.create, {
      dogId: dog._id,
      vaccineName: "Leptospirosis",
      vaccineType: "Non-Core",
      dateAdministered: today,
      today,
    });
    await search(page, "whelping towels");
    await expect(option(page, /Order whelping towels/)).toBeVisible();
    await palette(page).getByRole("combobox").fill("marlowe");
    await expect(option(page, /Quentin Marlowe/)).toBeVisible();
    await palette(page).getByRole("combobox").fill("leptospirosis");
    await expect(option(page, /Leptospirosis/)).toBeVisible();
    await palette(page).getByRole("combobox").fill("hip scoring");
    await option(page, /Hip scoring/).click();
    await expect(page.getByRole("dialog", { name: /Hip scoring/ })).toBeVisible();
    await context.close();
  },
);

test("settings, dark mode, help and signing out are found, and a search without results offers other actions", async ({
  browser,
}) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Otto"));
  await search(page, "two-factor");
  await option(page, /^Security/).click();
  await expect(page.getByRole("tab", { name: "Security" })).toHaveAttribute("aria-selected", "true");
  await search(page, "dark mode");
  await option(page, /dark mode/).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await search(page, "zzyzx");
  await expect(palette(page).getByText("Nothing found for “zzyzx”")).toBeVisible();
  await expect(option(page, /Tour of Studbook/)).toBeVisible();
  await option(page, "Add a dog named “zzyzx”").click();
  const dialog = page.getByRole("dialog", { name: "Add New Dog" });
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("zzyzx");
  await page.goto(`${studbook.origin}/dashboard`);
  await search(page, "sign out");
  await option(page, "Sign out").click();
  await page.waitForURL(/\/login/);
  await context.close();
});
