/** Tests the diversity of a breed and the choice of a mate. */
import { expect } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, joinKennel, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor, workIn } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

test(
  "a death recorded by one person changes the figures and the rank on the other person's page",
  { tag: "@core" },
  async ({ browser }) => {
    const owner = await visitor(browser, studbook.origin, person("Olga"));
    const kennelId = await firstKennelId(owner.person);
    const viewer = await visitor(browser, studbook.origin, person("Vera"));
    await joinKennel(owner.person, viewer.person, { kennelId, role: "viewer" });
    await workIn(viewer, kennelId);
    const { client } = owner.person;
    const add = async (name: string, fields: object) =>
      await client.mutation(api.dogs.dogs.create, {
        ...{ kennelId, name, breed: "Beagle", gender: "male", isBreedingDog: true, today },
        ...fields,
      });
    const oak = await add("Oak", { isBreedingDog: false, dateOfBirth: "2018-01-01" });
    const elm = await add("Elm", { gender: "female", isBreedingDog: false, dateOfBirth: "2018-01-01" });
    const parents = { sireId: oak._id, damId: elm._id, dateOfBirth: "2021-01-01" };
    const rex = await add("Rex", parents);
    await add("Bruno", parents);

    const { page } = viewer;
    await page.goto(`${studbook.origin}/dashboard/dogs/pedigree-database`);
    await page.getByRole("link", { name: "Diversity of the living breeding dogs" }).click();
    const kinship = page.locator("dt", { hasText: "Mean kinship" }).locator("xpath=following-sibling::dd[1]");
    await expect(kinship).toContainText("37.50%");
    const rank = page.getByRole("region", { name: "Rare lines first" });
    await expect(rank.getByRole("link", { name: "Rex" })).toBeVisible();
    await expectAccessible(page);

    await client.mutation(api.dogs.dogs.update, {
      ...{ dogId: rex._id, status: "deceased", statusChangedOn: today, today },
    });
    await expect(kinship).toContainText("50.00%");
    await expect(rank.getByRole("link", { name: "Rex" })).toHaveCount(0);
    await rank.getByRole("link", { name: "Bruno" }).click();
    await expect(page.getByRole("dialog").getByText("Bruno").first()).toBeVisible();
    await owner.context.close();
    await viewer.context.close();
  },
);

test(
  "mates are found from the palette, filtered on a phone and sorted on a desktop by keyboard, and linked from the breeding form",
  { tag: "@core" },
  async ({ browser }) => {
    const owner = await visitor(browser, studbook.origin, person("Mia"));
    const kennelId = await firstKennelId(owner.person);
    const { client } = owner.person;
    const add = async (name: string, fields: object = {}) =>
      await client.mutation(api.dogs.dogs.create, {
        ...{ kennelId, name, breed: "Beagle", gender: "male", isBreedingDog: true, today },
        ...{ dateOfBirth: "2021-01-01", ...fields },
      });
    const result = async (dogId: string, status: string) =>
      await client.mutation(api.genetics.genotypes.create, { dogId, locus: "prcd-PRA", status });
    const bella = await add("Bella", { gender: "female" });
    const longest = "International Champion Northwind Blackberry Winter's Tale XIV";
    const clear = await add(longest);
    await add("Untested");
    const carrier = await add("Carrier");
    await add("Son", { damId: bella._id, dateOfBirth: "2023-01-01" });
    await result(bella._id, "carrier");
    await result(clear._id, "clear");
    await result(carrier._id, "carrier");

    const { page } = owner;
    await page.goto(`${studbook.origin}/dashboard`);
    await page.getByRole("button", { name: /^Search/u }).click();
    await page.getByRole("combobox").fill("find a mate bella");
    await page.getByRole("option", { name: /^Find a mate.*Bella/u }).click();
    await expect(page.getByText("Good (1)")).toBeVisible();
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("list", { name: "Good mates" })).toContainText(longest);
    await expect(page.getByRole("list", { name: "Test first mates" })).toContainText(
      "not tested for prcd-PRA",
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show 2 Not Advised" }).focus();
    await page.keyboard.press("Enter");
    const against = page.getByRole("list", { name: "Not advised mates" });
    await expect(against).toContainText("Both carry prcd-PRA: a quarter of the puppies are affected");
    await expect(against).toContainText("offspring of this dog");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Test first (1)" })).toBeVisible();

    // A new test result moves the untested dog to the good mates without a reload.
    const untested = await client.query(api.dogs.dogs.list, {
      kennelId,
      page: 1,
      limit: 5,
      search: "Untested",
    });
    await result(untested.data[0]?._id ?? "", "clear");
    await expect(page.getByRole("heading", { name: "Good (2)" })).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Test first/u })).toHaveCount(0);

    await page.setViewportSize({ width: 1440, height: 900 });
    const table = page.getByRole("region", { name: "Mates" });
    await expect(table.getByRole("row", { name: /Untested/u })).toBeVisible();
    await table.getByRole("button", { name: "Kinship to the breed" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/sort=kinship/u);
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("mates-of-Bella.csv");

    // The breeding form links to the mates page once one parent is chosen.
    await page.goto(`${studbook.origin}/dashboard/breeding?add=1&dam=${bella._id}`);
    const link = page.getByRole("dialog").getByRole("link", { name: /^Find a Mate/u });
    await expect(link).toHaveAttribute("href", new RegExp(`/dogs/mates/${bella._id}$`, "u"));
    await owner.context.close();
  },
);

test("the dogs of a breed are filtered by years with the keyboard, and are printed on two pages", async ({
  browser,
}) => {
  const owner = await visitor(browser, studbook.origin, person("Nora"));
  const kennelId = await firstKennelId(owner.person);
  const { client } = owner.person;
  const add = async (name: string, fields: object) =>
    (
      await client.mutation(api.dogs.dogs.create, {
        ...{ kennelId, name, breed: "Beagle", gender: "male", isBreedingDog: true, today },
        ...fields,
      })
    )._id;
  // There are 29 founders, and 25 puppies of one sire in each of two years.
  const damIds: string[] = [];
  for (let number = 1; number <= 14; number += 1) {
    damIds.push(await add(`Dam ${number}`, { gender: "female", dateOfBirth: "2019-01-01" }));
    await add(`Founder ${number}`, { dateOfBirth: "2019-01-01" });
  }
  const sireId = await add("Popular", { dateOfBirth: "2019-01-01" });
  for (let number = 0; number < 50; number += 1) {
    const dateOfBirth = number < 25 ? "2022-02-01" : "2023-02-01";
    await add(`Puppy ${number}`, { sireId, damId: damIds[number % 14], dateOfBirth });
  }
  const { page } = owner;
  await page.goto(`${studbook.origin}/dashboard/dogs/population`);
  await expect(page.getByText(/^79 living breeding dogs of 79 recorded/u)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Dogs born since" }).focus();
  await page.keyboard.press("Enter");
  for (const year of ["2023", "2022"]) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { name: year })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2022/u);
  await expect(page.getByText(/^50 dogs born since 2022, of 79 recorded/u)).toBeVisible();
  await expect(page.getByText("over 20%").first()).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Figures of the dogs born since 2022" })).toBeVisible();
  await expect(page.getByText("over 20%").first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  const width = async () => await page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, "the width of the page on a phone").toBe(390);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const paper = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(paper.match(/\/Type\s*\/Page\b/gu)).toHaveLength(2);
  await page.getByRole("button", { name: "Living Breeding Dogs" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/population$/u);
  await owner.context.close();
});
