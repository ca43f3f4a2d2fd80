/** Tests where the kennel's history is found. */
import { expect } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

test("the history is opened from the navigation, on a phone too", async ({ browser }) => {
  const { person: owner, page, context } = await visitor(browser, studbook.origin, person("Hal"));
  const kennelId = await firstKennelId(owner);
  await owner.client.mutation(api.dogs.dogs.create, {
    kennelId,
    today: "2025-06-15",
    name: "Aria of Oak",
    breed: "Beagle",
    gender: "female",
  });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" });
  await link.click();
  await expect(page).toHaveURL(/\/dashboard\/history$/);
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  await expect(
    page
      .getByRole("list", { name: "History" })
      .getByText(/Aria of Oak/)
      .first(),
  ).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.goto(`${studbook.origin}/dashboard`);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  await context.close();
});
