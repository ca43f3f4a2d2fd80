/** A stranger applies on a phone without scripts, confirms by mail, and appears on the breeder's open list. */
import { expect, test, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { api } from "../../convex/_generated/api";
import { FASTEST_MS } from "../../domain/applications/rules";
import { openMailAccount, type MailAccountServer } from "../support/mail-account";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { startStudbook, visitor } from "./studbook";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your name").fill("Anna Berg");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("(555) 201-4417");
  await page.getByLabel("Tell us about your home").fill("A house\nwith a garden");
  await page.getByLabel("Which dogs have you had").fill("Two Beagles");
  await page.getByLabel("What would the puppy's day").fill("Never alone for long");
  await page.getByLabel("Female").check();
}

let studbook: Runtime;
let mail: MailAccountServer;
test.beforeAll(async () => {
  mail = await openMailAccount();
  const { host, port, user, password, from } = mail.credentials;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  studbook = await startStudbook({
    env: {
      MAIL_FROM: `Studbook <${from}>`,
      SMTP_URL: `smtp://${login}@${host}:${port}`,
      STUDBOOK_LINK_SECRET: "a secret of the deployment",
    },
  });
});
test.afterAll(async () => {
  await studbook?.stop();
  await mail?.close();
});

async function mailTo(email: string): Promise<string> {
  const find = () => mail.messages.find((message) => message.includes(`To: ${email}`));
  await expect.poll(find, `a mail to ${email}`).toBeDefined();
  const { text = "" } = await PostalMime.parse(find() ?? "");
  return text;
}

test(
  "a stranger applies without scripts, confirms by mail, and appears on the open list",
  { tag: "@core" },
  async ({ browser }) => {
    const owner = await visitor(browser, studbook.origin, person("Olga"));
    const kennelId = await firstKennelId(owner.person);

    // The breeder opens the form.
    await owner.page.goto(`${studbook.origin}/k/${kennelId}/dashboard/settings?tab=application`);
    await expect(owner.page.getByText("The kennel's address is missing")).toBeVisible();
    await expect(owner.page.getByRole("switch", { name: "Open" })).toBeDisabled();
    await owner.person.client.mutation(api.kennels.kennels.update, {
      kennelId,
      name: "Oak Hill Bernese",
      address: "12 Oak Lane, Wendover",
    });
    await owner.page.getByRole("textbox", { name: "Address" }).fill("oak-hill");
    await owner.page.getByRole("button", { name: "Save Form" }).click();
    await owner.page.getByRole("switch", { name: "Open" }).click();
    await expect(owner.page.getByText("Open Page")).toBeVisible();
    await expectAccessible(owner.page, "application form settings");
    await owner.page.goto(`${studbook.origin}/k/${kennelId}/dashboard/breeding?tab=waiting-list`);
    await expect(owner.page.getByText("Nobody is waiting")).toBeVisible();

    // The stranger's first attempt is incomplete, and the typed text is kept.
    const stranger = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
    const form = await stranger.newPage();
    await form.goto(`${studbook.origin}/apply/oak-hill`);
    await expect(form.getByRole("heading", { level: 1 })).toHaveText("Apply for a puppy");
    const openedAt = Date.now();
    await fill(form, "anna@berg");
    await form.getByRole("button", { name: "Send Application" }).click();
    await expect(form.getByRole("alert")).toContainText("2 answers need another look");
    await expect(form.getByLabel("Tell us about your home")).toHaveValue("A house\nwith a garden");
    await expect(form.getByLabel("Female")).toBeChecked();
    await expect(form.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await form.getByLabel("Email").fill("anna@berg.example");
    await form.getByLabel(/keeps these answers/u).check();
    // A faster form would count as filled in by a program.
    await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(FASTEST_MS);
    await form.getByRole("button", { name: "Send Application" }).click();
    await expect(form.getByRole("heading", { level: 1 })).toHaveText("Check your mail");
    await expect(owner.page.getByText("Nobody is waiting")).toBeVisible();

    const letter = await mailTo("anna@berg.example");
    expect(letter).not.toMatch(/Anna|garden|Beagle/u);
    await form.goto(/http\S+\/apply\/confirm\/\S+/u.exec(letter)?.[0] ?? "");
    await expect(owner.page.getByText("Nobody is waiting")).toBeVisible();
    await form.getByRole("button", { name: "Yes, Send It" }).click();
    await expect(form.getByText("has your application")).toBeVisible();

    // The application appears without a reload, and two clicks add it to the list.
    const inbox = owner.page.getByRole("region", { name: "1 new application" });
    await expect(inbox).toContainText("Anna Berg");
    await expectAccessible(owner.page, "waiting list with an application");
    await inbox.getByRole("button", { name: "Put Anna Berg on the list" }).click();
    await owner.page.getByRole("dialog").getByRole("button", { name: "Put on List", exact: true }).click();
    const list = owner.page.getByRole("list", { name: "Waiting list" });
    await expect(list).toContainText("Anna Berg");
    await owner.page.getByRole("button", { name: "Undo" }).click();
    await expect(inbox).toContainText("Anna Berg");
    await inbox.getByRole("button", { name: /^Anna Berg/u }).focus();
    await owner.page.keyboard.press("l");
    await expect(list).toContainText("Female");

    // Her answers can be read from her entry on the list.
    await list.getByRole("button", { name: "Actions for Anna Berg" }).click();
    await owner.page.getByRole("menuitem", { name: "Application", exact: true }).click();
    await expect(owner.page.getByRole("dialog", { name: "Application of Anna Berg" })).toContainText(
      "Two Beagles",
    );
    await expectAccessible(owner.page, "application of an applicant");
    await owner.page.keyboard.press("Escape");

    const seen = await (await browser.newContext(PHONE)).newPage();
    await seen.goto(`${studbook.origin}/apply/oak-hill`);
    await expectAccessible(seen, "application form");
    await seen.getByRole("button", { name: "Send Application" }).click();
    await expect(seen.getByRole("alert")).toBeFocused();
    await expectAccessible(seen, "application form with errors");
  },
);
