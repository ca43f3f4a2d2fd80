/** Tests plans in the browser: from the limit to the paid plan and back. */
import { expect, test, type Browser, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { addDog, nameField, signIn, startStudbook, visitor } from "./studbook";

const TODAY = "2026-11-21";

let studbook: Runtime;
test.beforeAll(async () => {
  studbook = await startStudbook({ payments: true });
});
test.afterAll(async () => studbook?.stop());

async function owner(browser: Browser, name: string, dogs: number) {
  const breeder = await visitor(browser, studbook.origin, person(name));
  const { client } = breeder.person;
  const kennelId = await firstKennelId(breeder.person);
  for (let number = 1; number <= dogs; number += 1) {
    const dog = { name: `Dog ${number}`, breed: "Beagle", gender: "female" as const };
    await client.mutation(api.dogs.dogs.create, { ...dog, kennelId, today: TODAY });
  }
  return { ...breeder, kennelId };
}

const cardOf = (page: Page, plan: string) => page.getByRole("region", { name: `${plan} plan` });

test(
  "[BILL-28] [BILL-14] [GAP-BILL-11] a breeder at the limit buys a plan, a second browser shows it live, and a cancellation ends it",
  { tag: "@core" },
  async ({ browser }) => {
    test.slow();
    const { page, context, person: who } = await owner(browser, "Wilma", 3);
    const secondContext = await browser.newContext({ reducedMotion: "reduce" });
    const second = await secondContext.newPage();
    await signIn(second, studbook.origin, who);
    await expect(cardOf(second, "Free").getByText("3 of 3 dogs")).toBeVisible();

    await page.goto(`${studbook.origin}/dashboard/dogs`);
    await page.getByRole("button", { name: "Add Dog" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Dog limit reached!" });
    await expect(dialog.getByText("You have 3 of 3 dogs on the Free plan.")).toBeVisible();
    await expectAccessible(page, "limit dialog");
    await dialog.getByRole("button", { name: "Upgrade to Individual" }).click();

    await expect(page.getByRole("heading", { name: "Subscribe to Studbook Individual" })).toBeVisible();
    await expect(page.getByText("Test mode: no card is charged")).toBeVisible();
    await expectAccessible(page, "checkout");
    await page.getByRole("button", { name: "Pay $10.00" }).click();

    await expect(page.getByText("You are on the Individual plan")).toBeVisible();
    await expect(cardOf(second, "Individual").getByText("$10/mo", { exact: true })).toBeVisible();
    await expect(cardOf(second, "Individual").getByText("3 of 15 dogs")).toBeVisible();
    // The form that did not fit the plan is open again, unchanged.
    await expect(page.getByRole("dialog", { name: "Add New Dog" })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.goto(`${studbook.origin}/dashboard/dogs`);
    await addDog(page, { name: "Fourth", breed: "Beagle" });
    await expect(cardOf(second, "Individual").getByText("4 of 15 dogs")).toBeVisible();

    await cardOf(second, "Individual").getByRole("button", { name: "Upgrade to Enterprise" }).click();
    await expect(second.getByRole("heading", { name: "Change to Studbook Enterprise" })).toBeVisible();
    await expectAccessible(second, "change");
    await second.getByRole("button", { name: "Confirm" }).click();
    await expect(second.getByText("You are on the Enterprise plan")).toBeVisible();
    await expect(cardOf(second, "Enterprise").getByText("4 dogs", { exact: true })).toBeVisible();

    await page.goto(`${studbook.origin}/dashboard`);
    await cardOf(page, "Enterprise").getByRole("button", { name: "Manage" }).click();
    await expect(page.getByRole("heading", { name: "Studbook Enterprise" })).toBeVisible();
    await expectAccessible(page, "portal");
    await page.getByRole("button", { name: "Cancel the plan" }).click();
    await expect(page.getByRole("button", { name: "Keep the plan" })).toBeVisible();
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(cardOf(page, "Enterprise").getByText(/^Expires: /u)).toBeVisible();
    await expect(cardOf(second, "Enterprise").getByText("Canceled", { exact: true })).toBeVisible();
    await secondContext.close();
    await context.close();
  },
);

test("[GAP-BILL-12] a file with more dogs than the plan allows requires one payment, and is imported on the return", async ({
  browser,
}) => {
  test.slow();
  const { page, context } = await owner(browser, "Wendy", 0);
  await page.goto(`${studbook.origin}/dashboard/dogs?import=1`);
  const names = Array.from({ length: 16 }, (_, index) => `Dog ${String.fromCodePoint(65 + index)}`);
  const csv = ["Name,Breed,Sex", ...names.map((name) => `${name},Beagle,female`)].join("\n");
  const dialog = page.getByRole("dialog", { name: "Import from CSV" });
  await dialog
    .getByLabel("CSV file")
    .setInputFiles({ name: "dogs.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByRole("button", { name: "Check File" }).click();
  await expect(
    dialog.getByText("This file needs room for 16 dogs: Professional has room for them."),
  ).toBeVisible();
  await expectAccessible(page, "import without room");
  await dialog.getByRole("button", { name: "Upgrade to Professional" }).click();
  await page.getByRole("button", { name: "Pay $15.00" }).click();
  await dialog.getByRole("button", { name: "Import 16 dogs" }).click();
  await expect(page.getByText("16 dogs imported")).toBeVisible();
  await context.close();
});

test("[GAP-BILL-06] two browsers fill in the form for the last place: one saves, and the other is refused", async ({
  browser,
}) => {
  const { page, context, person: who } = await owner(browser, "Wanda", 2);
  const secondContext = await browser.newContext({ reducedMotion: "reduce" });
  const second = await secondContext.newPage();
  await signIn(second, studbook.origin, who);
  for (const [each, name] of [
    [page, "First"],
    [second, "Second"],
  ] as const) {
    await each.goto(`${studbook.origin}/dashboard/dogs`);
    await each.getByRole("button", { name: "Add Dog" }).first().click();
    const dialog = each.getByRole("dialog", { name: "Add New Dog" });
    await nameField(dialog).fill(name);
    await dialog.getByRole("combobox", { name: "Breed" }).fill("Beagle");
    await dialog.getByLabel("Call Name").focus();
  }
  const save = async (each: Page) =>
    await each.getByRole("dialog", { name: "Add New Dog" }).getByRole("button", { name: "Add Dog" }).click();
  await Promise.all([save(page), save(second)]);
  const refused = page.getByText(/Failed to save dog\. You have 3 of 3 dogs/u);
  const refusedToo = second.getByText(/Failed to save dog\. You have 3 of 3 dogs/u);
  await expect(refused.or(page.getByText("Dog added successfully")).first()).toBeVisible();
  await expect(refusedToo.or(second.getByText("Dog added successfully")).first()).toBeVisible();
  expect((await refused.count()) + (await refusedToo.count())).toBe(1);
  await secondContext.close();
  await context.close();
});

test("[BILL-26] [GAP-BILL-10] [GAP-BILL-12] the billing card by keyboard and on a narrow screen: canceled, declined, unpaid and paid again", async ({
  browser,
}) => {
  const { page, context } = await owner(browser, "Wolke", 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${studbook.origin}/dashboard`);
  await expect(cardOf(page, "Free")).toBeVisible();
  await expectAccessible(page, "free");
  const upgrade = cardOf(page, "Free").getByRole("button", { name: "Upgrade to Individual" });
  await upgrade.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Go back without paying" }).click();
  await expect(page.getByText("Checkout canceled. Nothing was charged.")).toBeVisible();
  await expect(page).toHaveURL(/\/k\/[^/]+\/dashboard$/u);

  await upgrade.click();
  await page.getByRole("button", { name: "Pay with a card that is declined" }).click();
  await expect(page.getByRole("alert")).toHaveText("The card was declined. Nothing was paid.");
  await expectAccessible(page, "declined");
  await page.getByRole("button", { name: "Pay $10.00" }).click();
  const card = cardOf(page, "Individual");
  await expect(card.getByText(/^Next billing: /u)).toBeVisible();

  await card.getByRole("button", { name: "Manage" }).click();
  await page.getByText("Try what else can happen").click();
  await page.getByRole("button", { name: "Let a payment fail" }).click();
  await expect(page.getByText("The last payment of $10.00 failed.")).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(card.getByText(/keeps working until/u)).toBeVisible();
  await expectAccessible(page, "past due");
  await card.getByRole("button", { name: "Manage payment" }).click();
  await page.getByRole("button", { name: "Pay what is owed" }).click();
  await expect(page.getByRole("button", { name: "Cancel the plan" })).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(card.getByText("Active", { exact: true })).toBeVisible();
  await context.close();
});
