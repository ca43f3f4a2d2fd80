/** Tests the complete flow of a forgotten password with a real mail server. */
import { expect, test, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { openMailAccount, type MailAccountServer } from "../support/mail-account";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { signIn, startStudbook, visitor } from "./studbook";

let studbook: Runtime;
let mail: MailAccountServer;
test.beforeAll(async () => {
  mail = await openMailAccount();
  const { host, port, user, password, from } = mail.credentials;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  studbook = await startStudbook({
    env: { MAIL_FROM: `Studbook <${from}>`, SMTP_URL: `smtp://${login}@${host}:${port}` },
  });
});
test.afterAll(async () => {
  await studbook?.stop();
  await mail?.close();
});

/** Returns the address of the mail's link to a page. `earlier` is the number of mails before. */
async function linkInMail(email: string, earlier: number, page = "reset-password"): Promise<string> {
  await expect.poll(() => mail.messages.length).toBe(earlier + 1);
  const { to, text = "" } = await PostalMime.parse(mail.messages[earlier] ?? "");
  expect(to?.map(({ address }) => address)).toEqual([email]);
  return text.split(/\s+/u).find((word) => word.includes(`/${page}`)) ?? "";
}

async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Set Password" }).click();
}

test(
  "[SET-02] the link in the mail sets a new password once, and signs out every device",
  { tag: "@core" },
  async ({ browser }) => {
    const faye = person("Faye");
    const { page: elsewhere, context: elsewhereContext } = await visitor(browser, studbook.origin, faye);
    // A link for a password is sent only to confirmed addresses.
    await elsewhere.goto(await linkInMail(faye.email, 0, "confirm-email"));
    await elsewhere.getByRole("button", { name: "Confirm Address" }).click();
    await expect(elsewhere.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`${studbook.origin}/login`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    // The previous page also has an email field.
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
    await page.getByLabel("Email").fill(faye.email);
    await expectAccessible(page, "asking for a link");
    await page.getByRole("button", { name: "Send Link" }).click();
    await expect(
      page.getByText(`If ${faye.email} has an account, a link is on its way there.`),
    ).toBeVisible();
    const link = await linkInMail(faye.email, 1);

    const password = "a-new-whelping-box";
    await setPassword(page, link, password);
    await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeVisible();
    await elsewhere.goto(`${studbook.origin}/dashboard`);
    await elsewhere.waitForURL(/\/login/);

    await setPassword(page, link, "yet-another-password");
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await page.getByRole("link", { name: "Send Another Link" }).click();
    await expect(page.getByRole("button", { name: "Send Link" })).toBeVisible();
    await page.goto(`${studbook.origin}/login`);
    await page.getByLabel("Email").fill(faye.email);
    await page.getByLabel("Password", { exact: true }).fill(faye.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByText("Wrong email or password")).toBeVisible();
    await signIn(page, studbook.origin, { ...faye, password });

    await context.close();
    await elsewhereContext.close();
  },
);
