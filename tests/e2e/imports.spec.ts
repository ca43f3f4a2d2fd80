/** Tests importing from the file to the result. */
import { expect } from "@playwright/test";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { dogCard, test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

const GENERATIONS = 12;
const PAIRS = 25;

/** All parents of a litter are full siblings, so inbreeding rises with each generation. */
function breedFile() {
  const lines = ["Registration Number,Name,Sex,Date of Birth,Sire Registration,Dam Registration,Breed"];
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    for (let pair = 1; pair <= PAIRS; pair += 1) {
      const numberOf = (sex: string, of: number) => `${sex}${of * 100 + pair}`;
      const parents =
        generation === 0 ? "," : `${numberOf("M", generation - 1)},${numberOf("F", generation - 1)}`;
      for (const sex of ["M", "F"]) {
        const number = numberOf(sex, generation);
        lines.push(
          `${number},Line ${pair} ${number},${sex},${1990 + 2 * generation}-05-01,${parents},Beagle`,
        );
      }
    }
  }
  return csv("breed.csv", lines);
}

test("[GAP-DOG-17] a breed's ancestors are imported, found and used in coefficients", async ({ browser }) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Anna"));
  await page.goto(`${studbook.origin}/dashboard/dogs/pedigree-database`);
  await expect(page.getByText(/No ancestors yet/u)).toBeVisible();
  await expectAccessible(page, "empty");
  await page.getByRole("button", { name: "Import Pedigree File" }).click();
  const dialog = page.getByRole("dialog", { name: "Import pedigree database" });
  await dialog.getByLabel("Pedigree file").setInputFiles(breedFile());
  await expect(dialog.getByText("600 rows, UTF-8, separated by comma")).toBeVisible();
  await expectAccessible(page, "settings");
  await dialog.getByRole("button", { name: "Check File" }).click();
  await expect(dialog.getByRole("group", { name: "Result of the check" })).toBeFocused();
  await expect(dialog.getByText("600 new, 0 completed, 0 unchanged")).toBeVisible();
  await expect(dialog.getByText("1,100 certain")).toBeVisible();
  await expectAccessible(page, "checked");
  await page.reload();
  await dialog.getByRole("button", { name: "Import 600 ancestors" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("600 ancestors imported")).toBeVisible();
  // The coefficients of the breed are calculated after it is written.
  await expect(page.getByRole("img", { name: /^Mean coefficient from 1990, 0.00%, to 2012/u })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole("table", { name: "Most inbred" }).getByRole("row")).not.toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search ancestors" }).fill("Line 7 M707");
  const found = page.getByRole("list", { name: "Ancestors found" }).getByRole("listitem");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("M707 · 2004-05-01 · Beagle");
  await expectAccessible(page, "with ancestors");
  await page.getByRole("link", { name: "breed.csv" }).click();
  await expect(page.getByText("600 new, 0 completed, 0 unchanged")).toBeVisible();
  await expectAccessible(page, "an import's page");
  await page.getByRole("button", { name: "Undo This Import" }).click();
  const question = page.getByRole("alertdialog", { name: "Undo this import?" });
  await expect(question.getByText("600 ancestors that the file added are deleted.")).toBeVisible();
  await expectAccessible(page, "undoing");
  await question.getByRole("button", { name: "Undo Import" }).click();
  await expect(page.getByRole("heading", { name: "Import undone" })).toBeVisible({ timeout: 30_000 });
  await context.close();
});

test(
  "[GAP-DOG-03] dogs are imported without the invalid line, which is named before",
  { tag: "@core" },
  async ({ browser }) => {
    const { page, context } = await visitor(browser, studbook.origin, person("Berta"));
    await page.goto(`${studbook.origin}/dashboard/dogs`);
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Import from CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Import from CSV" });
    await expect(dialog.getByLabel("CSV file")).toBeFocused();
    await expectAccessible(page, "choosing");
    await dialog
      .getByLabel("CSV file")
      .setInputFiles(
        csv("kennel.csv", [
          "Name,Sex,Breed,DOB",
          "Hazel of Oak,F,Beagle,2022-03-04",
          "Bolt of Oak,?,Beagle,2022-03-04",
        ]),
      );
    await expect(dialog.getByLabel("CSV file")).toBeFocused();
    await dialog.getByRole("button", { name: "Check File" }).click();
    await expect(dialog.getByText("Line 3: Gender “?” cannot be read")).toBeVisible();
    await expectAccessible(page, "an error");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    const strip = page.getByRole("region", { name: "Import" });
    await expect(strip).toContainText("Checked. Nothing is written before you confirm.");
    await expectAccessible(page, "the strip");
    await strip.getByRole("button", { name: "Show" }).click();
    await dialog.getByRole("button", { name: "Import 1 dog", exact: true }).click();
    await expect(page.getByText("1 dog imported")).toBeVisible();
    await expect(dogCard(page, "Hazel of Oak")).toBeVisible();
    await expect(dogCard(page, "Bolt of Oak")).toHaveCount(0);
    await page.getByRole("button", { name: "View Import" }).click();
    await expect(page.getByRole("heading", { name: "kennel.csv" })).toBeVisible();
    await expect(page.getByText("Line 3: Gender “?” cannot be read")).toBeVisible();
    await page.getByRole("button", { name: "Undo This Import" }).click();
    const question = page.getByRole("alertdialog", { name: "Undo this import?" });
    await expect(question.getByText("1 dog that the file added is deleted.")).toBeVisible();
    await question.getByRole("button", { name: "Undo Import" }).click();
    await expect(page.getByRole("heading", { name: "Import undone" })).toBeVisible();
    await page.getByRole("link", { name: "All Dogs" }).click();
    await expect(dogCard(page, "Hazel of Oak")).toHaveCount(0);
    await context.close();
  },
);
