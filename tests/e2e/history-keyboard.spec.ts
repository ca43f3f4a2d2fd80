/** Tests the history by keyboard alone. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { tabTo, takeEntry } from "./keyboard";
import { dogCard, leaveDialog, test, today, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  const { client } = anna.person;
  const kennelId = await firstKennelId(anna.person);
  const dog = { kennelId, breed: "Beagle", gender: "female", today } as const;
  const { _id: dogId, name } = await client.mutation(api.dogs.dogs.create, { ...dog, name: "Bella" });
  await client.mutation(api.dogs.dogs.update, { dogId, name: `${name} of Oak`, today });
  const lost = await client.mutation(api.dogs.dogs.create, { ...dog, name: "Cora" });
  await client.mutation(api.dogs.dogs.remove, { dogId: lost._id });
  const record = { recordType: "examination", title: "Yearly check", description: "Fit" } as const;
  await client.mutation(api.health.healthRecords.create, { dogId, ...record, dateRecorded: today, today });
});
test.afterAll(async () => {
  await anna?.context.close();
});

/** On a wide and a narrow screen. */
async function expectAccessibleAnywhere(page: Page, what: string, within: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${what}, ${width} px`, within);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a dog's history is opened, a change is undone, and Escape returns the focus to the button", async () => {
  const { page } = anna;
  await page.goto(`${studbook.origin}/dashboard/dogs`);
  await tabTo(page, dogCard(page, "Bella of Oak").getByRole("link").first());
  await page.keyboard.press("Enter");
  const button = page.getByRole("button", { name: "History", exact: true });
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  const history = page.getByRole("dialog", { name: /^History of Bella/ });
  const change = history.getByRole("listitem").filter({ hasText: "Changed: Dog Bella" }).first();
  await expect(change).toContainText("Name: Bella → became Bella of Oak");
  await expectAccessibleAnywhere(page, "the history of a dog", "[role=dialog]:last-of-type");
  await tabTo(page, history.getByRole("button", { name: /^Undo the change of Dog Bella/ }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Change undone")).toBeVisible();
  // The button no longer exists. The new entry about the undo has the focus, and the next key continues from there.
  const undone = history.getByRole("listitem").filter({ hasText: "· undone" });
  await expect(undone).toBeFocused();
  await leaveDialog(page);
  await expect(history).toBeHidden();
  await expect(button).toBeFocused();
  await leaveDialog(page);
  await expect(dogCard(page, "Bella").getByRole("link").first()).toBeFocused();
});

test("the history of a health record returns the focus to its menu", async () => {
  const { page } = anna;
  await page.goto(`${studbook.origin}/dashboard/health/records`);
  const actions = page.getByRole("button", { name: "Actions for Yearly check" });
  await tabTo(page, actions);
  await page.keyboard.press("Enter");
  await takeEntry(page, "History");
  const history = page.getByRole("dialog", { name: "History of Yearly check" });
  await expect(history).toBeVisible();
  await expect(history.getByRole("listitem").first()).toContainText("Added: Health record Yearly check");
  await leaveDialog(page);
  await expect(history).toBeHidden();
  await expect(actions).toBeFocused();
});

test("the kennel's history is filtered to deletions, and a dog is restored", async () => {
  const { page } = anna;
  await page.goto(`${studbook.origin}/dashboard/settings?tab=data`);
  await expect(page.getByRole("button", { name: "Bring back Dog Cora" })).toBeVisible();
  await expectAccessibleAnywhere(page, "the kennel's history", "#history");
  const kinds = page.getByRole("combobox", { name: "Records" });
  await tabTo(page, kinds);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "All records" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(kinds).toBeFocused();
  const deletions = page.getByRole("switch", { name: "Deletions only" });
  await tabTo(page, deletions);
  await page.keyboard.press("Space");
  await expect(deletions).toBeChecked();
  const entry = page.getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(entry).toHaveCount(1);
  await tabTo(page, page.getByRole("button", { name: "Bring back Dog Cora" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Dog Cora is back")).toBeVisible();
  await expect(entry.filter({ hasText: "· brought back" })).toBeFocused();
});
