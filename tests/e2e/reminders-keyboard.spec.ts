/** Tests reminders by keyboard alone. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { tabTo, takeEntry, visitMenu } from "./keyboard";
import { test, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
let anna: Visitor;

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  const kennelId = await firstKennelId(anna.person);
  const dueDate = "2999-06-15";
  await anna.person.client.mutation(api.reminders.reminders.create, { kennelId, title: "Worming", dueDate });
});
test.afterAll(async () => {
  await anna?.context.close();
});

const open = async (): Promise<Page> => {
  await anna.page.goto(`${studbook.origin}/dashboard/reminders`);
  await expect(anna.page.getByRole("article").first()).toBeVisible();
  return anna.page;
};

test("the tabs are reached by arrow keys, and a card's menu opens its form and returns", async () => {
  const page = await open();
  await tabTo(page, page.getByRole("tab", { name: /^Pending/ }));
  for (const name of [/^Overdue/, /^Due Soon/, /^Completed/]) {
    await page.keyboard.press("ArrowRight");
    const tab = page.getByRole("tab", { name });
    await expect(tab).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(tab).toHaveAttribute("aria-selected", "true");
  }
  await page.keyboard.press("Home");
  await expect(page.getByRole("tab", { name: /^Pending/ })).toBeFocused();
  await page.keyboard.press("Enter");

  const actions = page.getByRole("button", { name: "Actions for Worming" });
  await visitMenu(page, actions);
  await page.keyboard.press("Enter");
  await takeEntry(page, "Edit");
  const form = page.getByRole("dialog", { name: "Edit Reminder" });
  await tabTo(page, form.getByLabel("Description"));
  await page.keyboard.type("Weigh first");
  await tabTo(page, form.getByRole("button", { name: "Save Reminder" }));
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(actions).toBeFocused();
  await expectAccessible(page, "the list");
});

test("[GAP-REM-12] a template is saved in the form, renamed and deleted", async () => {
  const page = await open();
  const add = page.getByRole("button", { name: "Add Reminder" });
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Add New Reminder" });
  await tabTo(page, form.getByLabel(/^Title/));
  await page.keyboard.type("Bath");
  const save = form.getByRole("button", { name: "Save as Template" });
  await tabTo(page, save);
  await page.keyboard.press("Enter");
  const name = form.getByLabel(/^Template Name/);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Bath");
  await page.keyboard.type("Yearly health check");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Another template has this name")).toBeVisible();
  await expectAccessible(page, "the form");
  await name.selectText();
  await page.keyboard.type("Show bath");
  await page.keyboard.press("Enter");
  await expect(save).toBeFocused();
  await tabTo(page, form.getByRole("button", { name: "Add Reminder" }));
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(add).toBeFocused();

  const menu = page.getByRole("button", { name: "More actions" });
  await tabTo(page, menu, "Shift+Tab");
  await page.keyboard.press("Enter");
  await takeEntry(page, "Templates");
  const list = page.getByRole("dialog", { name: "Reminder Templates" });
  await tabTo(page, list.getByRole("button", { name: "Edit Show bath" }));
  await page.keyboard.press("Enter");
  await expect(list.getByLabel(/^Name/)).toBeFocused();
  await list.getByLabel(/^Name/).selectText();
  await page.keyboard.type("Bath before a show");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("button", { name: "Edit Bath before a show" })).toBeFocused();
  await expectAccessible(page, "the templates");

  await tabTo(page, list.getByRole("button", { name: "Delete Bath before a show" }));
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete the template “Bath before a show”?" });
  await tabTo(page, question.getByRole("button", { name: "Delete", exact: true }));
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(list.getByRole("button", { name: /^Edit/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(menu).toBeFocused();
});
