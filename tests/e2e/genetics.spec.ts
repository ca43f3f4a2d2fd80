/** The diversity of a breed: one person's edit is on the other's page without a reload. */
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
  "a death recorded by one leaves the figures and the rank that the other reads",
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
