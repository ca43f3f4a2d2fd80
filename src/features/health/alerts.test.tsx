/** The Alerts & Reminders tab. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HealthDialogs } from "@/features/health/health-screen";
import { makeDose, type Dose } from "@/testing/doses";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makePage } from "@/testing/pages";
import { openHealth, resetHealth } from "@/testing/health-screen";
import { addDays } from "@domain/dates/calendar-days";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const NO_ALERTS = {
  overdueVaccines: 0,
  dueSoon: 0,
  activeReminders: 0,
  totalAlerts: 0,
  critical: { count: 0, dogNames: [] as string[], hasMore: false },
};
const REMINDER = {
  _id: "reminder1",
  kennelId: "kennel1",
  title: "Hip X-ray",
  description: "Bring the passport",
  reminderType: "health_check",
  priority: "medium",
  dueDate: "2025-06-16",
  dogId: "bella",
  dog: { _id: "bella", name: "Bella", callName: null, isExternal: false },
  snoozedUntil: null,
};

type Shown = {
  summary?: Partial<typeof NO_ALERTS>;
  overdue?: Dose[];
  upcoming?: Dose[];
  reminders?: object[];
};

function show({ summary = {}, overdue = [], upcoming = [], reminders = [] }: Shown = {}): void {
  fakeConvex.query(api.health.healthAlerts.summary, () => ({ ...NO_ALERTS, ...summary }));
  fakeConvex.query(api.health.healthAlerts.overdue, (args) => makePage(overdue, args));
  fakeConvex.query(api.health.healthAlerts.upcoming, (args) => makePage(upcoming, args));
  fakeConvex.query(api.health.healthAlerts.reminders, () => ({ total: reminders.length, reminders }));
}

// The tabs are loaded in advance, because their loading time is not part of the test.
beforeAll(async () => {
  await import("@/features/health/alerts/alerts-part");
});

beforeAll(HealthDialogs.fetch);
beforeEach(() => {
  resetHealth();
  show();
  fakeConvex.query(api.accounts.userSettings.get, () => ({
    notifications: { email: true, sms: false, push: true },
  }));
});

const open = (search = "", role?: "viewer") => openHealth(`/alerts${search}`, role);
const part = async (name: string) =>
  within(await screen.findByRole("region", { name: new RegExp(`^${name}`, "u") }));

describe("overdue and due items", () => {
  it("[ALR-04] [ALR-05] are counted on four cards and listed in three parts that can be collapsed", async () => {
    show({
      summary: { overdueVaccines: 2, dueSoon: 1, activeReminders: 1, totalAlerts: 4 },
      overdue: [makeDose({ nextDueDate: "2025-06-05" })],
      upcoming: [makeDose({ vaccineName: "DHPP", nextDueDate: "2025-07-15" })],
      reminders: [REMINDER],
    });
    const { user } = open();
    await screen.findByText("Total Alerts");
    expect(
      screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    ).toEqual([
      ["Overdue Vaccines", "2"],
      ["Due Soon", "1"],
      ["Active Reminders", "1"],
      ["Total Alerts", "4"],
    ]);
    const upcoming = await part("Upcoming Vaccinations \\(Next 30 Days\\)");
    expect((await upcoming.findByRole("listitem")).textContent).toContain("DHPP · Belladue Jul 15");
    expect((await part("Health Reminders")).getByText("Hip X-ray")).toBeTruthy();
    await user.click(upcoming.getByRole("button", { name: /^Upcoming Vaccinations/u }));
    expect(upcoming.queryByRole("listitem")).toBeNull();
  });

  it.each([
    ["ALR-01", "2025-05-15", "due May 15", "error", "31 days overdue", "text-error"],
    ["ALR-02", "2025-05-16", "due May 16", "warning", "30 days overdue", "text-warning"],
    ["ALR-02", "2025-06-07", "due Jun 7", "warning", "8 days overdue", "text-warning"],
    ["ALR-03", "2025-06-08", "due Jun 8", "info", "7 days overdue", "text-warning"],
    ["ALR-03", "2025-06-14", "due Jun 14", "info", "1 day overdue", "text-warning"],
  ])("[%s] due %s, have the badge %s in the color %s, beside %s", async (...row) => {
    const [, nextDueDate, text, variant, words, tone] = row;
    show({ overdue: [makeDose({ nextDueDate })] });
    open();
    const badge = await (await part("Overdue Vaccinations")).findByText(text);
    expect(badge.dataset.variant).toBe(variant);
    expect((await part("Overdue Vaccinations")).getByText(words).classList).toContain(tone);
  });

  it("[GAP-ALR-02] are shown in a banner with the dogs' names only if they are critical", async () => {
    open();
    expect(await screen.findByText("No vaccination is overdue")).toBeTruthy();
    expect(screen.queryByText(/overdue by more than 30 days/u)).toBeNull();
    act(() => show({ summary: { critical: { count: 3, dogNames: ["Bella", "Rex"], hasMore: true } } }));
    const banner = await screen.findByRole("alert");
    expect(banner.textContent).toBe("3 vaccination(s) overdue by more than 30 daysBella, Rex and others");
    act(() => show());
    expect(await screen.findByText("No vaccination is overdue by more than 30 days")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("are shown in the banner with three dogs and the number of the others, if more than four are critical", async () => {
    const critical = { count: 9, dogNames: ["Bella", "Rex", "Juno", "Falk", "Nova"], hasMore: false };
    show({ summary: { critical } });
    open();
    const text = () => screen.getByRole("alert").textContent;
    await waitFor(() => expect(text()).toContain("Bella, Rex, Juno and 2 others"));
    act(() => show({ summary: { critical: { ...critical, hasMore: true } } }));
    await waitFor(() => expect(text()).toContain("Bella, Rex, Juno and others"));
  });

  it("show the ten lines that are overdue longest, and the next twenty at each press", async () => {
    const days = Array.from({ length: 35 }, (_, n) => addDays("2025-05-02", n));
    const twice = { vaccineName: "DHPP", nextDueDate: "2025-05-01" };
    const rex = { dog: { _id: "rex" as never, name: "Rex", callName: null }, dogId: "rex" as never };
    const overdue = [makeDose(twice), makeDose({ ...twice, ...rex })];
    show({ overdue: [...overdue, ...days.map((nextDueDate) => makeDose({ nextDueDate }))] });
    const { user } = open();
    const list = await part("Overdue Vaccinations");
    expect(await list.findAllByRole("listitem")).toHaveLength(10);
    // The first line has two doses.
    await user.click(list.getByRole("button", { name: "Show 20 More of 26" }));
    expect(list.getAllByRole("listitem")).toHaveLength(30);
    expect(list.getAllByRole("listitem")[10]?.contains(document.activeElement)).toBe(true);
    await user.click(list.getByRole("button", { name: "Show 6 More" }));
    expect(list.getAllByRole("listitem")).toHaveLength(36);
    expect(list.queryByRole("button", { name: /More/u })).toBeNull();
  });

  it("count the doses of all pages in 'Show More', and load the next page when it is needed", async () => {
    const overdue = Array.from({ length: 1012 }, (_, n) =>
      makeDose({ vaccineName: `Vaccine ${n}`, nextDueDate: "2025-05-01" }),
    );
    show({ summary: { overdueVaccines: 1012 }, overdue });
    const { user } = open();
    const list = await part("Overdue Vaccinations");
    expect(await list.findByRole("button", { name: "Show 20 More of 1002" })).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.health.healthAlerts.overdue).some(({ page }) => page === 2)).toBe(
      false,
    );
    await user.type(screen.getByRole("searchbox", { name: "Find an alert" }), "1011");
    expect(await list.findByText("Vaccine 1011")).toBeTruthy();
    expect(list.getAllByRole("listitem")).toHaveLength(1);
  });

  it("can be searched by dog and vaccine", async () => {
    show({
      summary: { overdueVaccines: 11, dueSoon: 1 },
      overdue: [
        makeDose({ nextDueDate: "2025-05-01" }),
        makeDose({ vaccineName: "DHPP", nextDueDate: "2025-05-02" }),
      ],
      upcoming: [makeDose({ nextDueDate: "2025-06-20" })],
      reminders: [REMINDER],
    });
    const { user } = open();
    const box = await screen.findByRole("searchbox", { name: "Find an alert" });
    await user.type(box, "bel dhpp");
    const overdue = await part("Overdue Vaccinations");
    await waitFor(() => expect(overdue.getAllByRole("listitem")).toHaveLength(1));
    expect(overdue.getByRole("listitem").textContent).toContain("DHPP · Bella");
    expect(overdue.getByText("1 of 2")).toBeTruthy();
    expect((await part("Upcoming Vaccinations")).getByText("Nothing here matches “bel dhpp”")).toBeTruthy();
    expect((await part("Health Reminders")).getByText("Nothing here matches “bel dhpp”")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(overdue.getAllByRole("listitem")).toHaveLength(2));
  });

  it("combine the same dose of several dogs, with one form for all of them", async () => {
    const due = { vaccineName: "DHPP", nextDueDate: "2025-06-18" };
    const rex = { dog: { _id: "rex" as never, name: "Rex", callName: null }, dogId: "rex" as never };
    show({
      upcoming: [
        makeDose(due),
        makeDose({ ...due, ...rex }),
        makeDose({ ...due, nextDueDate: "2025-06-19" }),
      ],
    });
    const { user } = open();
    const upcoming = await part("Upcoming Vaccinations");
    expect(await upcoming.findAllByRole("listitem")).toHaveLength(2);
    expect(upcoming.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Bella",
      "Rex",
      "Bella",
    ]);
    await user.click(upcoming.getByRole("button", { name: "Record for 2: DHPP of Bella, Rex" }));
    await waitFor(() =>
      expect(screen.getByTestId("address").textContent).toContain(
        "batch=new&for=dog%3Abella+dog%3Arex&vaccine=DHPP",
      ),
    );
  });

  it("are linked from the banner, which leads to the longest overdue item", async () => {
    show({
      summary: { critical: { count: 1, dogNames: ["Bella"], hasMore: false } },
      overdue: [
        makeDose({ nextDueDate: "2025-05-01" }),
        makeDose({ vaccineName: "DHPP", nextDueDate: "2025-06-10" }),
      ],
    });
    const { user } = open();
    const banner = within(await screen.findByRole("alert"));
    await user.click(await banner.findByRole("button", { name: "Record dose: Rabies of Bella" }));
    expect(await screen.findByRole("dialog", { name: "Add Immunization" })).toBeTruthy();
  });

  it("link to the form of the dose", async () => {
    show({ overdue: [makeDose({ nextDueDate: "2025-06-05" })] });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Record dose: Rabies of Bella" }));
    const form = within(await screen.findByRole("dialog", { name: "Add Immunization" }));
    expect(form.getByLabelText<HTMLInputElement>(/^Vaccine \*/u).value).toBe("Rabies");
  });

  describe("after one was recorded", () => {
    const DUE = [
      makeDose({ nextDueDate: "2025-05-01" }),
      makeDose({ vaccineName: "DHPP", nextDueDate: "2025-05-02" }),
      makeDose({ vaccineName: "Bordetella", nextDueDate: "2025-05-03" }),
    ];
    const [, dhpp] = DUE;
    const rest = DUE.filter((dose) => dose !== dhpp);

    beforeEach(() => {
      show({ overdue: DUE });
      fakeConvex.mutation(api.vaccinations.immunizations.create, () => {
        show({ overdue: rest });
        return makeDose({ _id: "given" as never, vaccineName: "DHPP" });
      });
      fakeConvex.mutation(api.vaccinations.immunizations.remove, () => show({ overdue: DUE }));
    });

    const recordDhpp = async () => {
      const { user } = open();
      await user.click(await screen.findByRole("button", { name: "Record dose: DHPP of Bella" }));
      const form = within(await screen.findByRole("dialog", { name: "Add Immunization" }));
      await user.click(form.getByRole("button", { name: "Add Immunization" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await waitFor(() => expect(document.body.style.pointerEvents).not.toBe("none"));
      return user;
    };
    const lines = async () =>
      (await part("Overdue Vaccinations")).getAllByRole("listitem").map(({ textContent }) => textContent);

    it("keep its line in place, and can be undone there after the message has disappeared", async () => {
      const user = await recordDhpp();
      expect(await screen.findByText("DHPP of Bella")).toBeTruthy();
      expect((await lines())[1]).toContain("RecordedDHPP · Bella");
      await user.click(screen.getByRole("button", { name: "Close toast" }));
      await waitFor(() => expect(screen.queryByText("Immunization saved")).toBeNull());
      expect(await lines()).toHaveLength(3);
      await user.click(screen.getByRole("button", { name: "Undo: DHPP of Bella" }));
      expect(fakeConvex.callsOf(api.vaccinations.immunizations.remove)).toEqual([
        { immunizationId: "given", expectedUpdatedAt: 1 },
      ]);
      expect(await screen.findByRole("button", { name: "Record dose: DHPP of Bella" })).toBeTruthy();
      expect(await screen.findByText("Immunization deleted")).toBeTruthy();
    });

    it("lose their message when they are undone in the line", async () => {
      const user = await recordDhpp();
      await user.click(await screen.findByRole("button", { name: "Undo: DHPP of Bella" }));
      await waitFor(() => expect(screen.queryByText("Immunization saved")).toBeNull());
      expect(fakeConvex.callsOf(api.vaccinations.immunizations.remove)).toHaveLength(1);
    });

    it("are due again after Undo", async () => {
      const user = await recordDhpp();
      await user.click(await screen.findByRole("button", { name: "Undo" }));
      expect(fakeConvex.callsOf(api.vaccinations.immunizations.remove)).toEqual([
        { immunizationId: "given", expectedUpdatedAt: 1 },
      ]);
      expect(await screen.findByRole("button", { name: "Record dose: DHPP of Bella" })).toBeTruthy();
      expect((await lines())[1]).toContain("44 days overdue");
    });
  });

  it("offer Undo for some dogs of a line, beside the form for the others", async () => {
    const due = { vaccineName: "DHPP", nextDueDate: "2025-05-01" };
    const rex = { dog: { _id: "rex" as never, name: "Rex", callName: null }, dogId: "rex" as never };
    const [bellas, rexes] = [makeDose(due), makeDose({ ...due, ...rex })];
    show({ overdue: [bellas, rexes] });
    fakeConvex.mutation(api.vaccinations.immunizations.create, () => {
      show({ overdue: [bellas] });
      return makeDose({ _id: "given" as never, vaccineName: "DHPP", ...rex });
    });
    fakeConvex.mutation(api.vaccinations.immunizations.remove, () => show({ overdue: [bellas, rexes] }));
    const { user } = open("?dose=new&for=rex&vaccine=DHPP");
    const form = within(await screen.findByRole("dialog", { name: "Add Immunization" }));
    await user.click(form.getByRole("button", { name: "Add Immunization" }));
    const undo = await screen.findByRole("button", { name: "Undo: DHPP of Rex" });
    expect(screen.getByRole("button", { name: "Record dose: DHPP of Bella" })).toBeTruthy();
    await waitFor(() => expect(document.body.style.pointerEvents).not.toBe("none"));
    await user.click(undo);
    expect(await screen.findByRole("button", { name: "Record for 2: DHPP of Bella, Rex" })).toBeTruthy();
  });

  describe("after somebody else has changed one", () => {
    const DUE = ["Rabies", "DHPP", "Bordetella"].map((vaccineName, n) =>
      makeDose({ vaccineName, nextDueDate: `2025-05-0${n + 1}` }),
    );
    const [, dhpp] = DUE;
    const rows = async () => (await part("Overdue Vaccinations")).getAllByRole("listitem");
    /** The second dose leaves the list. */
    const leave = async (found: unknown) => {
      show({ overdue: DUE });
      fakeConvex.query(api.vaccinations.immunizations.get, ({ immunizationId }) =>
        immunizationId === dhpp?._id ? found : coded("NOT_FOUND"),
      );
      open();
      await screen.findByRole("button", { name: "Record dose: DHPP of Bella" });
      act(() => show({ overdue: DUE.filter((dose) => dose !== dhpp) }));
    };

    it.each([
      ["Recorded", { ...dhpp, isNewest: false, dueOn: null }],
      ["Date changed", { ...dhpp, dueOn: "2025-08-01" }],
      ["No longer due", { ...dhpp, dueOn: null }],
      ["Deleted", coded("NOT_FOUND")],
    ])("say in its place: %s", async (fate, found) => {
      await leave(found);
      const button = await screen.findByRole("button", { name: `${fate}: DHPP of Bella` });
      expect(button.getAttribute("aria-disabled")).toBe("true");
      expect((await rows()).map((row) => row.contains(button))).toEqual([false, true, false]);
      expect((await rows())[1]?.textContent).toContain(`${fate}DHPP · Bella`);
    });

    it("keep the line as it is until the reason is known", async () => {
      await leave(undefined);
      expect(await rows()).toHaveLength(3);
      expect(screen.getByRole("button", { name: "Record dose: DHPP of Bella" })).toBeTruthy();
    });

    it("do not list a dose that is due as before, but in another list", async () => {
      await leave(dhpp);
      await waitFor(async () => expect(await rows()).toHaveLength(2));
    });

    it("strike out a dog whose dose was recorded, and keep the line of the other dogs", async () => {
      const due = { vaccineName: "DHPP", nextDueDate: "2025-05-01" };
      const rex = { dog: { _id: "rex" as never, name: "Rex", callName: null }, dogId: "rex" as never };
      const [bellas, rexes] = [makeDose(due), makeDose({ ...due, ...rex })];
      show({ overdue: [bellas, rexes] });
      fakeConvex.query(api.vaccinations.immunizations.get, () => ({ ...rexes, isNewest: false }));
      open();
      await screen.findByRole("button", { name: "Record for 2: DHPP of Bella, Rex" });
      act(() => show({ overdue: [bellas] }));
      expect(await screen.findByRole("button", { name: "Record dose: DHPP of Bella" })).toBeTruthy();
      const [row, ...others] = await rows();
      expect(others).toEqual([]);
      expect(row?.textContent).toContain("Bella and Rex (Recorded)");
      expect(within(row ?? document.body).getByRole("link", { name: "Rex" }).className).toContain(
        "line-through",
      );
    });
  });

  it("include all due reminders and the next ones, and the others on request", async () => {
    const days = [
      "2025-06-10",
      "2025-06-15",
      "2025-06-20",
      "2025-07-01",
      "2025-07-02",
      "2025-07-03",
      "2025-08-01",
    ];
    const reminders = days.map((dueDate, n) => ({
      ...REMINDER,
      _id: `reminder${n}`,
      title: `Number ${n}`,
      dueDate,
    }));
    show({ reminders });
    const { user } = open();
    const list = await part("Health Reminders");
    expect(await list.findAllByRole("listitem")).toHaveLength(5);
    await user.click(list.getByRole("button", { name: "Show 2 More" }));
    expect(list.getAllByRole("listitem")).toHaveLength(7);
  });

  it("include every due reminder without 'More'", async () => {
    show({
      reminders: Array.from({ length: 7 }, (_, n) => ({
        ...REMINDER,
        _id: `reminder${n}`,
        dueDate: "2025-06-14",
      })),
    });
    open();
    expect(await (await part("Health Reminders")).findAllByRole("listitem")).toHaveLength(7);
  });

  it("[ALR-09] show a message if they cannot be loaded", async () => {
    fakeConvex.query(api.health.healthAlerts.summary, () => coded("INTERNAL"));
    const { user } = open();
    expect(await screen.findByText("Failed to load health alerts. Please try again.")).toBeTruthy();
    show();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No vaccination is overdue")).toBeTruthy();
  });

  it("offer a viewer no actions except the viewer's own switches", async () => {
    show({ overdue: [makeDose({ nextDueDate: "2025-06-05" })], reminders: [REMINDER] });
    open("", "viewer");
    expect(await screen.findByText("Hip X-ray")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Record dose|Add Reminder/u })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.getAllByRole("switch")).toHaveLength(3);
  });
});

describe("a health reminder", () => {
  beforeEach(() => {
    show({ reminders: [REMINDER] });
    fakeConvex.mutation(api.reminders.reminders.uncomplete, () => ({}));
  });

  it("is completed by its checkbox, and restored by Undo", async () => {
    fakeConvex.mutation(api.reminders.reminders.complete, () => ({}));
    const { user } = open();
    expect(await screen.findByText("Tomorrow")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Complete Hip X-ray" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.complete)).toEqual([
      { reminderId: "reminder1", today: "2025-06-15" },
    ]);
    expect(await screen.findByText("Reminder marked as completed")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.uncomplete)).toEqual([{ reminderId: "reminder1" }]);
  });

  it("shows a message if it could not be completed", async () => {
    fakeConvex.mutation(api.reminders.reminders.complete, () => {
      throw new Error("down");
    });
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: "Complete Hip X-ray" }));
    expect(await screen.findByText("Failed to complete reminder. Please try again.")).toBeTruthy();
  });
});

describe("the notification settings", () => {
  it("[GAP-ALR-04] [GAP-SET-09] are the user's own, saved at once", async () => {
    fakeConvex.mutation(api.accounts.userSettings.update, () => {
      fakeConvex.query(api.accounts.userSettings.get, () => ({
        notifications: { email: true, sms: true, push: true },
      }));
    });
    const { user } = open();
    await user.click(await screen.findByRole("switch", { name: "SMS" }));
    expect(fakeConvex.callsOf(api.accounts.userSettings.update)).toEqual([{ notifications: { sms: true } }]);
    expect(await screen.findByText("Notification settings updated")).toBeTruthy();
    expect(screen.getByRole("switch", { name: "SMS" }).getAttribute("aria-checked")).toBe("true");
  });

  it("return to their former state if they cannot be saved", async () => {
    fakeConvex.mutation(api.accounts.userSettings.update, () => {
      throw new Error("down");
    });
    const { user } = open();
    await user.click(await screen.findByRole("switch", { name: "Email" }));
    expect(await screen.findByText("Failed to update notification settings")).toBeTruthy();
    expect(screen.getByRole("switch", { name: "Email" }).getAttribute("aria-checked")).toBe("true");
  });
});

describe("the Add Reminder dialog", () => {
  const dialog = () => within(screen.getByRole("dialog", { name: "Add Reminder" }));
  const add = async (user: ReturnType<typeof open>["user"]) =>
    await user.click(dialog().getByRole("button", { name: "Add Reminder" }));

  it("[ALR-06] needs title and due date, and sends nothing without them", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Add Reminder" }));
    await add(user);
    expect(await dialog().findByText("Please fill in the required fields.")).toBeTruthy();
    expect(fakeConvex.callsOf(api.reminders.reminders.create)).toEqual([]);
  });

  it("[ALR-07] [GAP-REM-04] offers the five types of the health page", async () => {
    const { user } = open("?reminder=new");
    await user.click(dialog().getByRole("combobox", { name: "Type" }));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Vaccination",
      "Health check",
      "Medication",
      "Appointment",
      "Other",
    ]);
  });

  it("[ALR-08] [GAP-ALR-01] creates the reminder with notices 7 days and 1 day before", async () => {
    fakeConvex.mutation(api.reminders.reminders.create, () => ({}));
    const { user } = open("?reminder=new&for=bella");
    await user.type(dialog().getByLabelText(/^Title/u), "Hip X-ray");
    fireEvent.change(dialog().getByLabelText(/^Due Date/u), { target: { value: "2025-06-30" } });
    await user.click(dialog().getByRole("combobox", { name: "Type" }));
    await user.click(screen.getByRole("option", { name: "Health check" }));
    await add(user);
    expect(fakeConvex.callsOf(api.reminders.reminders.create)).toEqual([
      {
        kennelId: "kennel1",
        title: "Hip X-ray",
        reminderType: "health_check",
        dueDate: "2025-06-30",
        priority: "medium",
        dogId: "bella",
        description: null,
        notifications: { email: true, sms: false, push: true, daysInAdvance: [7, 1] },
      },
    ]);
    expect(await screen.findByText("Reminder created successfully")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("[ALR-09] shows a message after a failure, and keeps the typed values", async () => {
    fakeConvex.mutation(api.reminders.reminders.create, () => {
      throw new Error("down");
    });
    const { user } = open("?reminder=new");
    await user.type(dialog().getByLabelText(/^Title/u), "Hip X-ray");
    fireEvent.change(dialog().getByLabelText(/^Due Date/u), { target: { value: "2025-06-30" } });
    await add(user);
    expect(await screen.findByText("Failed to create reminder. Please try again.")).toBeTruthy();
    expect(dialog().getByLabelText<HTMLInputElement>(/^Title/u).value).toBe("Hip X-ray");
  });
});
