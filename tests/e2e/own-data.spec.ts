/** Tests downloads in Settings, and the deletion of an account and of a kennel. */
import { readFileSync } from "node:fs";
import { expect, type Download, type Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const PHONE = { width: 390, height: 844 };

const bytesOf = async (download: Download): Promise<Uint8Array> =>
  new Uint8Array(readFileSync(await download.path()));

async function downloaded(page: Page, start: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent("download");
  await start();
  return await download;
}

/** The history has a separate export. */
const exportCard = (page: Page) =>
  page
    .locator('[data-slot="card"]')
    .filter({ has: page.getByRole("heading", { name: "Export data", exact: true }) });

/** The owner has one dog. */
async function openTab({ person: who, page }: Visitor): Promise<void> {
  const dog = { name: "Bella of Oak Hill", breed: "Beagle", gender: "female" as const, today: "2026-11-21" };
  await who.client.mutation(api.dogs.dogs.create, { ...dog, kennelId: await firstKennelId(who) });
  await page.goto(`${studbook.origin}/dashboard/settings?tab=data`);
  await expect(exportCard(page).getByRole("button", { name: "Export CSV" })).toBeEnabled();
}

test(
  "[SET-09] [SET-10] [SET-11] [GAP-SET-12] [GAP-SET-13] all data, the personal package and settings are downloaded as files",
  { tag: "@core" },
  async ({ browser }) => {
    const breeder = await visitor(browser, studbook.origin, person("Dora"));
    const { page } = breeder;
    await openTab(breeder);
    const save = async (label: string) =>
      await downloaded(page, async () => {
        await expect(exportCard(page).getByRole("button", { name: `Export ${label}` })).toBeEnabled();
        await exportCard(page)
          .getByRole("button", { name: `Export ${label}` })
          .click();
      });

    const csv = await save("CSV");
    expect(csv.suggestedFilename()).toMatch(/^studbook-export-\d{4}-\d\d-\d\d\.zip$/);
    expect(strFromU8(unzipSync(await bytesOf(csv))["dogs.csv"] ?? new Uint8Array())).toContain(
      "Bella of Oak Hill",
    );
    const workbook = unzipSync(await bytesOf(await save("Excel")));
    expect(Object.keys(workbook)).toContain("xl/workbook.xml");
    const printed = await save("PDF");
    expect(printed.suggestedFilename()).toMatch(/\.pdf$/);
    expect(strFromU8((await bytesOf(printed)).slice(0, 5))).toBe("%PDF-");

    await page.getByRole("button", { name: "Request My Data" }).click();
    const own = await downloaded(
      page,
      async () => await page.getByRole("link", { name: "Download" }).click(),
    );
    const files = unzipSync(await bytesOf(own));
    expect(strFromU8(files["person.json"] ?? new Uint8Array())).toContain(breeder.person.email);

    const settings = await downloaded(
      page,
      async () => await page.getByRole("button", { name: "Export Settings" }).click(),
    );
    const content = JSON.parse(strFromU8(await bytesOf(settings)));
    content.user.wallpaper = "blue";
    const buffer = Buffer.from(JSON.stringify(content));
    await page
      .getByLabel("Settings file")
      .setInputFiles({ name: "settings.json", mimeType: "application/json", buffer });
    await expect(page.getByText("Not recognized and skipped: user.wallpaper")).toBeVisible();
    await breeder.context.close();
  },
);

test("[GAP-SET-12] the deletion of an account is requested with the password and canceled, and all screens pass axe", async ({
  browser,
}) => {
  const breeder = await visitor(browser, studbook.origin, person("Ida"));
  const { page } = breeder;
  await openTab(breeder);
  await page.getByRole("button", { name: "Delete My Account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  await expect(dialog.getByText("My Kennel")).toBeVisible();
  await expectAccessible(page, "dialog");
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete My Account" }).click();
  await expect(dialog.getByText("Wrong password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(breeder.person.password);
  await dialog.getByRole("button", { name: "Delete My Account" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Your account will be deleted on").first()).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectAccessible(page, "phone");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("main").getByRole("button", { name: "Keep My Account" }).click();
  await expect(page.getByRole("button", { name: "Delete My Account" })).toBeVisible();
  await breeder.context.close();
});

test("[GAP-KEN-06] a kennel is deleted 14 days after the request, everybody sees the day, and it can be canceled", async ({
  browser,
}) => {
  const breeder = await visitor(browser, studbook.origin, person("Kai"));
  const { page } = breeder;
  await openTab(breeder);
  await page.goto(`${studbook.origin}/dashboard/settings?tab=kennel`);
  await page.getByRole("button", { name: "Delete Kennel" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete My Kennel?" });
  await expect(dialog.getByRole("button", { name: "Delete Kennel" })).toBeDisabled();
  await dialog.getByLabel("Type My Kennel to confirm").fill("My Kennel");
  await expectAccessible(page, "dialog");
  await dialog.getByRole("button", { name: "Delete Kennel" }).click();
  await expect(dialog).toBeHidden();
  const note = page.getByRole("status").filter({ hasText: /^My Kennel will be deleted on/ });
  await expect(note).toBeVisible();
  await page.goto(`${studbook.origin}/dashboard/settings?tab=data`);
  await expect(note).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectAccessible(page, "phone");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Keep Kennel" }).click();
  await expect(note).toBeHidden();
  await breeder.context.close();
});
