/** Tests the user's account. */
import { expect } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

test("the user menu leads to profile, security and help", async ({ browser }) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Mia"));
  const open = async (name: string) => {
    await page.getByRole("button", { name: /^User menu of/ }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await open("Security");
  await expect(page.getByRole("tab", { name: "Security" })).toHaveAttribute("aria-selected", "true");
  await open("Profile");
  await expect(page.getByRole("tab", { name: "Profile" })).toHaveAttribute("aria-selected", "true");
  await open("Help");
  await expect(page.locator('[data-slot="tutorial-card"]')).toBeVisible();
  await context.close();
});

test("[GAP-SET-11] on a phone the secret key opens the authenticator app or is copied, and Escape does not lose the backup codes", async ({
  browser,
}) => {
  const lea = person("Lea");
  const { page, context } = await visitor(browser, studbook.origin, lea);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${studbook.origin}/dashboard/settings?tab=security`);
  await page.getByRole("button", { name: "Set Up", exact: true }).click();
  const setup = page.getByRole("dialog", { name: "Set Up Two-Factor Authentication" });
  await setup.getByLabel("Your password").fill(lea.password);
  await setup.getByRole("button", { name: "Continue" }).click();
  const key = (await setup.getByRole("group", { name: "Key" }).innerText()).replaceAll(/\s/g, "");
  await expect(setup.getByRole("link", { name: "Open Authenticator App" })).toHaveAttribute(
    "href",
    new RegExp(`^otpauth://totp/.*secret=${key}`),
  );
  await setup.getByRole("button", { name: "Copy Key" }).click();
  await expect(page.getByText("Key copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expectAccessible(page);
  await setup.getByLabel("Code from the app").fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await setup.getByRole("button", { name: "Turn On" }).click();
  const codes = page.getByRole("list", { name: "Backup codes" });
  await expect(codes).toBeVisible();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Close without saving the codes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(codes).toBeVisible();
  await page.getByRole("button", { name: "I Have Saved Them" }).click();
  await expect(codes).toBeHidden();
  await context.close();
});

test(
  "[GAP-SET-12] a pending deletion is shown on every screen and can be canceled there",
  { tag: "@core" },
  async ({ browser }) => {
    const { page, context, person: uma } = await visitor(browser, studbook.origin, person("Uma"));
    await page.goto(`${studbook.origin}/dashboard/settings?tab=data`);
    await page.getByRole("button", { name: "Delete My Account" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
    await dialog.getByLabel("Your password").fill(uma.password);
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
    await dialog.getByRole("button", { name: "Delete My Account" }).click();
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${studbook.origin}/dashboard/dogs`);
    const banner = page.getByRole("status").filter({ hasText: /^Your account will be deleted on/ });
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Keep My Account" }).click();
    await expect(banner).toBeHidden();
    await context.close();
  },
);
