/** Tests choosing by typing. */
import { expect } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { dogCard, nameField, test, today, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;
let kennelId: string;
test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  kennelId = await firstKennelId(anna.person);
});
test.afterAll(async () => {
  await anna?.context.close();
});

const at = (path: string) => `${studbook.origin}/k/${kennelId}${path}`;

test("[GAP-DOG-23] the intended breed is stored, in whatever way it was typed", async () => {
  const { page } = anna;
  const cases = [
    ["Boxer", "Enter", "Boxer"],
    ["boxer", "Enter", "Boxer"],
    ["Boxe", "Tab", "Boxer"],
    ["GSD", "Enter", "German Shepherd Dog"],
    ["Azawakh", "Tab", "Azawakh"],
  ] as const;
  for (const [typed, key, stored] of cases) {
    await page.goto(at("/dashboard/dogs?add=1"));
    const dialog = page.getByRole("dialog", { name: "Add New Dog" });
    await nameField(dialog).fill(`Dog ${typed} ${key}`);
    const breed = dialog.getByRole("combobox", { name: "Breed" });
    await breed.pressSequentially(typed);
    await expect(page.getByRole("option").first()).toBeVisible();
    await breed.press(key);
    await expect(breed).toHaveValue(stored);
    await expect(dialog.getByText(/is a new breed in your kennel/)).toHaveCount(typed === "Azawakh" ? 1 : 0);
    await dialog.getByRole("button", { name: "Add Dog" }).click();
    await expect(dialog).toBeHidden();
  }
  const own = await anna.person.client.query(api.dogs.dogs.ownBreeds, { kennelId });
  expect(own).toEqual(["Azawakh", "Boxer", "German Shepherd Dog"]);
});

test("an applicant who is removed from the waiting list by mistake returns to the same place", async () => {
  const { page } = anna;
  for (const name of ["Vera", "Wim", "Xaver"])
    await anna.person.client.mutation(api.litters.waitingList.create, { kennelId, name });
  await page.goto(at("/dashboard/breeding?tab=waiting-list"));
  await page.getByRole("button", { name: "Actions for Vera" }).click();
  await page.getByRole("menuitem", { name: "Remove from List" }).click();
  await expect(page.getByText("Vera was removed from the list")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Vera is back on the list")).toBeVisible();
  const { active } = await anna.person.client.query(api.litters.waitingList.list, { kennelId });
  expect(active.map(({ name }) => name)).toEqual(["Vera", "Wim", "Xaver"]);
});

test("[GAP-BRD-03] a canceled plan is shown as canceled and does not count as a failed mating", async () => {
  const { page } = anna;
  const parent = async (name: string, gender: "male" | "female") =>
    await anna.person.client.mutation(api.dogs.dogs.create, {
      kennelId,
      name,
      breed: "Boxer",
      gender,
      today,
    });
  const [sire, dam] = [await parent("Rex", "male"), await parent("Bella", "female")];
  const plan = { kennelId, sireId: sire._id, damId: dam._id, breedingDate: today };
  const { _id } = await anna.person.client.mutation(api.breedings.breedings.create, plan);
  await anna.person.client.mutation(api.breedings.breedings.setStatus, {
    breedingId: _id,
    status: "failed",
    today,
  });
  await page.goto(at("/dashboard/breeding?tab=failed"));
  await expect(page.getByText("Called off before mating")).toBeVisible();
  await expect(page.getByText("Bred date")).toHaveCount(0);
  const figures = await anna.person.client.query(api.reports.reports.statistics, { kennelId });
  expect(figures).toMatchObject({ decided: 0, conceptionRate: null });
  await page.goto(at("/dashboard/dogs"));
  await expect(dogCard(page, "Rex")).toBeVisible();
});
