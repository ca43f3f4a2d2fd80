/** Reminder templates on screen. */
import { screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ReminderFormDialog } from "@/entities/reminders/use-reminder-dialogs";
import { api } from "@convex/_generated/api";
import { RemindersPage } from "@/features/reminders/reminders-page";
import { fakeConvex } from "@/testing/fake-convex";
import { makeReminderPage } from "@/testing/reminders";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

// The form is loaded before the test opens it.
beforeAll(async () => await ReminderFormDialog.fetch());
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const PATH = "/dashboard/reminders";
const fields = {
  reminderType: "grooming",
  title: "Bath before the show",
  description: null,
  priority: "medium",
  offsetDays: 3,
  notifications: { email: true, sms: false, push: true, daysInAdvance: [1] },
};
const OWN = { ...fields, id: "t1", name: "Show", isBuiltIn: false };
const BUILT_IN = { ...fields, id: "nails", name: "Nail trim", offsetDays: 21, isBuiltIn: true };

const refuseName = () => {
  const details = { fields: { name: "Another template has this name" } };
  throw new ConvexError({ code: "VALIDATION_FAILED", message: "Check the fields.", details });
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.reminders.reminders.list, (args) => makeReminderPage([], args));
  fakeConvex.query(api.reminders.reminders.editsSince, () => []);
  fakeConvex.query(api.reminders.reminderTemplates.list, () => [OWN, BUILT_IN]);
  for (const name of ["create", "update", "remove"] as const) {
    fakeConvex.mutation(api.reminders.reminderTemplates[name], () => null);
  }
});

const open = (role: "owner" | "viewer" = "owner") =>
  renderScreen(<RemindersPage />, { path: PATH, at: PATH, role });

async function openForm() {
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Add Reminder" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add New Reminder" }));
  await user.type(dialog.getByRole("textbox", { name: /Title/ }), "Claws");
  await user.click(dialog.getByRole("button", { name: "Save as Template" }));
  return { user, dialog, name: dialog.getByRole("textbox", { name: /Template Name/ }) };
}

async function openList() {
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Templates" }));
  return { user, dialog: within(screen.getByRole("dialog", { name: "Reminder Templates" })) };
}

it("[GAP-REM-12] the menu of templates saves the form's values under a name, without adding the reminder", async () => {
  const { user, dialog, name } = await openForm();
  expect(name).toHaveProperty("value", "Claws");
  await user.clear(name);
  await user.type(name, "Every claw{Enter}");
  expect(await screen.findByText("Template saved")).toBeTruthy();
  expect(fakeConvex.callsOf(api.reminders.reminderTemplates.create)).toEqual([
    {
      kennelId: "kennel1",
      name: "Every claw",
      title: "Claws",
      description: null,
      reminderType: "other",
      priority: "medium",
      offsetDays: 0,
      notifications: { email: true, sms: false, push: true, daysInAdvance: [1] },
    },
  ]);
  expect(fakeConvex.callsOf(api.reminders.reminders.create)).toEqual([]);
  await waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Save as Template" })),
  );
});

it("[GAP-REM-12] the menu of templates shows at the name that it is missing or taken", async () => {
  fakeConvex.mutation(api.reminders.reminderTemplates.create, refuseName);
  const { user, dialog, name } = await openForm();
  await user.clear(name);
  await user.click(dialog.getByRole("button", { name: "Save Template" }));
  expect(dialog.getByText("Name is required")).toBeTruthy();
  expect(fakeConvex.callsOf(api.reminders.reminderTemplates.create)).toEqual([]);
  await user.type(name, "Show");
  expect(dialog.queryByText("Name is required")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Save Template" }));
  expect(await dialog.findByText("Another template has this name")).toBeTruthy();
  expect(name.getAttribute("aria-invalid")).toBe("true");
});

it("[GAP-REM-12] the menu of templates lists own and built-in templates; only own templates can be changed or deleted", async () => {
  const { user, dialog } = await openList();
  const own = dialog.getByRole("region", { name: "Your templates" });
  const builtIn = dialog.getByRole("region", { name: "Built-in templates" });
  expect(own.textContent).toContain("ShowBath before the show · Grooming · due 3 days later");
  expect(builtIn.textContent).toMatch(/Nail trim.*due 21 days later/u);
  expect(within(builtIn).queryAllByRole("button", { name: /Edit|Delete/u })).toEqual([]);

  fakeConvex.mutation(api.reminders.reminderTemplates.update, refuseName);
  await user.click(dialog.getByRole("button", { name: "Edit Show" }));
  const form = within(dialog.getByRole("form", { name: "Edit Show" }));
  await user.clear(form.getByRole("textbox", { name: /Days until due/ }));
  await user.type(form.getByRole("textbox", { name: /Days until due/ }), "5");
  await user.type(form.getByRole("textbox", { name: /Description/ }), "Brush first");
  await user.click(form.getByRole("button", { name: "Save Template" }));
  expect(await form.findByText("Another template has this name")).toBeTruthy();
  fakeConvex.mutation(api.reminders.reminderTemplates.update, () => null);
  await user.click(form.getByRole("button", { name: "Save Template" }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Edit Show" })));
  expect(fakeConvex.callsOf(api.reminders.reminderTemplates.update).at(-1)).toEqual({
    kennelId: "kennel1",
    templateId: "t1",
    name: "Show",
    title: "Bath before the show",
    description: "Brush first",
    reminderType: "grooming",
    priority: "medium",
    offsetDays: 5,
  });
});

it("[GAP-REM-12] the menu of templates starts a reminder with the values of a template", async () => {
  const { user, dialog } = await openList();
  await user.click(dialog.getByRole("button", { name: "Use Nail trim for a new reminder" }));
  const form = within(await screen.findByRole("dialog", { name: "Add New Reminder" }));
  expect(form.getByRole("textbox", { name: /Title/ })).toHaveProperty("value", "Bath before the show");
  expect(form.getByLabelText(/Due Date/)).toHaveProperty("value", "2025-07-06");
  expect(screen.queryByRole("dialog", { name: "Reminder Templates" })).toBeNull();
});

it("[GAP-REM-12] the menu of templates deletes an own template after a confirmation", async () => {
  const { user, dialog } = await openList();
  await user.click(dialog.getByRole("button", { name: "Delete Show" }));
  const question = within(screen.getByRole("alertdialog", { name: "Delete the template “Show”?" }));
  expect(fakeConvex.callsOf(api.reminders.reminderTemplates.remove)).toEqual([]);
  await user.click(question.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Template deleted")).toBeTruthy();
  expect(fakeConvex.callsOf(api.reminders.reminderTemplates.remove)).toEqual([
    { kennelId: "kennel1", templateId: "t1" },
  ]);
});

it("the menu of templates shows a viewer no templates", () => {
  open("viewer");
  expect(screen.queryByRole("button", { name: "Templates" })).toBeNull();
});
