/** Tests Health Management in a browser. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { leaveDialog, test, today, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;
let kennelId: string;
let bellaId: string;

/** A white pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
  "base64",
);

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  kennelId = await firstKennelId(anna.person);
  const dog = { kennelId, name: "Bella", gender: "female" as const, breed: "Beagle", today };
  bellaId = (await anna.person.client.mutation(api.dogs.dogs.create, dog))._id;
});
test.afterAll(async () => {
  await anna.context.close();
});

const addressOf = (rest = "") => `${studbook.origin}/k/${kennelId}/dashboard/health${rest}`;
const card = (page: Page, title: string) => page.getByRole("article", { name: `${title}, Bella` });

test.describe.serial("a health record", () => {
  test(
    "[HLT-14] [HLT-16] [HLT-23] is saved with its files, except an invalid file, which is not sent",
    { tag: "@core" },
    async () => {
      const { page } = anna;
      await page.goto(addressOf("/records"));
      await page.getByRole("button", { name: "Add Health Record" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Add Health Record" });
      await dialog.getByRole("combobox", { name: "Dog" }).fill("bel");
      await page.getByRole("option", { name: /^Bella/ }).click();
      await dialog.getByLabel("Title").fill("Lame on the left hind leg");
      await dialog.getByLabel("Description").fill("Since yesterday's walk");
      await dialog.getByLabel("Diagnosis").fill("Sprain");
      await dialog.getByLabel("Follow-up Date").fill(addDays(today, 5));
      await dialog.getByLabel("Cost (USD)").fill("85.50");
      await dialog.getByLabel("Attachment files").setInputFiles([
        { name: "xray.png", mimeType: "image/png", buffer: PNG },
        { name: "script.jpg", mimeType: "image/jpeg", buffer: Buffer.from("#!/bin/sh\nexit 0\n") },
        { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Rest for a week") },
      ]);
      await expect(dialog.getByText("it is not a valid JPG file")).toBeVisible();
      await dialog.getByRole("button", { name: "Add Record" }).click();
      await expect(page.getByText("Health record saved")).toBeVisible();
      const record = card(page, "Lame on the left hind leg");
      await record.getByRole("button", { name: /^Show details/ }).click();
      await expect(record.getByText("Sprain")).toBeVisible();
      await expect(record.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveCount(2);
    },
  );

  test(
    "[HLT-18] [GAP-HLT-06] shows its picture, and downloads any file under its name",
    { tag: "@core" },
    async () => {
      const { page } = anna;
      const record = card(page, "Lame on the left hind leg");
      await record.getByRole("button", { name: "Preview xray.png" }).click();
      const picture = page.getByRole("dialog", { name: "xray.png" }).getByRole("img", { name: "xray.png" });
      await expect(picture).toHaveJSProperty("naturalWidth", 1);
      await leaveDialog(page);
      await record.getByRole("button", { name: "Preview plan.txt" }).click();
      await expect(page.getByText("Cannot preview this file type: text/plain")).toBeVisible();
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download", exact: true }).click();
      expect((await download).suggestedFilename()).toBe("plan.txt");
      await leaveDialog(page);
      await expect(record.getByRole("button", { name: "Preview plan.txt" })).toBeFocused();
    },
  );

  test("opens at its own address and closes with Back, and its follow-up is completed and reopened", async () => {
    const { page } = anna;
    await page.goto(addressOf("/records?search=lame"));
    await card(page, "Lame on the left hind leg").getByRole("link", { name: /^Lame/ }).click();
    await expect(page).toHaveURL(/\/health\/records\/\w+\?search=lame$/);
    const dialog = page.getByRole("dialog", { name: "Lame on the left hind leg" });
    await dialog.getByRole("button", { name: /^Mark Done: the follow-up/ }).click();
    await expect(dialog.getByText(/· done/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(dialog.getByText(/in 5 days/)).toBeVisible();
    await dialog.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByRole("dialog", { name: "Edit Health Record" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog", { name: "Edit Health Record" })).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(addressOf("/records?search=lame"));
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test("[HLT-04] [GAP-HLT-12] the records can be downloaded in each file format, named after the day", async () => {
  const { page } = anna;
  await page.goto(addressOf("/records"));
  for (const [choice, ending] of [
    ["CSV", "csv"],
    ["Excel", "xlsx"],
    ["PDF", "pdf"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: choice }).click();
    expect((await download).suggestedFilename()).toBe(`health-records-${today}.${ending}`);
  }
});

test(
  "[GAP-AUTH-03] a viewer sees changes immediately and has no control that changes anything",
  { tag: "@core" },
  async ({ browser }) => {
    const tom = await visitor(browser, studbook.origin, person("Tom"));
    const { client } = anna.person;
    await joinKennel(anna.person, tom.person, { kennelId, role: "viewer" });
    const { page } = tom;
    await page.goto(addressOf("/records?record=new"));
    await expect(card(page, "Lame on the left hind leg")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Add|^Quick/ })).toHaveCount(0);
    const note = { dogId: bellaId, title: "Teeth", description: "Clean", dateRecorded: today, today };
    await client.mutation(api.health.healthRecords.create, note);
    await expect(card(page, "Teeth")).toBeVisible();
    await tom.context.close();
  },
);

test("on a phone a note takes three taps, from the screen and from the dog", { tag: "@core" }, async () => {
  const { page } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf("/records"));
  await expect(card(page, "Teeth")).toBeVisible();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.getByRole("button", { name: "Quick Add" }).click();
  const sheet = page.getByRole("dialog", { name: "Quick Note" });
  await sheet.getByRole("button", { name: "Bella" }).click();
  await sheet.getByLabel("What happened?").fill("Vomited twice");
  await sheet.getByRole("button", { name: "Save Note" }).click();
  await expect(card(page, "Vomited twice")).toBeVisible();

  await page.goto(`${studbook.origin}/dashboard/dogs/${bellaId}`);
  await page.getByRole("tab", { name: "Health Records" }).click();
  await page.getByRole("link", { name: "Quick Note" }).click();
  await page.getByLabel("What happened?").fill("Eats again");
  await page.getByRole("button", { name: "Save Note" }).click();
  await expect(
    page.getByRole("dialog", { name: "Bella" }).getByRole("link", { name: "Eats again" }),
  ).toBeVisible();
  expect(await overflow()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("axe finds nothing on the screen and in its dialogs", async () => {
  const { page } = anna;
  await page.goto(addressOf("/records"));
  const record = card(page, "Lame on the left hind leg");
  await record.getByRole("button", { name: /^Show details/ }).click();
  await page.getByRole("button", { name: "Filters" }).click();
  await expectAccessible(page, "records");
  await record.getByRole("link", { name: /^Lame/ }).click();
  await expect(page.getByRole("dialog", { name: "Lame on the left hind leg" })).toBeVisible();
  await expectAccessible(page, "page of a record");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Health Record" })).toBeVisible();
  await expectAccessible(page, "form");
  await page.goto(addressOf("?note=new"));
  await expect(page.getByRole("button", { name: "Bella" })).toBeVisible();
  await expectAccessible(page, "quick note");
});
