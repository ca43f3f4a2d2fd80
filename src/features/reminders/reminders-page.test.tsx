/** The Reminders page. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ReminderFormDialog } from "@/entities/reminders/use-reminder-dialogs";
import { api } from "@convex/_generated/api";
import { RemindersPage } from "@/features/reminders/reminders-page";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { makeReminder, makeReminderPage, type Reminder } from "@/testing/reminders";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

// The form is loaded before the test opens it.
beforeAll(async () => await ReminderFormDialog.fetch());
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const PATH = "/dashboard/reminders";
const LINE = "Add a reminder in one line";

function show(...reminders: Reminder[]): void {
  fakeConvex.query(api.reminders.reminders.list, (args) => makeReminderPage(reminders, args));
  fakeConvex.query(api.reminders.reminders.get, ({ reminderId }) =>
    reminders.find(({ _id }) => _id === reminderId),
  );
}

const refuse = () => {
  throw new ConvexError({ code: "RATE_LIMITED", message: "Please wait.", details: {} });
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.reminders.reminders.editsSince, () => []);
  fakeConvex.query(api.reminders.reminderTemplates.list, () => []);
  for (const name of ["complete", "uncomplete", "snooze", "remove", "restore", "create", "update"] as const) {
    fakeConvex.mutation(api.reminders.reminders[name], () => null);
  }
  show();
});

const open = (search = "", role: "owner" | "viewer" = "owner") =>
  renderScreen(<RemindersPage />, { path: PATH, at: `${PATH}${search}`, role });
const card = (name = "Worming") => screen.getByRole("article", { name });
type User = ReturnType<typeof open>["user"];
async function choose(user: User, entry: string): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Actions for Worming" }));
  await user.click(screen.getByRole("menuitem", { name: entry }));
}

describe("the list of reminders", () => {
  it("[REM-11] [REM-12] [GAP-REM-01] has the tabs Pending, Overdue, Due Soon, Completed with counts", async () => {
    show(
      makeReminder({ title: "Late", dueDate: "2025-06-10" }),
      makeReminder({ title: "Today", dueDate: "2025-06-15" }),
      makeReminder({ title: "Later" }),
      makeReminder({ title: "Done", isCompleted: true, completedDate: "2025-06-14" }),
    );
    const { user } = open();
    const tabs = screen.getAllByRole("tab");
    expect(tabs.map((tab) => tab.textContent)).toEqual(["Pending3", "Overdue1", "Due Soon1", "Completed1"]);
    await user.click(screen.getByRole("tab", { name: /Overdue/ }));
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(screen.getByTestId("address").textContent).toContain("tab=overdue");
    await user.click(screen.getByRole("tab", { name: /Completed/ }));
    const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Done is completed" });
    expect([box.checked, box.disabled]).toEqual([true, true]);
  });

  it("[REM-06] [REM-07] [REM-08] [REM-09] [GAP-REM-02] [GAP-REM-03] shows due date and urgency by date, whatever priority is stored", () => {
    show(
      makeReminder({ title: "A", dueDate: "2025-06-12", priority: "low" }),
      makeReminder({ title: "B", dueDate: "2025-06-15" }),
      makeReminder({ title: "C", dueDate: "2025-06-16" }),
      makeReminder({ title: "D", dueDate: "2025-06-30", priority: "urgent" }),
    );
    open();
    const told = (name: string) => card(name).textContent;
    expect(told("A")).toMatch(/Overdue \(Jun 12\).*High/);
    expect(told("B")).toMatch(/Today.*Medium/);
    expect(told("C")).toMatch(/Tomorrow.*Medium/);
    expect(told("D")).toMatch(/June 30, 2025.*Low.*Urgent/);
    expect(within(card("A")).getByText("Overdue (Jun 12)").title).toBe("June 12, 2025");
  });

  it("[REM-26] says that it cannot be loaded, and offers a retry", async () => {
    fakeConvex.query(
      api.reminders.reminders.list,
      () => new ConvexError({ code: "FORBIDDEN", message: "No.", details: {} }),
    );
    open();
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Failed to load reminders. Please try again.",
    );
  });

  it("labels the toolbar and its menu in words", async () => {
    const { user } = open();
    expect(screen.getByText("Refresh", { selector: "button" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "More actions" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      ...["Select Several", "Templates", "Calendar Link", "Export"],
    ]);
    await user.keyboard("{Escape}");
    expect(screen.getByRole("link", { name: "Month" }).getAttribute("href")).toBe(
      "/dashboard/breeding?tab=calendar",
    );
  });

  it("offers to add the first reminder, and has no actions for a viewer", async () => {
    const { user, unmount } = open();
    await user.click(screen.getByRole("button", { name: "Add First Reminder" }));
    expect(screen.getByRole("dialog", { name: "Add New Reminder" })).toBeTruthy();
    unmount();
    show(makeReminder());
    open("", "viewer");
    expect(screen.getByRole("checkbox", { name: "Complete Worming" }).hasAttribute("disabled")).toBe(true);
    for (const name of ["Add Reminder", "Actions for Worming"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
    expect(screen.queryByRole("textbox", { name: LINE })).toBeNull();
  });
});

describe("the days of the list", () => {
  const titles = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

  it("are grouped as overdue, days of two weeks, and months; reminders far in the future open on request", async () => {
    show(
      makeReminder({ title: "Late", dueDate: "2025-06-10" }),
      makeReminder({ title: "Later still", dueDate: "2025-06-12" }),
      makeReminder({ title: "Resting", dueDate: "2025-06-13", snoozedUntil: "2025-06-20" }),
      makeReminder({ title: "Now", dueDate: "2025-06-15" }),
      makeReminder({ title: "Next", dueDate: "2025-06-16" }),
      makeReminder({ title: "Soon", dueDate: "2025-06-20" }),
      makeReminder({ title: "This month", dueDate: "2025-06-30" }),
      makeReminder({ title: "Next month", dueDate: "2025-07-30" }),
      makeReminder({ title: "Far", dueDate: "2026-01-05" }),
    );
    const { user } = open();
    expect(titles()).toEqual([
      ...["Overdue2", "Snoozed1", "TodaySunday, June 15", "TomorrowMonday, June 16"],
      ...["Friday, June 20in 5 days", "Later in June1", "July1", "Later"],
    ]);
    expect(screen.queryByRole("article", { name: "Far" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show Later Reminders" }));
    expect(titles().slice(-2)).toEqual(["July1", "January2026"]);
    expect(card("Far")).toBeTruthy();
  });

  it("show the date once: if the title has it, only screen readers get it in the row", () => {
    show(
      makeReminder({ title: "Now", dueDate: "2025-06-15", dueTime: "14:30" }),
      makeReminder({ title: "This month", dueDate: "2025-06-30" }),
    );
    open();
    expect(within(card("Now")).getByText("Today, 2:30 PM").classList).toContain("sr-only");
    expect(within(card("Now")).getByText("2:30 PM")).toBeTruthy();
    expect(within(card("This month")).getByText("June 30, 2025").classList).not.toContain("sr-only");
  });

  it("show reminders far in the future if there are no others, and in search results", () => {
    show(makeReminder({ title: "Far", dueDate: "2026-01-05" }));
    const { unmount } = open();
    expect(card("Far")).toBeTruthy();
    unmount();
    show(
      makeReminder({ title: "Far", dueDate: "2026-01-05" }),
      makeReminder({ title: "Farm", dueDate: "2025-06-15" }),
    );
    open("?search=Far");
    expect(card("Far")).toBeTruthy();
  });

  it("have one title even if the day continues on the next page", async () => {
    const page = (number: number, titles: string[]) => ({
      ...makeReminderPage(
        titles.map((title) => makeReminder({ title, dueDate: "2025-06-20" })),
        { today: "2025-06-15" },
      ),
      pagination: {
        page: number,
        limit: 2,
        totalItems: 3,
        totalPages: 2,
        hasNext: number < 2,
        hasPrev: number > 1,
      },
    });
    const [one, two] = [page(1, ["A", "B"]), page(2, ["C"])];
    fakeConvex.query(api.reminders.reminders.list, (args) => (args.page === 2 ? two : one));
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Show More" }));
    expect(await screen.findByRole("article", { name: "C" })).toBeTruthy();
    expect(titles()).toEqual(["Friday, June 20in 5 days"]);
  });
});

describe("the field that adds a reminder", () => {
  const type = async (text: string) => {
    const { user } = open();
    await user.type(screen.getByRole("textbox", { name: LINE }), text);
    return user;
  };
  const chips = () => within(screen.getByRole("group", { name: "What was understood" }));
  const line = () => screen.getByRole<HTMLInputElement>("textbox", { name: LINE }).value;
  const sent = () => fakeConvex.callsOf(api.reminders.reminders.create);
  const called = [{ _id: "dog1", callName: "Falk" }];

  beforeEach(() => {
    sessionStorage.clear();
    fakeConvex.query(api.dogs.dogs.listCalled, () => called);
    fakeConvex.query(api.dogs.dogs.get, () => makeDog({ name: "Alderbrook's Falcon", callName: "Falk" }));
  });

  it("[REM-23] shows what it understood, saves with Enter and is ready for the next reminder", async () => {
    const user = await type("Trim nails Falk every 3 weeks from June 23");
    expect(await chips().findByRole("button", { name: "Due: Mon, Jun 23" })).toBeTruthy();
    expect(chips().getByRole("button", { name: "Dog: Falk" })).toBeTruthy();
    expect(chips().getByRole("combobox", { name: "Repeat" }).textContent).toBe("Every 3 weeks");
    expect(chips().getByRole("combobox", { name: "Type" }).textContent).toBe("Grooming");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Reminder created successfully")).toBeTruthy();
    expect(sent()).toEqual([
      {
        kennelId: "kennel1",
        title: "Trim nails",
        dueDate: "2025-06-23",
        dueTime: null,
        dogId: "dog1",
        reminderType: "grooming",
        priority: "medium",
        recurring: { frequency: "weekly", interval: 3, endDate: null },
      },
    ]);
    expect(line()).toBe("");
    await user.keyboard("Order milk{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ title: "Order milk", dueDate: "2025-06-15", reminderType: "other" });
  });

  it("keeps a part that the user changed, whatever is typed afterwards", async () => {
    const user = await type("Bath tomorrow");
    await user.click(await chips().findByRole("button", { name: "Due: Mon, Jun 16" }));
    fireEvent.change(screen.getByLabelText("Due date"), { target: { value: "2025-06-20" } });
    fireEvent.change(screen.getByLabelText("Time"), { target: { value: "08:30" } });
    await user.keyboard("{Escape}");
    await user.type(screen.getByRole("textbox", { name: LINE }), " for Falk");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      title: "Bath",
      dueDate: "2025-06-20",
      dueTime: "08:30",
      dogId: "dog1",
    });
  });

  it("[REM-13] [REM-26] needs a title, and keeps the text after a failure and a reload", async () => {
    fakeConvex.mutation(api.reminders.reminders.create, refuse);
    const { user, unmount } = open();
    await user.type(screen.getByRole("textbox", { name: LINE }), " {Enter}");
    expect(screen.getByRole("alert").textContent).toBe("Please enter a title");
    await user.type(screen.getByRole("textbox", { name: LINE }), "Bath friday{Enter}");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/Failed to create reminder/u));
    expect(line()).toBe(" Bath friday");
    unmount();
    open();
    expect(line()).toBe(" Bath friday");
    expect(await chips().findByRole("button", { name: "Due: Fri, Jun 20" })).toBeTruthy();
  });

  it("passes everything to the form, and is empty once the form is saved", async () => {
    const user = await type("Bath Falk tomorrow 8:00 monthly");
    await chips().findByRole("button", { name: "Due: Mon, Jun 16, 8:00 AM" });
    await user.click(chips().getByRole("button", { name: "All Details" }));
    const dialog = within(screen.getByRole("dialog", { name: "Add New Reminder" }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^Title/u).value).toBe("Bath");
    expect(dialog.getByLabelText<HTMLInputElement>("Time").value).toBe("08:00");
    expect(dialog.getByRole("combobox", { name: "Repeat" }).textContent).toBe("Monthly");
    await user.click(dialog.getByRole("button", { name: "Add Reminder" }));
    await waitFor(() => expect(line()).toBe(""));
    expect(sent()).toMatchObject([{ title: "Bath", dogId: "dog1", recurring: { frequency: "monthly" } }]);
  });

  it("can be filled with an example while the list is empty", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Call the vet tomorrow at 9" }));
    expect(line()).toBe("Call the vet tomorrow at 9");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: LINE }));
  });
});

describe("a completed reminder", () => {
  const [title, completedDate] = ["Worming", "2025-06-14"];

  it("opens by its title, shows how it was completed, and can be reopened there", async () => {
    const reminder = makeReminder({ title, isCompleted: true, completedDate, completionNotes: "All of it" });
    show(reminder);
    const { user } = open("?tab=completed");
    await user.click(screen.getByRole("button", { name: title }));
    const page = within(screen.getByRole("dialog", { name: title }));
    expect(page.getByText("Completed June 14, 2025")).toBeTruthy();
    expect(page.getByText("Note: All of it")).toBeTruthy();
    await user.click(page.getByRole("button", { name: "Reopen" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.uncomplete)).toEqual([{ reminderId: reminder._id }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("lists its changes on its page, and can be reopened only while it is completed", async () => {
    const reminder = makeReminder({ title, isCompleted: true, completedDate });
    show(reminder);
    const { user } = open("?tab=completed");
    await user.click(screen.getByRole("button", { name: title }));
    const page = within(screen.getByRole("dialog", { name: title }));
    act(() => show({ ...reminder, isCompleted: false, completedDate: null }));
    expect(page.queryByText("Completed June 14, 2025")).toBeNull();
    expect(page.queryByRole("button", { name: "Reopen" })).toBeNull();
    act(() => show(reminder));
    expect(page.getByRole("button", { name: "Reopen" })).toBeTruthy();
    const gone = new ConvexError({ code: "NOT_FOUND", message: "Not found", details: {} });
    act(() => fakeConvex.query(api.reminders.reminders.get, () => gone));
    expect(page.getByRole("status").textContent).toBe("This reminder no longer exists");
    expect(page.queryByRole("button", { name: "Reopen" })).toBeNull();
  });
});

describe("completing a reminder", () => {
  it("keeps the row in place, struck through, with Undo once the message has closed", async () => {
    const [first, second] = [
      makeReminder({ title: "First" }),
      makeReminder({ title: "Second", createdAt: 2 }),
    ];
    show(first, second);
    const { user } = open();
    fakeConvex.mutation(api.reminders.reminders.complete, () => {
      show({ ...first, isCompleted: true, completedDate: "2025-06-15" }, second);
      return null;
    });
    await user.click(screen.getByRole("checkbox", { name: "Complete First" }));
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "First is completed" });
    expect([box.checked, box.disabled]).toEqual([true, true]);
    expect(screen.getAllByRole("article").map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^First/u),
      expect.stringMatching(/^Second/u),
    ]);
    expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close toast" }));
    await user.click(await screen.findByRole("button", { name: "Undo First" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.uncomplete)).toEqual([{ reminderId: first._id }]);
  });

  it("keeps another user's completed reminders in place with the name, but not reminders that left the list for other reasons", () => {
    const [first, second, third] = ["First", "Second", "Third"].map((title, index) =>
      makeReminder({ title, createdAt: index + 1 }),
    ) as [Reminder, Reminder, Reminder];
    let by: string | null = "Tomás Reyes";
    fakeConvex.query(api.reminders.reminders.completedByOthers, ({ reminderIds }) =>
      (reminderIds as string[]).filter((id) => id === first._id).map((reminderId) => ({ reminderId, by })),
    );
    show(first, second, third);
    open();
    act(() => show(second));
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(card("First").textContent).toMatch(/^Firstby Tomás Reyes/u);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "First is completed" }).disabled).toBe(
      true,
    );
    by = null;
    act(() => show(first, second));
    expect(card("First").textContent).not.toContain("by ");
    act(() => show(second));
    expect(card("First").textContent).toContain("by somebody else");
  });

  it("[REM-10] [GAP-REM-06] shows a message with an undo button", async () => {
    const reminder = makeReminder();
    show(reminder);
    const { user } = open();
    await user.click(screen.getByRole("checkbox", { name: "Complete Worming" }));
    expect(await screen.findByText("Reminder marked as completed")).toBeTruthy();
    expect(fakeConvex.callsOf(api.reminders.reminders.complete)).toEqual([
      { reminderId: reminder._id, today: "2025-06-15" },
    ]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.uncomplete)).toEqual([{ reminderId: reminder._id }]);
  });

  it("offers to record the dose of a booked vaccination, to users with that right", async () => {
    const reminder = makeReminder({ title: "DHPP for Bella", bookingId: "booking1" as never });
    show(reminder);
    const { user } = open();
    await user.click(screen.getByRole("checkbox", { name: "Complete DHPP for Bella" }));
    expect(await screen.findByText("Was the vaccine given?")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.uncomplete)).toEqual([{ reminderId: reminder._id }]);
    await user.click(screen.getByRole("checkbox", { name: "Complete DHPP for Bella" }));
    await user.click(await screen.findByRole("button", { name: "Record Vaccination" }));
    expect(screen.getByTestId("address").textContent).toBe("/dashboard/health/schedule?give=booking1");
  });

  it("[REM-26] is reverted on the screen when it fails", async () => {
    show(makeReminder());
    fakeConvex.mutation(api.reminders.reminders.complete, refuse);
    const { user } = open();
    const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Complete Worming" });
    await user.click(box);
    expect(await screen.findByText(/Failed to complete reminder\./)).toBeTruthy();
    await waitFor(() => expect(box.checked).toBe(false));
  });
});

describe("the menu of a reminder", () => {
  it("[GAP-REM-06] snoozes by a day, three days or a week, with undo", async () => {
    const reminder = makeReminder();
    show(reminder);
    const { user } = open();
    await choose(user, "Snooze 1 Week");
    expect(await screen.findByText("Snoozed until June 22, 2025")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    const asked = { reminderId: reminder._id, today: "2025-06-15" };
    expect(fakeConvex.callsOf(api.reminders.reminders.snooze)).toEqual([
      { ...asked, snoozeUntil: "2025-06-22" },
      { ...asked, snoozeUntil: null },
    ]);
  });

  it("deletes a single reminder at once with undo, and asks for a recurring one", async () => {
    const reminder = makeReminder();
    show(reminder);
    const { user, unmount } = open();
    await choose(user, "Delete");
    expect(await screen.findByText("Reminder deleted")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.restore)).toEqual([{ reminderId: reminder._id }]);
    unmount();
    const seriesId = "series1" as NonNullable<Reminder["seriesId"]>;
    show(makeReminder({ seriesId, recurring: { frequency: "weekly", interval: 2, endDate: null } }));
    fakeConvex.mutation(api.reminders.reminderSeries.remove, () => null);
    const second = open();
    expect(card().textContent).toContain("Every 2 weeks");
    await choose(second.user, "Delete");
    await second.user.click(screen.getByRole("button", { name: "This and all following" }));
    expect(fakeConvex.callsOf(api.reminders.reminderSeries.remove)).toEqual([
      { seriesId, isFutureOnly: true, today: "2025-06-15" },
    ]);
  });
});

describe("the form of a reminder", () => {
  it("[REM-13] [REM-14] [REM-17] [REM-18] [REM-23] needs a title, and sends the defaults with the kennel", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Add Reminder" }));
    const dialog = screen.getByRole("dialog", { name: "Add New Reminder" });
    await user.click(within(dialog).getByRole("button", { name: "Add Reminder" }));
    expect(within(dialog).getByText("Please enter a title")).toBeTruthy();
    await user.type(within(dialog).getByRole("textbox", { name: /Title/ }), " Worming ");
    await user.click(within(dialog).getByRole("button", { name: "Add Reminder" }));
    expect(await screen.findByText("Reminder created successfully")).toBeTruthy();
    expect(fakeConvex.callsOf(api.reminders.reminders.create)).toMatchObject([
      {
        kennelId: "kennel1",
        dueDate: "2025-06-15",
        reminderType: "other",
        priority: "medium",
        recurring: null,
        notifications: { email: true, sms: false, push: true, daysInAdvance: [1] },
      },
    ]);
  });

  it("[REM-15] cannot be sent twice while it is being saved", async () => {
    fakeConvex.mutation(api.reminders.reminders.create, async () => await new Promise(() => undefined));
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Add Reminder" }));
    const dialog = screen.getByRole("dialog", { name: "Add New Reminder" });
    await user.type(within(dialog).getByRole("textbox", { name: /Title/ }), "Bath");
    const submit = within(dialog)
      .getAllByRole("button")
      .find((button) => button.getAttribute("type") === "submit");
    await user.click(submit ?? dialog);
    await waitFor(() => expect(submit?.hasAttribute("disabled")).toBe(true));
    await user.click(submit ?? dialog);
    expect(fakeConvex.callsOf(api.reminders.reminders.create)).toHaveLength(1);
  });

  it("[GAP-REM-18] accepts channels and days in advance, and keeps all values when saving fails", async () => {
    fakeConvex.mutation(api.reminders.reminders.create, refuse);
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Add Reminder" }));
    const dialog = screen.getByRole("dialog", { name: "Add New Reminder" });
    await user.type(within(dialog).getByRole("textbox", { name: /Title/ }), "Bath");
    await user.click(within(dialog).getByRole("button", { name: "1 wk" }));
    await user.click(within(dialog).getByRole("checkbox", { name: "SMS" }));
    await user.click(within(dialog).getByRole("button", { name: "Add Reminder" }));
    expect(await within(dialog).findByText(/Failed to create reminder/)).toBeTruthy();
    expect(within(dialog).getByRole("textbox", { name: /Title/ })).toHaveProperty("value", "Bath");
    expect(fakeConvex.callsOf(api.reminders.reminders.create)).toMatchObject([
      { notifications: { sms: true, daysInAdvance: [7, 1] } },
    ]);
  });

  it("creates one reminder for each of several dogs, and is for one dog again after the others are removed", async () => {
    fakeConvex.mutation(api.reminders.reminders.createForDogs, () => ["reminder1", "reminder2"]);
    const dogs = [makeDog({ name: "Bella" }), makeDog({ name: "Rex" })];
    fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args));
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Add First Reminder" }));
    const dialog = within(screen.getByRole("dialog", { name: "Add New Reminder" }));
    const pick = async (field: string, name: string) => {
      await user.type(dialog.getByRole("combobox", { name: field }), name);
      await user.click(await screen.findByRole("option", { name: new RegExp(name, "u") }));
    };
    await user.type(dialog.getByLabelText(/^Title/u), "Worming");
    await pick("Dog", "Bella");
    await user.click(dialog.getByRole("button", { name: "Several Dogs" }));
    await user.click(dialog.getByRole("button", { name: "Take out Bella" }));
    await pick("Dog", "Bella");
    await user.click(dialog.getByRole("button", { name: "Several Dogs" }));
    await pick("Dogs", "Rex");
    await pick("Dogs", "Rex");
    await user.click(dialog.getByRole("button", { name: "Add Reminder for 2 Dogs" }));
    expect(await screen.findByText("2 reminders created")).toBeTruthy();
    expect(fakeConvex.callsOf(api.reminders.reminders.create)).toEqual([]);
    expect(fakeConvex.callsOf(api.reminders.reminders.createForDogs)).toMatchObject([
      { title: "Worming", dogIds: dogs.map(({ _id }) => _id) },
    ]);
  });

  it("accepts a time of day and shows it beside the date", async () => {
    show(makeReminder({ dueDate: "2025-06-15", dueTime: "14:30" }));
    const { user } = open();
    expect(within(card()).getByText("Today, 2:30 PM")).toBeTruthy();
    await choose(user, "Edit");
    const dialog = within(screen.getByRole("dialog", { name: "Edit Reminder" }));
    const time = dialog.getByLabelText<HTMLInputElement>("Time");
    expect(time.value).toBe("14:30");
    fireEvent.change(time, { target: { value: "" } });
    await user.click(dialog.getByRole("button", { name: "Save Reminder" }));
    await waitFor(() => expect(fakeConvex.callsOf(api.reminders.reminders.update)).toHaveLength(1));
    expect(fakeConvex.callsOf(api.reminders.reminders.update)[0]).toMatchObject({ dueTime: null });
  });

  it("sends only the changed fields of an existing reminder", async () => {
    const reminder = makeReminder();
    show(reminder);
    const { user } = open();
    await choose(user, "Edit");
    const dialog = screen.getByRole("dialog", { name: "Edit Reminder" });
    const title = within(dialog).getByRole("textbox", { name: /Title/ });
    await user.clear(title);
    await user.type(title, "Drops");
    await user.click(within(dialog).getByRole("button", { name: "Save Reminder" }));
    expect(await screen.findByText("Reminder updated successfully")).toBeTruthy();
    expect(fakeConvex.callsOf(api.reminders.reminders.update)).toEqual([
      { reminderId: reminder._id, expectedUpdatedAt: 1, isWholeSeries: false, title: "Drops" },
    ]);
  });
});

describe("bulk actions", () => {
  it("[GAP-REM-15] complete the ticked reminders, say which were left out, and can be undone together", async () => {
    const [one, two] = [makeReminder({ title: "One" }), makeReminder({ title: "Two" })];
    show(one, two);
    const failed = [{ id: two._id, message: "Not found." }];
    fakeConvex.mutation(api.reminders.reminderBulk.complete, () => ({ updated: 1, failed }));
    fakeConvex.mutation(api.reminders.reminderBulk.uncomplete, () => ({ updated: 1, failed: [] }));
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "More actions" }));
    await user.click(screen.getByRole("menuitem", { name: "Select Several" }));
    await user.click(screen.getByRole("checkbox", { name: "Select One" }));
    await user.click(screen.getByRole("button", { name: "Select All" }));
    expect(screen.getByText("2 selected")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Complete" }));
    expect(await screen.findByText("1 reminder completed")).toBeTruthy();
    expect(screen.getByText("1 reminder left out: Not found.")).toBeTruthy();
    const reminderIds = [one._id, two._id];
    expect(fakeConvex.callsOf(api.reminders.reminderBulk.complete)).toEqual([
      { reminderIds, today: "2025-06-15" },
    ]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(fakeConvex.callsOf(api.reminders.reminderBulk.uncomplete)).toEqual([{ reminderIds }]);
  });
});

describe("a reminder that a message links to", () => {
  it("opens in its form, once, for a user who may change it", async () => {
    const reminder = makeReminder({ title: "Worming" });
    show(reminder);
    const { user } = open(`?reminder=${reminder._id}`);
    expect(await screen.findByRole("dialog", { name: "Edit Reminder" })).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe(PATH));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("opens on its page for a user who may only read it", async () => {
    const reminder = makeReminder({ title: "Worming", description: "With food" });
    show(reminder);
    open(`?reminder=${reminder._id}`, "viewer");
    const page = within(await screen.findByRole("dialog", { name: "Worming" }));
    expect(page.getByText("With food")).toBeTruthy();
    expect(page.getByRole("button", { name: "History" })).toBeTruthy();
    expect(page.queryByRole("button", { name: "Reopen" })).toBeNull();
    expect(screen.getByTestId("address").textContent).toBe(PATH);
  });

  it("shows a message if it was deleted", async () => {
    fakeConvex.query(
      api.reminders.reminders.get,
      () => new ConvexError({ code: "NOT_FOUND", message: "Not found.", details: {} }),
    );
    open("?reminder=gone");
    expect(await screen.findByText("This reminder no longer exists")).toBeTruthy();
  });
});

describe("notifications of a reminder", () => {
  it("[GAP-REM-17] are listed by recipient, with the channel, the provider's reply and the next attempt", async () => {
    show(makeReminder({ title: "Worming" }));
    const told = { kind: "reminder", createdAt: 1, sendAt: 2 };
    fakeConvex.query(api.deliveries.deliveries.told, () => [
      {
        ...told,
        _id: "d1",
        recipient: "Olga",
        channel: "email",
        state: "sent",
        attempts: [{ at: 1, status: "sent", message: "250 Ok" }],
      },
      {
        ...told,
        _id: "d2",
        recipient: "Ben",
        channel: "push",
        state: "waiting",
        attempts: [{ at: 1, status: "failed", message: "503 Busy" }],
      },
    ]);
    const { user } = open();
    await choose(user, "Notifications Sent");
    const [olga, ben] = screen.getAllByRole("listitem").filter((item) => /Olga|Ben/u.test(item.textContent));
    expect(olga?.textContent).toMatch(/Olga.*Email.*Sent.*250 Ok/u);
    expect(ben?.textContent).toMatch(/Ben.*Push.*Waiting.*503 Busy.*Next try/u);
  });

  it("[REM-18] new reminders start with the user's own days in advance", async () => {
    fakeConvex.query(api.accounts.userSettings.get, () => ({ daysInAdvance: [14, 3] }));
    show(makeReminder({ title: "Worming" }));
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Add Reminder" }));
    const days = within(screen.getByRole("group", { name: "Before the due date" }));
    const pressed = days
      .getAllByRole("button")
      .filter((button) => button.getAttribute("aria-pressed") === "true")
      .map(({ textContent }) => textContent);
    expect(pressed).toEqual(["3 days", "2 wk"]);
  });
});
