/** Tests how a breeder secures the account. */
import { expect, type Browser, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person, type Person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { signIn, test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const card = (page: Page, title: string) =>
  page.locator('[data-slot="card"]').filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const openSecurity = async (page: Page) => {
  await page.goto(`${studbook.origin}/dashboard/settings?tab=security`);
  await expect(card(page, "Password")).toBeVisible();
};

async function typePassword(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.goto(`${studbook.origin}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function freshPage(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
}

test(
  "[GAP-SET-11] a second factor is set up, required, replaced by a backup code and turned off",
  { tag: "@core" },
  async ({ browser }) => {
    const tess = person("Tess");
    const { page } = await visitor(browser, studbook.origin, tess);
    await openSecurity(page);
    await expectAccessible(page);
    await card(page, "Two-factor authentication").getByRole("button", { name: "Set Up" }).click();
    const setup = page.getByRole("dialog", { name: "Set Up Two-Factor Authentication" });
    await setup.getByLabel("Your password").fill(tess.password);
    await setup.getByRole("button", { name: "Continue" }).click();
    const key = await setup.getByLabel("Key").innerText();
    const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, "")) });
    await expect(setup.getByRole("img", { name: /QR code/ })).toBeVisible();
    await expectAccessible(page);
    await setup.getByLabel("Code from the app").fill("12");
    await setup.getByRole("button", { name: "Turn On" }).click();
    await expect(setup.getByText("The code has 6 digits")).toBeVisible();
    await setup.getByLabel("Code from the app").fill(app.generate());
    await setup.getByRole("button", { name: "Turn On" }).click();
    const done = page.getByRole("dialog", { name: "Two-factor authentication is on" });
    const listed = done.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
    await expect(listed).toHaveCount(10);
    const codes = await listed.allInnerTexts();
    await expectAccessible(page);
    await done.getByRole("button", { name: "I Have Saved Them" }).click();
    await expect(page.getByText("10 backup codes are left.")).toBeVisible();

    const other = await freshPage(browser);
    await typePassword(other, tess);
    await other.getByLabel("Code", { exact: true }).fill("000000");
    await expectAccessible(other);
    await other.getByRole("button", { name: "Sign In" }).click();
    await expect(other.getByText(/^Wrong code/)).toBeVisible();
    // The app's next code. The previous code was used for the setup, and each code is valid once.
    await other.getByLabel("Code", { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await other.getByRole("checkbox", { name: /Trust this device/ }).check();
    await other.getByRole("button", { name: "Sign In" }).click();
    await other.waitForURL(/\/dashboard/);

    const lost = await freshPage(browser);
    await typePassword(lost, tess);
    await lost.getByRole("button", { name: "Use a backup code" }).click();
    await lost.getByLabel("Backup code").fill(codes[0] ?? "");
    await lost.getByRole("button", { name: "Sign In" }).click();
    await lost.waitForURL(/\/dashboard/);

    await page.reload();
    await expect(page.getByText("9 backup codes are left.")).toBeVisible();
    const history = card(page, "Sign-in history");
    await expect(history.getByText("Wrong code")).toBeVisible();
    await expect(history.getByText("Password correct, code requested").first()).toBeVisible();
    await card(page, "Two-factor authentication").getByRole("button", { name: "Turn Off" }).click();
    const question = page.getByRole("alertdialog", { name: "Turn two-factor authentication off?" });
    await question.getByLabel("Your password").fill("not the password");
    await question.getByRole("button", { name: "Turn Off" }).click();
    await expect(question.getByText("Wrong password")).toBeVisible();
    await question.getByLabel("Your password").fill(tess.password);
    await question.getByRole("button", { name: "Turn Off" }).click();
    await expect(question).toBeHidden();
    await expect(
      card(page, "Two-factor authentication").getByRole("button", { name: "Set Up" }),
    ).toBeVisible();
    await signIn(await freshPage(browser), studbook.origin, tess);
  },
);

test("[SET-02] [SET-04] [SET-05] a new password signs out the other devices, and a single device can be signed out", async ({
  browser,
}) => {
  const pia = person("Pia");
  const { page } = await visitor(browser, studbook.origin, pia);
  const laptop = await freshPage(browser);
  await signIn(laptop, studbook.origin, pia);
  await openSecurity(page);
  const devices = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
  await expect(devices).toHaveCount(3);
  await devices
    .filter({ hasNotText: "This device" })
    .first()
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(devices).toHaveCount(2);

  const form = card(page, "Password");
  const button = form.getByRole("button", { name: "Change Password" });
  await expect(button).toBeDisabled();
  await form.getByLabel("Current password").fill("not the password");
  await expect(button).toBeDisabled();
  await form.getByLabel("New password", { exact: true }).fill("longenough1");
  await form.getByLabel("Confirm new password").fill("longenough2");
  await button.click();
  await expect(form.getByText("Passwords do not match")).toBeVisible();
  await form.getByLabel("Confirm new password").fill("longenough1");
  await button.click();
  await expect(
    form.getByText("Failed to change password. Please check your current password."),
  ).toBeVisible();
  await form.getByLabel("Current password").fill(pia.password);
  await button.click();
  await expect(page.getByText("Password updated successfully")).toBeVisible();
  await expect(devices).toHaveCount(1);
  // The laptop's open page shows the sign-in page without a click.
  await laptop.waitForURL(/\/login\?ended=1/);
  await signIn(laptop, studbook.origin, { ...pia, password: "longenough1" });
});

test("a new address can sign in once its link was opened", async ({ browser }) => {
  const ida = person("Ida");
  const { page } = await visitor(browser, studbook.origin, ida);
  await openSecurity(page);
  const newEmail = `new.${ida.email}`;
  const form = card(page, "Email address");
  await form.getByLabel("New email address").fill(newEmail);
  await form.getByLabel("Your password").fill(ida.password);
  await form.getByRole("button", { name: "Send Confirmation" }).click();
  await expect(form.getByText(`A message with a link was sent to ${newEmail}`)).toBeVisible();
  // Without a mail server the messages are shown instead.
  const mails = page.getByRole("list", { name: "Messages" }).getByRole("listitem");
  await expect(mails.filter({ hasText: "Your email address is about to change" })).toBeVisible();
  const letter = mails.filter({ hasText: "Confirm your new email address" });
  await letter.getByRole("button", { name: "Show message" }).click();
  const link = await letter.getByRole("link").getAttribute("href");
  await expectAccessible(page);

  const anywhere = await freshPage(browser);
  await anywhere.goto(link ?? "");
  await anywhere.getByRole("button", { name: "Confirm Address" }).click();
  await expect(anywhere.getByText(`From now on you sign in with ${newEmail}.`)).toBeVisible();
  await expectAccessible(anywhere);
  await anywhere.goto(link ?? "");
  await anywhere.getByRole("button", { name: "Confirm Address" }).click();
  await expect(anywhere.getByText("This link no longer works")).toBeVisible();
  await signIn(anywhere, studbook.origin, { ...ida, email: newEmail });
  await openSecurity(anywhere);
  await expect(anywhere.getByText(`You sign in with ${newEmail}.`)).toBeVisible();
});

test(
  "a key allows a program its chosen rights, until it is revoked",
  { tag: "@core" },
  async ({ browser }) => {
    const { page, person: owner } = await visitor(browser, studbook.origin, person("Kim"));
    const kennelId = await firstKennelId(owner);
    await owner.client.mutation(api.dogs.dogs.create, {
      kennelId,
      name: "Bella",
      breed: "Beagle",
      gender: "female",
      today: "2025-06-15",
    });
    await openSecurity(page);
    await card(page, "API keys").getByRole("button", { name: "New API Key" }).click();
    const dialog = page.getByRole("dialog", { name: "New API Key" });
    await dialog.getByRole("button", { name: "Create Key" }).click();
    await expect(dialog.getByText("Name is required")).toBeVisible();
    await expect(dialog.getByText("Choose at least one area")).toBeVisible();
    await dialog.getByLabel("Name").fill("Our website");
    await dialog.getByRole("combobox", { name: "Dogs" }).click();
    await page.getByRole("option", { name: "View", exact: true }).click();
    await dialog.getByLabel("Your password").fill(owner.password);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create Key" }).click();
    const made = page.getByRole("dialog", { name: "Our website" });
    const key = await made.getByLabel("API key").innerText();
    await made.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
    await expect(row).toContainText("Never used");

    const call = async (path: string) =>
      await fetch(`${studbook.origin}/api${path}`, { headers: { Authorization: `Bearer ${key}` } });
    const dogs = await call(`/dogs?kennelId=${kennelId}`);
    expect(dogs.status).toBe(200);
    expect(await dogs.text()).toContain("Bella");
    expect((await call(`/health/records?kennelId=${kennelId}`)).status).toBe(403);
    // Sends far more calls than may run at the same time. Each gets a result or is asked to wait, and none waits
    // for another.
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await call(`/dogs?kennelId=${kennelId}`)).status),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    await expect(row).toContainText("Last used");

    await row.getByRole("button", { name: "Revoke Our website" }).click();
    const question = page.getByRole("alertdialog", { name: "Revoke Our website?" });
    await question.getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("No API keys")).toBeVisible();
    expect((await call(`/dogs?kennelId=${kennelId}`)).status).toBe(401);
  },
);

test("the pages for a forgotten password explain whom to ask, recognize an expired link, and pass axe", async ({
  browser,
}) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${studbook.origin}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByText(/Ask the person who runs it/)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${studbook.origin}/reset-password?token=none`);
  await page.getByLabel("New password", { exact: true }).fill("longenough1");
  await page.getByLabel("Confirm new password").fill("longenough1");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set Password" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await context.close();
});
