/** Contacts in two browsers: one person writes somebody down, the other sees, finds and calls them; nothing that axe finds. */
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
  "a contact is written down once, and a colleague sees, finds and calls them; a viewer sees none",
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

    // Somebody with the same number is pointed out, however it is written.
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
