/** Tests contacts in two browsers. */
import { expect, type Page } from "@playwright/test";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor, workIn } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const rows = (page: Page) => page.getByRole("list", { name: "Contacts" }).getByRole("listitem");
const openContacts = async (page: Page) => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
};

test(
  "a contact is added once, a colleague sees, finds and calls it, and a viewer sees no contacts",
  { tag: "@core" },
  async ({ browser }) => {
    const { person: owner, page } = await visitor(browser, studbook.origin, person("Olga"));
    const kennelId = await firstKennelId(owner);
    const colleague = await visitor(browser, studbook.origin, person("Stefan"));
    await joinKennel(owner, colleague.person, { kennelId, role: "staff" });
    const viewer = await visitor(browser, studbook.origin, person("Vera"));
    await joinKennel(owner, viewer.person, { kennelId, role: "viewer" });

    await openContacts(page);
    await page.getByRole("button", { name: "Add Contact" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel(/^Name/).fill("Jürgen Weiß");
    await form.getByLabel("Phone").fill("+49 171 333 0142");
    await form.getByRole("checkbox", { name: "Buyer" }).check();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Add Contact" }).click();
    await expect(rows(page)).toHaveCount(1);

    await workIn(colleague, kennelId);
    await openContacts(colleague.page);
    await expect(rows(colleague.page)).toContainText("Jürgen Weiß");
    await expect(rows(colleague.page).getByRole("link", { name: /0142/ })).toHaveAttribute("href", /^tel:/);
    await expectAccessible(colleague.page);

    // A person with the same number is shown, even if the number is written in another format.
    await page.getByRole("button", { name: "Add Contact" }).first().click();
    await form.getByLabel(/^Name/).fill("J. Weiss");
    await form.getByLabel("Phone").fill("0171 3330142");
    await expect(form.getByText(/Perhaps the same person/)).toContainText("Jürgen Weiß");
    await form.getByLabel("Phone").fill("030 555 0199");
    await expect(form.getByText(/Perhaps the same person/)).toBeHidden();
    await form.getByRole("button", { name: "Add Contact" }).click();
    await expect(rows(colleague.page)).toHaveCount(2);
    await colleague.page.getByRole("searchbox").fill("0171 3330142");
    await expect(rows(colleague.page)).toHaveText([/Jürgen Weiß/]);

    await workIn(viewer, kennelId);
    await expect(
      viewer.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }),
    ).toHaveCount(0);
  },
);

test("a person typed for one dog is found for the next dog, and two contacts of one person are merged", async ({
  browser,
}) => {
  const { page } = await visitor(browser, studbook.origin, person("Maud"));
  const addDog = async (name: string) => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dogs" }).click();
    await page
      .getByRole("button", { name: /Add (Your First )?Dog/ })
      .first()
      .click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name", { exact: false }).first().fill(name);
    await form
      .getByLabel(/^Breed/)
      .first()
      .fill("Beagle");
    return form;
  };
  const first = await addDog("Bella");
  await first.getByLabel("Owner Name").fill("Anna Berg");
  await first.getByLabel("Owner Phone").fill("+49 171 333 0142");
  await first.getByRole("button", { name: "Add Dog", exact: true }).click();
  await expect(first).toBeHidden();

  const second = await addDog("Carla");
  await second.getByLabel("Owner Name").pressSequentially("0171 333");
  await expect(second.getByRole("option")).toContainText("Anna Berg");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(second.getByLabel("Owner Name")).toHaveValue("Anna Berg");
  await expect(second.getByLabel("Owner Phone")).toHaveValue("+49 171 333 0142");
  await second.getByRole("button", { name: "Add Dog", exact: true }).click();
  await expect(second).toBeHidden();

  await openContacts(page);
  await expect(rows(page)).toHaveText([/Anna Berg/]);
  await page.getByRole("button", { name: "Add Contact" }).first().click();
  await page.getByRole("dialog").getByLabel(/^Name/).fill("A. Berg");
  await page.getByRole("dialog").getByLabel("Phone").fill("0171 3330142");
  await page.getByRole("dialog").getByLabel("Email").fill("anna@hill.example");
  await page.getByRole("dialog").getByRole("button", { name: "Add Contact" }).click();
  await expect(rows(page)).toHaveCount(2);

  await rows(page).getByRole("button", { name: "Anna Berg", exact: true }).click();
  const contact = page.getByRole("dialog", { name: "Anna Berg" });
  await expect(contact.getByRole("region", { name: "Dogs Owned" }).getByRole("link")).toHaveText([
    "Carla",
    "Bella",
  ]);
  await expectAccessible(page);
  await contact.getByRole("button", { name: "Merge with A. Berg" }).click();
  const choice = page.getByRole("dialog", { name: "Merge A. Berg and Anna Berg" });
  await choice.getByRole("button", { name: "All This Contact" }).click();
  await choice.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click();
  await expect(contact.getByRole("link", { name: "anna@hill.example" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveText([/Anna Berg/]);
});
