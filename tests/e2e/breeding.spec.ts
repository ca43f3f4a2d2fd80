/** Tests the Breeding screen in a browser. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;
let kennelId: string;
const PAIR = "Rex × Bella";
/** A mating so long ago that puppies may have been born. */
const mated = addDays(today, -62);

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  kennelId = await firstKennelId(anna.person);
  for (const [name, gender] of [
    ["Rex", "male"],
    ["Max", "male"],
    ["Bella", "female"],
  ] as const) {
    const dog = { kennelId, name, gender, breed: "Beagle", isBreedingDog: name !== "Max", today };
    await anna.person.client.mutation(api.dogs.dogs.create, dog);
  }
});
test.afterAll(async () => {
  await anna.context.close();
});

const addressOf = (rest = "") => `${studbook.origin}/k/${kennelId}/dashboard/breeding${rest}`;

async function choose(page: Page, entry: string, pair = PAIR): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${pair}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name} ?\\d`) });

test.describe.serial("a breeding", () => {
  test(
    "[BRD-06] [BRD-10] [BRD-32] is planned from the empty screen, with the due date 63 days later",
    { tag: "@core" },
    async () => {
      const { page } = anna;
      await page.goto(addressOf());
      await page.getByRole("button", { name: "Plan First Breeding" }).click();
      const dialog = page.getByRole("dialog", { name: "Plan New Breeding" });
      await dialog.getByRole("combobox", { name: "Sire" }).click();
      await expect(page.getByRole("option", { name: /^Rex/ })).toBeVisible();
      await expect(page.getByRole("option", { name: /^Max/ })).toHaveCount(0);
      await page.getByRole("option", { name: /^Rex/ }).click();
      await dialog.getByRole("combobox", { name: "Dam" }).fill("bel");
      await page.getByRole("option", { name: /^Bella/ }).click();
      await dialog.getByLabel("Mating Date").fill(mated);
      await expect(dialog.getByLabel("Expected Delivery Date")).toHaveValue(addDays(mated, 63));
      await dialog.getByLabel("Stud Fee (USD)").fill("1,500");
      await dialog.getByLabel("Notes").fill("First litter");
      await dialog.getByRole("button", { name: "Plan Breeding" }).click();
      await expect(page.getByText("Breeding planned successfully")).toBeVisible();
      const card = page.getByRole("article", { name: PAIR });
      await expect(card).toContainText("$1,500.00");
      await expect(tab(page, "Planned")).toHaveText(/1$/);
      await expect(page).toHaveURL(addressOf());
    },
  );

  test(
    "[BRD-18] [BRD-19] [BRD-27] is bred and confirmed, and shows its progress",
    { tag: "@core" },
    async () => {
      const { page } = anna;
      await choose(page, "Mark as Bred");
      await page.getByRole("dialog").getByRole("button", { name: "Mark as Bred" }).click();
      await expect(page.getByText("Breeding status updated to 'bred'")).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      await choose(page, "Confirm Pregnancy");
      await page.getByRole("radio", { name: "Ultrasound" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm Pregnancy" }).click();
      await expect(page.getByText("Breeding status updated to 'confirmed'")).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveAttribute(
        "aria-valuetext",
        /^98\.4 percent, day 62 of 63$/,
      );
    },
  );

  test(
    "[BRD-20] [GAP-BRD-03] whelps with a litter, and shows how many puppies were born and are alive",
    { tag: "@core" },
    async () => {
      const { page } = anna;
      await choose(page, "Mark as Whelped");
      const dialog = page.getByRole("dialog", { name: "Mark as Whelped" });
      await dialog.getByLabel("Born").fill("6");
      await dialog.getByLabel("Alive").fill("7");
      await dialog.getByRole("button", { name: "Mark as Whelped" }).click();
      await expect(dialog.getByText("Number alive cannot be more than the number born")).toBeVisible();
      await dialog.getByLabel("Alive").fill("5");
      await dialog.getByLabel("Males", { exact: true }).fill("2");
      await dialog.getByRole("button", { name: "Mark as Whelped" }).click();
      await expect(page.getByText("Breeding status updated to 'whelped'")).toBeVisible();
      await expect(page.getByRole("article", { name: PAIR })).toContainText("6 born, 5 alive");
      await expect(tab(page, "Whelped")).toHaveText(/1$/);
      await choose(page, "Open Litter");
      await expect(page).toHaveURL(/\/dashboard\/litters\/\w+$/);
    },
  );

  test("[GAP-BRD-02] opens at its own address, closes with Back, and links to its dogs", async () => {
    const { page } = anna;
    await page.goto(addressOf("?tab=whelped&search=bella"));
    await page.getByRole("article", { name: PAIR }).getByRole("link").first().click();
    const dialog = page.getByRole("dialog", { name: PAIR });
    await expect(dialog.getByRole("list", { name: "Litters" })).toContainText("6 born, 5 alive");
    await expect(page).toHaveURL(/\/breeding\/\w+\?tab=whelped&search=bella$/);
    await dialog.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByRole("dialog", { name: "Edit Breeding" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog", { name: "Edit Breeding" })).toBeHidden();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(addressOf("?tab=whelped&search=bella"));
    await page.goForward();
    await dialog.getByRole("link", { name: "Bella" }).click();
    const dog = page.getByRole("dialog", { name: "Bella" });
    await dog.getByRole("tab", { name: "Breeding" }).click();
    await dog.getByRole("link", { name: /^Open the breeding of/ }).click();
    await expect(page.getByRole("dialog", { name: PAIR })).toBeVisible();
  });

  test("[BRD-35] [GAP-BRD-18] cannot be deleted while it has a litter", async () => {
    const { page } = anna;
    await page.goto(addressOf());
    await choose(page, "Delete");
    const question = page.getByRole("alertdialog", {
      name: "Are you sure you want to delete this breeding record?",
    });
    await expect(question.getByText(/has a litter, so it cannot be deleted/)).toBeVisible();
    await expect(question.getByRole("button", { name: "Delete" })).toBeDisabled();
    await question.getByRole("button", { name: "Cancel" }).click();
  });
});

test("[BRD-22] [GAP-BRD-04] a failed plan is listed under Failed, and can be undone or deleted", async () => {
  const { page } = anna;
  const dogs = await anna.person.client.query(api.dogs.dogs.list, { kennelId, page: 1, limit: 10 });
  const idOf = (name: string) => dogs.data.find((dog) => dog.name === name)?._id ?? "";
  await anna.person.client.mutation(api.breedings.breedings.create, {
    kennelId,
    sireId: idOf("Max"),
    damId: idOf("Bella"),
    breedingDate: addDays(today, 20),
    notes: "Next season",
  });
  await page.goto(addressOf());
  await choose(page, "Mark as Bred", "Max × Bella");
  const dialog = page.getByRole("dialog", { name: "Mark as Bred" });
  await expect(dialog.getByLabel("Mating Date")).toHaveValue(today);
  await dialog.getByLabel("Mating Date").fill(addDays(today, 20));
  await expect(dialog).toContainText("is in the future");
  await page.getByRole("button", { name: "Cancel" }).click();
  await choose(page, "Mark as Failed", "Max × Bella");
  await tab(page, "Failed").click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await choose(page, "Back to Planned", "Max × Bella");
  await page.getByRole("button", { name: "Back to Planned" }).click();
  await expect(page.getByText("No failed breedings")).toBeVisible();
  await tab(page, "All").click();
  await page.getByRole("searchbox", { name: "Search breedings" }).fill("next SEASON");
  await expect(page).toHaveURL(/search=next\+SEASON/);
  await expect(page.getByRole("article")).toHaveCount(1);
  await choose(page, "Delete", "Max × Bella");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "No breedings match your search" })).toBeVisible();
});

test("[GAP-BRD-01] the breedings can be downloaded in each file format", async () => {
  const { page } = anna;
  await page.goto(addressOf());
  for (const [choice, name] of [
    ["CSV", "breedings.csv"],
    ["Excel", "breedings.xlsx"],
    ["PDF", "breedings.pdf"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: choice }).click();
    expect((await download).suggestedFilename()).toBe(name);
  }
});

test("[GAP-AUTH-03] a viewer sees each change immediately and has no control that changes anything", async ({
  browser,
}) => {
  const tom = await visitor(browser, studbook.origin, person("Tom"));
  await joinKennel(anna.person, tom.person, { kennelId, role: "viewer" });
  const { page } = tom;
  await page.goto(addressOf("?add=1"));
  const card = page.getByRole("article", { name: PAIR });
  await expect(card).toContainText("Whelped");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Plan Breeding" })).toHaveCount(0);
  await page.getByRole("button", { name: `Actions for ${PAIR}` }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["View Details", "Open Litter", "History"]);
  await page.keyboard.press("Escape");
  const { data } = await anna.person.client.query(api.breedings.breedings.list, { kennelId });
  const breedingId = data[0]?._id ?? "";
  await anna.person.client.mutation(api.breedings.breedings.setStatus, {
    breedingId,
    status: "completed",
    today,
  });
  await expect(card).toContainText("Completed");
  await tom.context.close();
});

test("axe finds nothing on the screen and in its dialogs", async () => {
  const { page } = anna;
  await page.goto(addressOf());
  await expect(page.getByRole("article", { name: PAIR })).toBeVisible();
  await expectAccessible(page, "list");
  await page.getByRole("button", { name: `Actions for ${PAIR}` }).click();
  await expectAccessible(page, "menu", "[role=menu]");
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Breeding" })).toBeVisible();
  await expectAccessible(page, "form");
  await page.keyboard.press("Escape");
  await page.getByRole("article", { name: PAIR }).getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByRole("list", { name: "Litters" })).toBeVisible();
  await expectAccessible(page, "details");
  const { pathname } = new URL(page.url());
  await page.goto(addressOf(`?whelp=${pathname.split("/").at(-1)}`));
  await expect(page.getByRole("dialog", { name: "Mark as Whelped" })).toBeVisible();
  await expectAccessible(page, "whelping");
  await page.goto(addressOf("?search=zzz"));
  await expect(page.getByRole("heading", { name: "No breedings match your search" })).toBeVisible();
  await expectAccessible(page, "no match");
});

test("on a phone nothing lies outside the screen, and planning is one tap away", async () => {
  const { page } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf());
  await expect(page.getByRole("article", { name: PAIR })).toBeVisible();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.getByRole("button", { name: "Plan Breeding" }).click();
  await expect(page.getByRole("dialog", { name: "Plan New Breeding" })).toBeVisible();
  expect(await overflow()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});
