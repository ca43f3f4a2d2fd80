/** Tests settings as a breeder and as a viewer see them. */
import { expect, type Page } from "@playwright/test";
import { kennelPath } from "../../domain/kennels/kennel-path";
import { openMailAccount, type MailAccountServer } from "../support/mail-account";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor } from "./studbook";

let studbook: Runtime;
let mail: MailAccountServer;
test.beforeAll(async ({ studbook: shared }) => {
  mail = await openMailAccount();
  studbook = shared;
});
test.afterAll(async () => {
  await mail.close();
});

const openTab = async (page: Page, tab: string) =>
  await page.goto(`${studbook.origin}/dashboard/settings?tab=${tab}`);

test(
  "[GAP-SET-01] [GAP-SET-18] [GAP-SET-19] profile and kennel are saved and updated everywhere",
  { tag: "@core" },
  async ({ browser }) => {
    const { page } = await visitor(browser, studbook.origin, person("Edda"));
    await openTab(page, "profile");
    await page.getByLabel("First name").fill("Erika");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Profile updated")).toBeVisible();
    await expectAccessible(page, "profile");

    await page.getByRole("tab", { name: "Kennel" }).click();
    await page.getByLabel("Kennel Name").fill("Oak Hill");
    await page.getByRole("button", { name: "Save Kennel" }).click();
    await expect(page.getByText("Kennel settings updated")).toBeVisible();
    await page.getByLabel("Tax ID").fill("12-3456789");
    const saveBusiness = page.getByRole("button", { name: "Save Business" });
    await saveBusiness.click();
    // The message about the kennel may still be shown beside this one.
    await expect(page.getByText("Kennel settings updated").last()).toBeVisible();
    await expect(saveBusiness).toBeDisabled();

    await page.goto(`${studbook.origin}/dashboard`);
    await expect(page.getByText("Welcome back, Erika!")).toBeVisible();
    await openTab(page, "kennel");
    await expect(page.getByLabel("Kennel Name")).toHaveValue("Oak Hill");
    await expect(page.getByLabel("Tax ID")).toHaveValue("12-3456789");
    await expectAccessible(page, "kennel");
  },
);

test("on a phone a refused name is visible below the bar, with its error", async ({ browser }) => {
  const { page } = await visitor(browser, studbook.origin, person("Eik"));
  await page.setViewportSize({ width: 390, height: 844 });
  await openTab(page, "profile");
  const name = page.getByLabel("First name");
  await name.fill("Eik www.example.com");
  const save = page.getByRole("button", { name: "Save" });
  // The bar covers half of the field when the form is sent.
  await name.evaluate((field) => window.scrollTo(0, field.getBoundingClientRect().top + window.scrollY - 40));
  await save.click();
  await expect(page.getByText("First name must not contain a web or email address")).toBeVisible();
  await expect(name).toBeFocused();
  const bar = await page.getByRole("banner").boundingBox();
  await expect
    .poll(async () => (await name.boundingBox())?.y, { message: "the field stands below the bar" })
    .toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

async function fillServer(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const { host, port, user, from } = mail.credentials;
  await dialog.getByLabel("Server").fill(host);
  await dialog.getByLabel("Port").fill(String(port));
  await dialog.getByLabel("User name").fill(user);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByLabel("Sender").fill(from);
  await dialog.getByRole("button", { name: "Connect" }).click();
}

test("[GAP-SET-16] the kennel's own mail server is connected, sends its messages, is tested and disconnected", async ({
  browser,
}) => {
  const { page } = await visitor(browser, studbook.origin, person("Frida"));
  await openTab(page, "integrations");
  await page.getByRole("button", { name: "Connect Mail Server" }).click();
  await fillServer(page, "wrong");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("The server does not accept this user name and password")).toBeVisible();
  await expect(dialog.getByLabel("Sender")).toHaveValue(mail.credentials.from);
  await expectAccessible(page, "a refused sign-in");
  await fillServer(page, mail.credentials.password);
  await expect(page.getByText("Mail server connected")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Messages come from oak@example.com")).toBeVisible();
  await expectAccessible(page, "integrations");

  await openTab(page, "notifications");
  await page.getByRole("button", { name: "Send Test by Email" }).click();
  await expect.poll(() => mail.messages.length).toBe(1);
  expect(mail.messages[0]).toContain("<oak@example.com>");

  mail.setPassword("another");
  await openTab(page, "integrations");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const reason = "The server does not accept this user name and password";
  await expect(page.locator("#mail").getByText(reason)).toBeVisible();
  mail.setPassword(mail.credentials.password);
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("button", { name: "Connect Mail Server" })).toBeVisible();
});

test("[GAP-SET-10] [GAP-SET-17] privacy is saved immediately, a reset asks first, and a viewer cannot change the kennel", async ({
  browser,
}) => {
  const owner = await visitor(browser, studbook.origin, person("Greta"));
  const { page } = owner;
  await openTab(page, "security");
  const inDirectory = page.getByRole("switch", { name: "Show me in the directory" });
  await inDirectory.click();
  await expect(page.getByText("Privacy settings updated")).toBeVisible();
  await page.getByText(/^\d+ breeders? in the directory$/u).click();
  await expect(page.locator("#privacy").getByText("My Kennel")).toBeVisible();
  await expectAccessible(page, "security");
  await openTab(page, "profile");
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("Your settings are back to their defaults")).toBeVisible();
  await openTab(page, "security");
  await expect(inDirectory).not.toBeChecked();

  const viewer = await visitor(browser, studbook.origin, person("Hanna"));
  const kennelId = await firstKennelId(owner.person);
  await joinKennel(owner.person, viewer.person, { kennelId, role: "viewer" });
  await viewer.page.goto(studbook.origin + kennelPath(kennelId, "/dashboard/settings?tab=integrations"));
  await expect(viewer.page.getByText("No mail server is connected.")).toBeVisible();
  await expect(viewer.page.getByRole("button", { name: "Connect Mail Server" })).toHaveCount(0);
});
