/** Tests the history of records with two people. */
import { expect } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { dogCard, leaveDialog, nameField, test, today, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

test(
  "a dog's change by one person is shown to another in its history, and undone there",
  { tag: "@core" },
  async ({ browser }) => {
    const owner = await visitor(browser, studbook.origin, person("Olga"));
    const kennelId = await firstKennelId(owner.person);
    const { client } = owner.person;
    await client.mutation(api.kennels.kennels.update, { kennelId, name: "Oakwood Kennel" });
    const dog = { kennelId, name: "Bella", breed: "Beagle", gender: "female", today } as const;
    const { _id: dogId } = await client.mutation(api.dogs.dogs.create, dog);
    const other = await visitor(browser, studbook.origin, person("Stefan"));
    await joinKennel(owner.person, other.person, { kennelId, role: "staff" });
    await other.page
      .getByRole("button", { name: /kennel/i })
      .first()
      .click();
    await other.page.getByRole("menuitemradio", { name: /Oakwood Kennel/ }).click();
    for (const { page } of [owner, other]) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dogs" }).click();
      await expect(dogCard(page, "Bella")).toBeVisible();
    }

    await dogCard(owner.page, "Bella").getByRole("button", { name: "Actions for Bella" }).click();
    await owner.page.getByRole("menuitem", { name: "Edit" }).click();
    const form = owner.page.getByRole("dialog", { name: "Edit Dog" });
    await nameField(form).fill("Bella of Oak");
    await form.getByRole("button", { name: "Update Dog" }).click();
    await expect(form).toBeHidden();

    await dogCard(other.page, "Bella of Oak").getByRole("link").first().click();
    await expect(other.page).toHaveURL(new RegExp(dogId));
    await other.page.getByRole("button", { name: "History", exact: true }).click();
    // The dog's name in the history is updated.
    const history = other.page.getByRole("dialog", { name: /^History of Bella/ });
    const change = history.getByRole("listitem").filter({ hasText: "Changed: Dog Bella of Oak" });
    await expect(change).toContainText("Name: Bella → became Bella of Oak");
    await expect(change).toContainText("by Olga Lindqvist");
    await change.getByRole("button", { name: "Undo the change of Dog Bella of Oak" }).click();
    await expect(other.page.getByText("Change undone")).toBeVisible();
    await expect(change.filter({ hasText: "· undone" })).toBeVisible();
    await expect(dogCard(owner.page, "Bella")).toBeVisible();
    await owner.context.close();
    await other.context.close();
  },
);

test(
  "a deleted dog is restored with its photo, to its litter and its offspring",
  { tag: "@core" },
  async ({ browser }) => {
    const { page, context, person: anna } = await visitor(browser, studbook.origin, person("Anna"));
    const kennelId = await firstKennelId(anna);
    const { litterId } = await addLitterOfDays(anna, kennelId, { daysAgo: 20, collars: ["Red"] });
    const { data } = await anna.client.query(api.dogs.dogs.list, { kennelId, search: "Bella" });
    const daughter = { kennelId, name: "Daisy", breed: "Beagle", damId: data[0]?._id ?? "" };
    const { _id: daisyId } = await anna.client.mutation(api.dogs.dogs.create, {
      ...daughter,
      gender: "female",
      today,
    });
    await page.goto(`${studbook.origin}/dashboard/dogs`);
    const actions = dogCard(page, "Bella").getByRole("button", { name: "Actions for Bella" });
    await actions.click();
    await page.getByRole("menuitem", { name: "Manage Photos" }).click();
    const manager = page.getByRole("dialog", { name: "Photos of Bella" });
    await manager.getByLabel("Choose photos").setInputFiles("tests/fixtures/photos/turned.jpg");
    await expect(manager.getByText("1 photo(s)")).toBeVisible();
    await leaveDialog(page);
    await expect(manager).toBeHidden();

    await actions.click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("This dog has 1 recorded offspring.")).toBeVisible();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Dog deleted successfully")).toBeVisible();
    await page.goto(`${studbook.origin}/dashboard/litters/${litterId}`);
    const parents = page.getByRole("heading", { name: "Rex × Bella" });
    await expect(parents.getByRole("link")).toHaveCount(1);

    await page.goto(`${studbook.origin}/dashboard/settings?tab=data`);
    await page.getByRole("switch", { name: "Deletions only" }).click();
    await page.getByRole("button", { name: "Bring back Dog Bella" }).click();
    await expect(page.getByText("Dog Bella is back")).toBeVisible();

    await page.goto(`${studbook.origin}/dashboard/litters/${litterId}`);
    await expect(parents.getByRole("link")).toHaveCount(2);
    await parents.getByRole("link", { name: "Bella" }).click();
    await expect(page.getByRole("tab", { name: "Photos 1" })).toBeVisible();
    await page.getByRole("button", { name: "History", exact: true }).click();
    const history = page.getByRole("dialog", { name: "History of Bella" });
    await expect(history.getByRole("listitem").first()).toContainText("Brought back: Dog Bella");
    await page.goto(`${studbook.origin}/dashboard/dogs/${daisyId}`);
    await expect(page.getByRole("dialog").getByRole("link", { name: "Bella" }).first()).toBeVisible();
    await context.close();
  },
);

test("what was added by mistake is undone in the history of that day, and brought back", async ({
  browser,
}) => {
  const { page, context, person: anna } = await visitor(browser, studbook.origin, person("Anna"));
  const kennelId = await firstKennelId(anna);
  const { client } = anna;
  const dog = { kennelId, breed: "Beagle", gender: "female", today } as const;
  const { _id: dogId } = await client.mutation(api.dogs.dogs.create, { ...dog, name: "Bella" });
  await client.mutation(api.dogs.dogs.create, { ...dog, name: "Cora" });
  const weight = { dogId, grams: 9000, weighedOn: today, today, entryKey: "the weight of Bella" };
  await client.mutation(api.health.dogWeights.add, weight);

  await page.goto(`${studbook.origin}/dashboard/history`);
  const entries = page.getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(entries.filter({ hasText: "Added: Dog Cora" })).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByText("No change matches. Choose other days or records.")).toBeVisible();
  await expect(page).toHaveURL(/to=2020-01-01/);
  await page.getByRole("button", { name: "Clear" }).click();
  // Bella was weighed, so her addition cannot be undone any more.
  await expect(page.getByRole("button", { name: "Undo adding Dog Cora" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo adding Dog Bella" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo adding Dog Cora" }).click();
  await expect(page.getByText("Dog Cora deleted")).toBeVisible();
  const back = page.getByRole("button", { name: "Bring back Dog Cora" });
  await expect(back).toHaveAttribute("aria-disabled", "false");
  await back.click();
  await expect(page.getByText("Dog Cora is back")).toBeVisible();
  await entries
    .getByRole("link", { name: /^Weight of .*, Bella/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/dogs/${dogId}\\?tab=health`));
  await expect(page.getByRole("tab", { name: "Health", selected: true })).toBeVisible();
  await context.close();
});
