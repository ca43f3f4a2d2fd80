/** Assignees on the Reminders page. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ReminderFormDialog } from "@/entities/reminders/use-reminder-dialogs";
import { api } from "@convex/_generated/api";
import { RemindersPage } from "@/features/reminders/reminders-page";
import { fakeConvex } from "@/testing/fake-convex";
import { makeReminder, makeReminderPage, type Reminder } from "@/testing/reminders";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

// The form is loaded before the test opens it.
beforeAll(async () => await ReminderFormDialog.fetch());
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const PATH = "/dashboard/reminders";
type AssigneeId = NonNullable<Reminder["assigneeId"]>;
const [ANNA, TOMAS, CLEO] = ["anna", "tomas", "cleo"] as AssigneeId[] as [AssigneeId, AssigneeId, AssigneeId];
const anna = { _id: ANNA, name: "Anna", isSelf: true };
const tomas = { _id: TOMAS, name: "Tomas", isSelf: false };

function show(reminders: readonly Reminder[], people: readonly object[] = [anna, tomas]): void {
  fakeConvex.query(api.reminders.reminders.list, (args) => makeReminderPage(reminders, args));
  fakeConvex.query(api.reminders.reminders.get, ({ reminderId }) =>
    reminders.find(({ _id }) => _id === reminderId),
  );
  fakeConvex.query(api.reminders.reminderAssignees.list, () => people);
}

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.reminders.reminders.editsSince, () => []);
  fakeConvex.query(api.reminders.reminderTemplates.list, () => []);
  for (const name of ["create", "update"] as const)
    fakeConvex.mutation(api.reminders.reminders[name], () => null);
});

const open = (search = "") => renderScreen(<RemindersPage />, { path: PATH, at: `${PATH}${search}` });
const dialog = (name: string) => within(screen.getByRole("dialog", { name }));
const choices = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
const edit = async (user: ReturnType<typeof open>["user"]) => {
  await user.click(screen.getByRole("button", { name: "Actions for Worming" }));
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  return dialog("Edit Reminder");
};

it("the reminders page shows on the card who the assignee is", () => {
  show([
    makeReminder({ title: "A", assigneeId: TOMAS }),
    makeReminder({ title: "B", assigneeId: ANNA }),
    makeReminder({ title: "C", assigneeId: CLEO }),
    makeReminder({ title: "D" }),
  ]);
  open();
  const textOf = (name: string) =>
    within(screen.getByRole("article", { name })).queryByText(/^For /u)?.textContent;
  expect(["A", "B", "C", "D"].map(textOf)).toEqual([
    ...["For Tomas", "For you", "For somebody else"],
    undefined,
  ]);
});

it("the reminders page offers everyone and the members who may act, and sends the chosen assignee", async () => {
  show([]);
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Add First Reminder" }));
  const form = dialog("Add New Reminder");
  await user.type(form.getByLabelText(/^Title/u), "Worming");
  const field = form.getByRole("combobox", { name: "Assigned to" });
  expect(field.textContent).toBe("Everyone");
  await user.click(field);
  expect(choices()).toEqual(["Everyone", "Anna (you)", "Tomas"]);
  await user.click(screen.getByRole("option", { name: "Tomas" }));
  await user.click(form.getByRole("button", { name: "Add Reminder" }));
  await waitFor(() => expect(fakeConvex.callsOf(api.reminders.reminders.create)).toHaveLength(1));
  expect(fakeConvex.callsOf(api.reminders.reminders.create)[0]).toMatchObject({ assigneeId: TOMAS });
});

it("the reminders page shows no choice if nobody else may act", async () => {
  show([], [anna]);
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Add First Reminder" }));
  expect(dialog("Add New Reminder").queryByRole("combobox", { name: "Assigned to" })).toBeNull();
});

it("the reminders page can assign a reminder to everyone again, and keeps an assignee without a visible name until then", async () => {
  show([makeReminder({ assigneeId: CLEO })], [anna, { _id: CLEO, name: null, isSelf: false }]);
  const { user } = open();
  const form = await edit(user);
  const field = form.getByRole("combobox", { name: "Assigned to" });
  expect(field.textContent).toBe("Somebody else");
  await user.click(field);
  expect(choices()).toEqual(["Everyone", "Anna (you)", "Somebody else"]);
  await user.click(screen.getByRole("option", { name: "Everyone" }));
  await user.click(form.getByRole("button", { name: "Save Reminder" }));
  await waitFor(() => expect(fakeConvex.callsOf(api.reminders.reminders.update)).toHaveLength(1));
  expect(fakeConvex.callsOf(api.reminders.reminders.update)[0]).toMatchObject({ assigneeId: null });
});

it("the reminders page merges the assignee that somebody else chose while the user edits other fields", async () => {
  const reminder = makeReminder();
  show([reminder]);
  const { user } = open();
  const form = await edit(user);
  await user.type(form.getByLabelText(/^Title/u), " again");
  show([{ ...reminder, assigneeId: TOMAS, updatedAt: 2 }]);
  await waitFor(() => expect(form.getByRole("combobox", { name: "Assigned to" }).textContent).toBe("Tomas"));
});

it("the reminders page narrows the list to the user's own reminders, through the address", async () => {
  show([makeReminder()]);
  const { user } = open();
  const listed = () => fakeConvex.subscriptionsOf(api.reminders.reminders.list).at(-1)?.isMine;
  expect(listed()).toBeUndefined();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Assigned to Me" }));
  expect(screen.getByRole("button", { name: "Assigned to Me", pressed: true })).toBeTruthy();
  expect(listed()).toBe(true);
  show([]);
  expect(await screen.findByText("Nothing is assigned to you here")).toBeTruthy();
});

it("the reminders page offers no list of own reminders if nobody else may act, but can open it through the address", async () => {
  show([], [anna]);
  const { user, unmount } = open();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  expect(screen.queryByRole("menuitem", { name: "Assigned to Me" })).toBeNull();
  unmount();
  open("?mine=1");
  expect(screen.getByRole("button", { name: "Assigned to Me", pressed: true })).toBeTruthy();
});
