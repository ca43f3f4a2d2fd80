/** Tests a kennel's own payment account in the browser. */
import { expect, test } from "@playwright/test";
import { openCardProvider } from "../support/card-provider";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { startStudbook, visitor } from "./studbook";

const KEY = "rk_test_right";

let studbook: Runtime;
let stripe: Awaited<ReturnType<typeof openCardProvider>>;
test.beforeAll(async () => {
  stripe = await openCardProvider(KEY);
  studbook = await startStudbook({
    env: { ...stripe.env, STUDBOOK_CREDENTIAL_KEYS: `k1:${"ab".repeat(32)}` },
  });
});
test.afterAll(async () => {
  await studbook?.stop();
  await stripe?.close();
});

test("[GAP-SET-16] the kennel's own account is connected, receives a payment, fails and is disconnected", async ({
  browser,
}) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Pauline"));
  await page.goto(`${studbook.origin}/dashboard/settings?tab=integrations`);
  const card = page.locator("#payments");
  await card.getByRole("button", { name: "Connect Stripe" }).click();
  const connecting = page.getByRole("dialog", { name: "Connect Stripe" });
  await connecting.getByLabel("Secret key").fill("rk_test_wrong");
  await connecting.getByRole("button", { name: "Connect" }).click();
  await expect(connecting.getByText("Stripe does not recognize this key")).toBeVisible();
  await expectAccessible(page, "a refused key");
  await connecting.getByLabel("Secret key").fill(KEY);
  await connecting.getByRole("button", { name: "Connect" }).click();
  await expect(connecting).toBeHidden();
  await expect(card.getByText("Test mode: no card is charged")).toBeVisible();

  await card.getByRole("button", { name: "New Link" }).click();
  const making = page.getByRole("dialog", { name: "New Payment Link" });
  await making.getByLabel("Purpose").fill("Deposit for a puppy of Bella");
  await making.getByLabel("Amount").fill("300");
  await making.getByRole("button", { name: "Create Link" }).click();
  await expect(making).toBeHidden();
  const link = card.getByRole("list", { name: "Payment links" }).getByRole("listitem");
  await expect(link).toHaveText(/Deposit for a puppy of Bella\s*\$300\.00\s*Open/u);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, "a connected account, narrow");

  stripe.provider.pay("plink_1");
  await card.getByRole("button", { name: "Check for payments" }).click();
  await expect(link.getByText("Paid")).toBeVisible();
  await expect(link.getByRole("button")).toHaveCount(0);

  stripe.provider.setDown(true);
  await card.getByRole("button", { name: "Test", exact: true }).click();
  await expect(card.getByText(/^Stripe is not responding right now ·/u)).toBeVisible();
  stripe.provider.setDown(false);
  await card.getByRole("button", { name: "Disconnect" }).click();
  const question = page.getByRole("alertdialog", { name: "Disconnect the payment account?" });
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expect(card.getByRole("button", { name: "Connect Stripe" })).toBeVisible();
  await context.close();
});
