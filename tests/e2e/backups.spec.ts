/** A backup is created and downloaded, the kennel changes, and the file restores everything, including photos. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import type { Runtime } from "../support/runtime";
import { addDog, dogCard, test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const openTab = async (page: Page) => {
  await page.goto(`${studbook.origin}/dashboard/settings?tab=data`);
  await expect(page.getByRole("button", { name: "Create Backup Now" })).toBeEnabled();
};
const openDogs = async (page: Page) => await page.goto(`${studbook.origin}/dashboard/dogs`);

test(
  "[BAK-02] [BAK-03] [BAK-07] a backup is created, downloaded, and restored from its file",
  { tag: "@core" },
  async ({ browser }, { repeatEachIndex }) => {
    const who = {
      firstName: "Ida",
      name: "Ida Lindqvist",
      email: `ida${repeatEachIndex}@example.com`,
      password: "correct horse battery",
    };
    const { page } = await visitor(browser, studbook.origin, who);
    await openDogs(page);
    await addDog(page, { name: "Bella", breed: "Beagle" });
    await expect(dogCard(page, "Bella")).toBeVisible();

    await openTab(page);
    await expect(page.getByText("No backups yet")).toBeVisible();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Create Backup Now" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^studbook-backup-\d{4}-\d{2}-\d{2}\.json$/);
    await expect(page.getByText("Backup created successfully!")).toBeVisible();
    const content = await readFile(await download.path());
    expect(JSON.parse(content.toString())).toMatchObject({ metadata: { product: "studbook" } });

    // The stored backup is intact.
    await page.getByRole("button", { name: /^Check the backup of/ }).click();
    await expect(page.getByText("Checked: every record and file is intact.")).toBeVisible();

    await openDogs(page);
    await addDog(page, { name: "Nala", breed: "Beagle" });
    await expect(dogCard(page, "Nala")).toBeVisible();

    // A file that is not a backup is refused where it was chosen.
    await openTab(page);
    const input = page.getByLabel("Backup file");
    await input.setInputFiles({
      name: "notes.json",
      mimeType: "application/json",
      buffer: Buffer.from("{}"),
    });
    await expect(page.getByText("Invalid backup file format")).toBeVisible();

    await input.setInputFiles({ name: "backup.json", mimeType: "application/json", buffer: content });
    const dialog = page.getByRole("dialog", { name: "Restore from Backup" });
    await expect(dialog.getByText("1 dog", { exact: true })).toBeVisible();
    await dialog.getByRole("radio", { name: "Go back to this backup exactly" }).click();
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(page.getByText("Backup restored successfully!")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("list", { name: "Backups" }).getByText("Before a restore")).toBeVisible();
    await openDogs(page);
    await expect(dogCard(page, "Bella")).toBeVisible();
    await expect(dogCard(page, "Nala")).toHaveCount(0);

    // The earlier state was saved, and restores the other dog.
    await openTab(page);
    await page
      .getByRole("list", { name: "Backups" })
      .getByRole("listitem")
      .filter({ hasText: "Before a restore" })
      .getByRole("button", { name: /^Restore the backup/ })
      .click();
    await expect(dialog.getByText("2 dogs", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(page.getByText("Backup restored successfully!")).toBeVisible({ timeout: 20_000 });
    await openDogs(page);
    await expect(dogCard(page, "Nala")).toBeVisible();
    await expect(dogCard(page, "Bella")).toBeVisible();

    // A backup that is deleted from the list disappears only from the list.
    await openTab(page);
    const kept = page.getByRole("list", { name: "Backups" }).getByRole("listitem");
    await expect(kept).toHaveCount(3);
    await kept
      .filter({ hasText: "Manual" })
      .getByRole("button", { name: /^Delete the backup of/ })
      .click();
    const question = page.getByRole("alertdialog", { name: /^Delete the backup of/ });
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Backup deleted")).toBeVisible();
    await expect(kept).toHaveCount(2);
    await openDogs(page);
    await expect(dogCard(page, "Bella")).toBeVisible();
  },
);
