/** Tests rarely used dogs screens in both themes, by keyboard and with a screen reader. */
import { Buffer } from "node:buffer";
import { expect, type Browser, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import { paintLogo } from "../support/logos";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { leaveDialog, startStudbook, test, visitor } from "./studbook";

const TODAY = "2026-11-21";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

/** The two dogs are full siblings of one sex. Their parents are recorded too. */
async function breederWithBrothers(browser: Browser, name: string) {
  const breeder = await visitor(browser, studbook.origin, person(name));
  const { client } = breeder.person;
  const kennelId = await firstKennelId(breeder.person);
  const add = async (dog: { name: string; gender: "male" | "female"; sireId?: string; damId?: string }) =>
    (await client.mutation(api.dogs.dogs.create, { ...dog, kennelId, breed: "Beagle", today: TODAY }))._id;
  const parents = {
    sireId: await add({ name: "Oak", gender: "male" }),
    damId: await add({ name: "Elm", gender: "female" }),
  };
  const rex = await add({ name: "Rex", gender: "male", ...parents });
  await add({ name: "Max", gender: "male", ...parents });
  return { ...breeder, rex };
}

test("[GAP-ANC-02] two dogs of one sex are compared by keyboard", async ({ browser }) => {
  const { page, context, rex } = await breederWithBrothers(browser, "Carla");
  await page.goto(`${studbook.origin}/dashboard/dogs/${rex}`);
  await page.getByRole("tab", { name: "Ancestry" }).click();
  const section = page.getByRole("region", { name: "Compare two dogs" });
  await section.getByRole("combobox", { name: "Compare Rex with" }).focus();
  await page.keyboard.type("Max");
  await expect(section.getByRole("option", { name: /^Max/u })).toBeVisible();
  await expect(section.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(section.getByText("Rex and Max are full siblings")).toBeVisible();
  await expect(section.getByText("25.00%")).toBeVisible();
  await expect(section.getByRole("table", { name: "Common ancestors" })).toBeVisible();
  await expectAccessible(page, "comparison");
  await context.close();
});

async function openFromMenu(page: Page, item: string): Promise<void> {
  await page.goto(`${studbook.origin}/dashboard/dogs`);
  await page.getByRole("button", { name: "Actions for Rex" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("the certificate and the drawn ancestry pass axe", async ({ browser }) => {
  const { page, context, rex } = await breederWithBrothers(browser, "Doris");
  await openFromMenu(page, "Print Pedigree");
  await expect(page.getByText(/^Ready: one page/u)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, "certificate");
  await page.goto(`${studbook.origin}/dashboard/dogs?ancestry=${rex}`);
  await expect(page.getByRole("group", { name: "Ancestry of Rex" })).toBeVisible();
  await expectAccessible(page, "ancestry");
  await context.close();
});

test("the photos, the form and the import pass axe", async ({ browser }) => {
  const { page, context } = await breederWithBrothers(browser, "Emma");
  const dogs = `${studbook.origin}/dashboard/dogs`;
  await openFromMenu(page, "Manage Photos");
  await expect(page.getByText("No photos yet")).toBeVisible();
  await expectAccessible(page, "photos");
  await page.goto(`${dogs}?add=1`);
  await expect(page.getByRole("dialog", { name: "Add New Dog" })).toBeVisible();
  await expectAccessible(page, "add form");
  await page.goto(dogs);
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import from CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from CSV" });
  const buffer = Buffer.from("Name,Breed,Gender\nAria,Beagle,female\n");
  await dialog.locator("input[type=file]").setInputFiles({ name: "dogs.csv", mimeType: "text/csv", buffer });
  await expect(dialog.getByText(/^1 row/u)).toBeVisible();
  await expectAccessible(page, "import");
  await context.close();
});

test("a dialog reports that the plan is full, and can be closed by keyboard", async ({ browser }) => {
  const limited = await startStudbook({ env: { STUDBOOK_BILLING: "on" } });
  const { page, context, person: edith } = await visitor(browser, limited.origin, person("Edith"));
  const kennelId = await firstKennelId(edith);
  const { limit } = await edith.client.query(api.billing.billing.dogLimitCheck, { kennelId });
  for (let count = 0; count < (limit ?? 0); count += 1) {
    const dog = { kennelId, name: `Dog ${count}`, breed: "Beagle", gender: "male", today: TODAY } as const;
    await edith.client.mutation(api.dogs.dogs.create, dog);
  }
  await page.goto(`${limited.origin}/dashboard/dogs`);
  await page.getByRole("button", { name: "Add Dog" }).first().click();
  await expect(page.getByRole("dialog", { name: "Dog limit reached!" })).toBeVisible();
  await expectAccessible(page, "limit");
  await leaveDialog(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page, "limit banner");
  await context.close();
  await limited.stop();
});

test("[GAP-SET-18] a logo is added to the kennel, appears beside its name and is removed again", async ({
  browser,
}) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Frida"));
  await page.goto(`${studbook.origin}/dashboard/settings?tab=kennel`);
  const section = page.getByRole("region", { name: "Logo" });
  const buffer = Buffer.from(await paintLogo("webp"));
  await section
    .getByLabel("Choose a logo")
    .setInputFiles({ name: "logo.webp", mimeType: "image/webp", buffer });
  const logo = section.getByRole("img", { name: /^Logo of/u });
  await expect(logo).toBeVisible();
  await expect(logo).toHaveJSProperty("naturalWidth", 640);
  await expect(section.getByRole("button", { name: "Replace Logo" })).toBeVisible();
  await expectAccessible(page, "logo");
  await section.getByRole("button", { name: "Remove" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove Logo" }).press("Enter");
  await expect(section.getByRole("button", { name: "Upload Logo" })).toBeFocused();
  await context.close();
});
