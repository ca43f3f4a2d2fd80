/** Tests breeding by keyboard alone. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { tabTo, takeEntry, visitMenu } from "./keyboard";
import { test, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;
let litterId: Id<"litters">;

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  const kennelId = await firstKennelId(anna.person);
  ({ litterId } = await addLitterOfDays(anna.person, kennelId, { daysAgo: 6, collars: ["Red"] }));
  for (const name of ["Ada", "Ben"]) {
    await anna.person.client.mutation(api.litters.waitingList.create, { kennelId, name });
  }
});
test.afterAll(async () => {
  await anna?.context.close();
});

const open = async (path: string): Promise<Page> => {
  await anna.page.goto(`${studbook.origin}/dashboard/${path}`);
  return anna.page;
};

test("the Breeding screen's plan, menu, detail page and sections work by keyboard", async () => {
  const page = await open("breeding");
  const plan = page.getByRole("button", { name: "Plan Breeding" });
  await tabTo(page, plan);
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Plan New Breeding" });
  await expect(form.getByRole("combobox", { name: "Sire" })).toBeFocused();
  await page.keyboard.type("Re");
  await expect(page.getByRole("option", { name: /^Rex/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("combobox", { name: "Sire" })).toHaveValue("Rex");
  await expectAccessible(page, "the form");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  // A question over a dialog has the focus a moment before it handles Escape.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(form).toBeVisible();
  await page.keyboard.press("Escape");
  await tabTo(page, question.getByRole("button", { name: "Discard" }));
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(plan).toBeFocused();

  const actions = page.getByRole("button", { name: "Actions for Rex × Bella" });
  await visitMenu(page, actions);
  await page.keyboard.press("Enter");
  await takeEntry(page, "View Details");
  const detail = page.getByRole("dialog", { name: /Rex/ });
  await expect(detail).toBeVisible();
  await tabTo(page, detail.getByRole("button", { name: "Create Contract" }));
  await expectAccessible(page, "the detail");
  await page.keyboard.press("Escape");
  await expect(detail).toBeHidden();

  await tabTo(page, page.getByRole("tab", { name: "Breedings" }), "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Litters" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: /Rex × Bella/ }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Red collar" })).toBeVisible();
});

test("the litter's form, its puppies and their sale work by keyboard", async () => {
  const page = await open(`litters/${litterId}`);
  const actions = page.getByRole("button", { name: "Litter actions" });
  await visitMenu(page, actions);
  await page.keyboard.press("Enter");
  await takeEntry(page, "Edit");
  const form = page.getByRole("dialog", { name: "Edit Litter" });
  await tabTo(page, form.getByLabel("A veterinarian was present"));
  await page.keyboard.press("Space");
  await tabTo(page, form.getByLabel("Whelping notes"));
  await page.keyboard.type("Calm night");
  await expectAccessible(page, "the litter's form");
  await tabTo(page, form.getByRole("button", { name: "Update Litter" }));
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(actions).toBeFocused();
  await expect(page.getByText("Calm night")).toBeVisible();

  const card = page.getByRole("article", { name: "Red collar" });
  const reserve = card.getByRole("button", { name: "Reserve" });
  await tabTo(page, reserve);
  await page.keyboard.press("Enter");
  const sale = page.getByRole("dialog", { name: "Reserve Red collar" });
  await expect(sale.getByLabel(/^Buyer/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sale).toBeHidden();
  await expect(reserve).toBeFocused();
  await visitMenu(page, card.getByRole("button", { name: "More for Red collar" }));
  await expectAccessible(page, "the litter's page");
});

test("the waiting list and the reports work by keyboard", async () => {
  const page = await open("breeding?tab=waiting-list");
  const list = page.getByRole("list", { name: "Waiting list" });
  const ben = page.getByRole("button", { name: "Actions for Ben" });
  await tabTo(page, ben);
  await page.keyboard.press("Enter");
  await takeEntry(page, "Move Up");
  await expect(list).toContainText(/Ben.*Ada/s);
  await expect(ben).toBeFocused();
  const ada = page.getByRole("button", { name: "Actions for Ada" });
  await tabTo(page, ada);
  await page.keyboard.press("Enter");
  await takeEntry(page, "Edit");
  const form = page.getByRole("dialog", { name: "Edit Applicant" });
  await expect(form.getByLabel(/^Name/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(ada).toBeFocused();
  await expectAccessible(page, "the waiting list");

  await tabTo(page, page.getByRole("tab", { name: "Waiting list" }), "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Reports" })).toBeFocused();
  await page.keyboard.press("Enter");
  await visitMenu(page, page.getByRole("button", { name: "Export" }));
  await tabTo(page, page.getByRole("button", { name: "Puppy sales" }), "Shift+Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Puppy sales" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, "the reports");
});
