/** The dashboard. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { weighingQueue } from "@/entities/weights/weighing-queue";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { stopClock, TODAY as today } from "@/testing/clock";
import { answerDashboard, quietStats } from "@/testing/dashboard";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { MAX_ALERTS_PER_KIND } from "@domain/dashboard/rules";
import { addDays } from "@domain/dates/calendar-days";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const anna = { _id: "u1", email: "anna@example.com", name: "Anna Berg", firstName: "Anna", lastName: "Berg" };

const activity = (index: number) => ({
  _id: `a${index}`,
  type: "dog_added",
  title: `Entry ${index}`,
  description: "Rex",
  timestamp: Date.parse(`${today}T12:00:00`) - index * 60_000,
  dogId: null,
  by: index === 1 ? "Anna Berg" : null,
  isSelf: index === 2,
  record: index === 1 ? { table: "dogs", id: "dog1" } : null,
});

const task = (index: number, fields: object = {}) => ({
  _id: `t${index}`,
  title: `Task ${index}`,
  dueDate: today,
  dog: null,
  priority: "medium",
  ...fields,
});

const alert = (index: number, fields: object = {}) => ({
  id: `k.reminder.${index}.x`,
  kind: "reminder",
  severity: "error",
  title: `Alert ${index}`,
  message: "3 days overdue",
  link: "/dashboard/reminders?tab=overdue",
  since: null,
  ...fields,
});

const serverDown = () => new ConvexError({ code: "INTERNAL", message: "Oops.", details: {} });

beforeEach(() => {
  stopClock();
  fakeConvex.reset();
  fakeConvex.query(api.accounts.users.me, () => anna);
  answerDashboard();
});

describe("the dashboard", () => {
  it("[DASH-01] greets by first name", () => {
    renderScreen(<DashboardPage />);
    expect(screen.getByRole("heading", { name: "Welcome back, Anna!" })).toBeTruthy();
  });

  it.each([
    ["DASH-02", "Total Dogs", "Total Dogs75 in the kennel, 2 sold or deceased", "/dashboard/dogs"],
    ["DASH-03", "Active Breedings", "Active Breedings21 planned · 1 confirmed", "/dashboard/breeding"],
    [
      "DASH-04",
      "Upcoming Vaccinations",
      "Upcoming Vaccinations4in the next 30 days",
      "/dashboard/health/schedule?due=due_this_month",
    ],
    [
      "DASH-05",
      "Pending Reminders",
      "Pending Reminders2overdue, of 5 pending",
      "/dashboard/reminders?tab=overdue",
    ],
  ])("[%s] [GAP-DASH-05] the card %s shows its number and links to its list", (_id, name, text, address) => {
    renderScreen(<DashboardPage />);
    const card = screen.getByRole("link", { name: new RegExp(name, "u") });
    expect(card.textContent).toBe(text);
    expect(card.getAttribute("href")).toBe(address);
  });

  it("omits cards and panels of areas that the user may not read", () => {
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({
      ...quietStats,
      health: { upcomingVaccinations: null, overdueVaccinations: null },
    }));
    renderScreen(<DashboardPage />);
    expect(screen.queryByText("Upcoming Vaccinations")).toBeNull();
    expect(screen.getByText("Total Dogs")).toBeTruthy();
  });

  it("[DASH-20] shows a failed load with Try Again, and the data after a retry", async () => {
    fakeConvex.query(api.dashboard.dashboard.stats, serverDown);
    const { user } = renderScreen(<DashboardPage />);
    expect(screen.getByRole("alert").textContent).toContain(
      "Failed to load dashboard data. Please try again.",
    );
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({ ...quietStats, dogs: { total: 3 } }));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.getByRole("link", { name: /Total Dogs/u }).textContent).toContain("3"));
  });

  it("[DASH-20] shows that it refreshes, keeps the old data visible, and loads everything again", async () => {
    const { user } = renderScreen(<DashboardPage />);
    const before = fakeConvex.subscriptionsOf(api.dashboard.dashboard.stats).length;
    fakeConvex.query(api.dashboard.dashboard.stats, () => undefined);
    act(() => fakeConvex.query(api.dashboard.dashboardAlerts.list, () => []));
    fakeConvex.query(api.dashboard.dashboard.stats, () => quietStats);
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() =>
      expect(fakeConvex.subscriptionsOf(api.dashboard.dashboard.stats).length).toBeGreaterThan(before),
    );
    await waitFor(() => expect(screen.getByRole("button", { name: "Refresh" })).toBeTruthy());
    expect(screen.getByRole("link", { name: /Total Dogs/u }).textContent).toContain("7");
  });

  it("appears as a whole, so that no late result moves the content", () => {
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () => undefined);
    renderScreen(<DashboardPage />);
    expect(screen.getByRole("status", { name: "Loading dashboard" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Welcome back, Anna!" })).toBeTruthy();
    expect(screen.queryByRole("list", { name: "The kennel in numbers" })).toBeNull();
    act(() => fakeConvex.query(api.dashboard.dashboardAlerts.list, () => [alert(1)]));
    expect(screen.getByRole("region", { name: "Alerts" })).toBeTruthy();
    expect(screen.getByRole("list", { name: "The kennel in numbers" })).toBeTruthy();
    expect(screen.queryByRole("status", { name: "Loading dashboard" })).toBeNull();
  });

  it("[DASH-20] shows the refreshing state until all results are loaded", async () => {
    const { user } = renderScreen(<DashboardPage />);
    fakeConvex.query(api.dashboard.dashboard.tasks, () => undefined);
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(screen.getByRole("button", { name: "Refreshing..." }).getAttribute("aria-busy")).toBe("true");
    act(() => fakeConvex.query(api.dashboard.dashboard.tasks, () => []));
    await waitFor(() => expect(screen.getByRole("button", { name: "Refresh" })).toBeTruthy());
  });

  it("shows the first steps until the kennel has a dog", () => {
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({ ...quietStats, dogs: { total: 0 } }));
    renderScreen(<DashboardPage />);
    expect(screen.getByRole("link", { name: "Add your first dog" }).getAttribute("href")).toBe(
      "/dashboard/dogs?add=1",
    );
    act(() => fakeConvex.query(api.dashboard.dashboard.stats, () => quietStats));
    expect(screen.queryByRole("link", { name: "Add your first dog" })).toBeNull();
  });

  it("[DASH-07] [DASH-09] shows an empty kennel the next steps beside its numbers, without empty charts", () => {
    const reminders = { ...quietStats.reminders, pending: 0, overdue: 0 };
    const breeding = { ...quietStats.breeding, activeMating: 0 };
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({
      ...quietStats,
      dogs: { total: 0 },
      breeding,
      reminders,
    }));
    renderScreen(<DashboardPage />);
    expect(screen.getByRole("link", { name: "Import dogs from a file" }).getAttribute("href")).toBe(
      "/dashboard/dogs?import=1",
    );
    expect(screen.getByRole("link", { name: "Invite a person" })).toBeTruthy();
    expect(screen.getByRole("list", { name: "The kennel in numbers" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Recent Activity" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Upcoming Tasks" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add widget" })).toBeNull();
    act(() => fakeConvex.query(api.dashboard.dashboard.stats, () => ({ ...quietStats, dogs: { total: 0 } })));
    expect(screen.getByRole("button", { name: "Add widget" })).toBeTruthy();
  });

  it("offers a viewer no steps that a viewer cannot take", () => {
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({ ...quietStats, dogs: { total: 0 } }));
    renderScreen(<DashboardPage />, { role: "viewer" });
    expect(screen.queryByRole("link", { name: "Add your first dog" })).toBeNull();
  });
});

describe("a litter to weigh", () => {
  it.each([
    ["owner", "/dashboard/litters/l1/weigh"],
    ["viewer", "/dashboard/litters/l1"],
  ] as const)("opens for the role %s the page %s", async (role, path) => {
    const litter = { litterId: "l1", damName: "Aria", puppies: 6, toWeigh: 2, leavingOn: null };
    fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
      pregnancies: [],
      heats: [],
      litters: [litter],
    }));
    renderScreen(<DashboardPage />, { role });
    const link = await screen.findByRole("link", { name: /Weigh Aria's puppies/u });
    expect(link.getAttribute("href")?.endsWith(path)).toBe(true);
  });
});

describe("recent activity", () => {
  it("[DASH-06] requests and shows at most 4 entries", () => {
    fakeConvex.query(api.platform.activities.recent, () => [1, 2, 3, 4, 5, 6].map(activity));
    renderScreen(<DashboardPage />);
    expect(screen.getAllByText(/^Entry \d$/u)).toHaveLength(4);
    expect(fakeConvex.subscriptionsOf(api.platform.activities.recent)).toEqual([
      { kennelId: "kennel1", limit: 4 },
    ]);
  });

  it("[DASH-07] says that there was no recent activity", () => {
    renderScreen(<DashboardPage />);
    expect(screen.getByText("No recent activity to show")).toBeTruthy();
  });

  it("[GAP-DASH-13] names the author of an entry, and links to its record while that exists", () => {
    fakeConvex.query(api.platform.activities.recent, () => [1, 2, 3].map(activity));
    renderScreen(<DashboardPage />);
    const [first, second, third] = screen.getAllByText(/^Entry \d$/u).map((entry) => entry.closest("li"));
    expect(first?.textContent).toContain("ago by Anna Berg");
    expect(second?.textContent).toContain("by you");
    expect(third?.textContent).not.toContain(" by ");
    expect(screen.getByRole("link", { name: "Entry 1" }).getAttribute("href")).toBe("/dashboard/dogs/dog1");
    expect(screen.queryByRole("link", { name: "Entry 3" })).toBeNull();
  });
});

describe("upcoming tasks", () => {
  it("[DASH-08] show at most 3 reminders", () => {
    fakeConvex.query(api.dashboard.dashboard.tasks, () => [1, 2, 3, 4, 5].map((index) => task(index)));
    renderScreen(<DashboardPage />);
    expect(screen.getAllByText(/^Task \d$/u)).toHaveLength(3);
  });

  it("[DASH-09] show a message if there are none", () => {
    renderScreen(<DashboardPage />);
    expect(screen.getByText("No upcoming tasks")).toBeTruthy();
  });

  it("[DASH-10] name the dog only if the reminder is linked to one", () => {
    fakeConvex.query(api.dashboard.dashboard.tasks, () => [task(1, { dog: { name: "Bella" } }), task(2)]);
    renderScreen(<DashboardPage />);
    expect(screen.getByText("Related to: Bella")).toBeTruthy();
    expect(screen.getAllByText(/^Related to/u)).toHaveLength(1);
  });

  it("[DASH-11] [REM-06] [GAP-REM-02] show urgency by date as the reminders do, and mark high and urgent priority", () => {
    const stored = [
      { priority: "urgent", dueDate: addDays(today, -1) },
      { priority: "high", dueDate: today },
      { priority: "medium", dueDate: addDays(today, 9) },
    ];
    fakeConvex.query(api.dashboard.dashboard.tasks, () => stored.map((fields, index) => task(index, fields)));
    renderScreen(<DashboardPage />);
    const badgesOf = (title: string) =>
      [...(screen.getByText(title).closest("li")?.querySelectorAll("[data-variant]") ?? [])].map((badge) => [
        badge.textContent,
        badge.getAttribute("data-variant"),
      ]);
    expect(badgesOf("Task 0")).toEqual([
      ["High", "error"],
      ["Urgent", "brass"],
    ]);
    expect(badgesOf("Task 1")).toEqual([
      ["Medium", "warning"],
      ["Important", "brass"],
    ]);
    expect(badgesOf("Task 2")).toEqual([["Low", "neutral"]]);
    // A title opens its reminder.
    expect(screen.getByRole("link", { name: "Task 1" }).getAttribute("href")).toMatch(
      /\/dashboard\/reminders\?reminder=/u,
    );
  });

  it("[DASH-16] [DASH-17] [DASH-18] [DASH-19] show when each is due", () => {
    const days = [-3, 0, 1];
    fakeConvex.query(api.dashboard.dashboard.tasks, () =>
      days.map((count, index) => task(index, { dueDate: addDays(today, count) })),
    );
    renderScreen(<DashboardPage />);
    for (const text of ["3 days overdue", "Today", "Tomorrow"]) {
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
    }
  });

  it("can be completed in the list, but not by a viewer", async () => {
    fakeConvex.query(api.dashboard.dashboard.tasks, () => [task(1)]);
    fakeConvex.mutation(api.reminders.reminders.complete, () => ({}));
    const { user, unmount } = renderScreen(<DashboardPage />);
    await user.click(screen.getByRole("checkbox", { name: "Complete Task 1" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.complete)).toEqual([{ reminderId: "t1", today }]);
    unmount();
    renderScreen(<DashboardPage />, { role: "viewer" });
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("today's doses", () => {
  const medication = [
    {
      dog: { _id: "d1", name: "Opal of Oak Hill", callName: "Opal", breed: "Beagle", photos: [] },
      courses: [
        {
          _id: "c1",
          dogId: "d1",
          drug: "Metacam",
          doseAmount: 0.5,
          doseUnit: "ml",
          today: [{ slot: 0, time: "00:00", dose: null }],
          doses: [],
        },
      ],
    },
  ];

  it("can be ticked in the panel, but not by a viewer", async () => {
    fakeConvex.query(api.health.medications.due, () => medication);
    fakeConvex.mutation(api.health.medications.giveOne, () => ({ outcome: "given", other: null }));
    const { user, unmount } = renderScreen(<DashboardPage />);
    await user.click(await screen.findByRole("checkbox", { name: "Give Opal Metacam, 12:00 AM" }));
    expect(fakeConvex.callsOf(api.health.medications.giveOne)).toMatchObject([
      { dogId: "d1", courseId: "c1", slot: 0, dayOn: today },
    ]);
    unmount();
    renderScreen(<DashboardPage />, { role: "viewer" });
    expect(screen.getByRole("link", { name: /^Give Opal Metacam/u }).getAttribute("href")).toMatch(
      /tab=health/u,
    );
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("today's list", () => {
  const given = { ...{ entryKey: "e1", dayOn: today, slot: 0, givenBy: "Anna Berg", isSelf: false } };

  it("still shows a given dose with the person who gave it, and can untick it", async () => {
    const dose = { ...given, givenAt: Date.parse(`${today}T08:04:00`) };
    const course = { _id: "c1", dogId: "d1", drug: "Metacam", doseAmount: 0.5, doseUnit: "ml" };
    const dog = { _id: "d1", name: "Opal of Oak Hill", callName: "Opal", breed: "Beagle", photos: [] };
    fakeConvex.query(api.health.medications.due, () => [
      { dog, courses: [{ ...course, today: [{ slot: 0, time: "08:00", dose }], doses: [dose] }] },
    ]);
    fakeConvex.mutation(api.health.medications.undoOne, () => null);
    const { user, unmount } = renderScreen(<DashboardPage />);
    expect(screen.getByText("1 of 1 doses given")).toBeTruthy();
    expect(screen.getByText("0.5 ml, given 8:04 AM by Anna Berg")).toBeTruthy();
    const box = await screen.findByRole("checkbox", { name: "Give Opal Metacam, 8:00 AM" });
    expect(box).toHaveProperty("disabled", true);
    await user.click(await screen.findByRole("button", { name: "Undo Give Opal Metacam, 8:00 AM" }));
    expect(fakeConvex.callsOf(api.health.medications.undoOne)).toEqual([
      { dogId: "d1", courseId: "c1", entryKey: "e1" },
    ]);
    unmount();
    renderScreen(<DashboardPage />, { role: "viewer" });
    expect(screen.queryByRole("button", { name: /^Undo/u })).toBeNull();
  });

  it("has how long a dose is overdue before its vaccine and its dog", () => {
    const dose = { patient: "dog:d1", vaccineName: "Rabies" };
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () => [
      alert(1, { kind: "vaccination", title: "Rabies overdue", message: "Nova: 5 days overdue", dose }),
    ]);
    renderScreen(<DashboardPage />);
    const [row] = within(screen.getByRole("region", { name: "Alerts" })).getAllByRole("link");
    expect(
      [...(row?.querySelectorAll("span:not(:has(span))") ?? [])].map(({ textContent }) => textContent),
    ).toEqual(["Rabies", "5 days overdue", "Nova"]);
  });

  it("opens the form for an overdue vaccination over the dashboard, for users who may record it", async () => {
    const dose = { patient: "dog:d1", vaccineName: "Rabies" };
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () => [
      alert(1, { kind: "vaccination", title: "Rabies overdue", message: "Nova: 5 days overdue", dose }),
    ]);
    const { user, router, unmount } = renderScreen(<DashboardPage />);
    await user.click(screen.getByRole("button", { name: "Record dose: Rabies of Nova" }));
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      ...{ dose: "new", for: "dog:d1", vaccine: "Rabies" },
    });
    unmount();
    renderScreen(<DashboardPage />, { role: "viewer" });
    expect(screen.queryByRole("button", { name: /^Record dose/u })).toBeNull();
  });

  it("keeps the line of an overdue vaccination that was recorded, but not of a dismissed one", async () => {
    const overdue = ["Rabies", "DHPP", "Lyme"].map((vaccineName, n) =>
      alert(n, {
        id: `k.vaccination.v${n}.2025-06-10`,
        ...{ kind: "vaccination", title: `${vaccineName} overdue`, message: "Nova: 5 days overdue" },
        dose: { patient: "dog:d1", vaccineName },
      }),
    );
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () => overdue);
    fakeConvex.query(api.vaccinations.immunizations.get, ({ immunizationId }) => ({
      ...{ isNewest: immunizationId !== "v0", dueOn: "2025-06-10" },
    }));
    renderScreen(<DashboardPage />);
    const alerts = within(screen.getByRole("region", { name: "Alerts" }));
    expect(alerts.getAllByRole("listitem")).toHaveLength(3);
    act(() => fakeConvex.query(api.dashboard.dashboardAlerts.list, () => overdue.slice(2)));
    await waitFor(() => expect(alerts.getAllByRole("listitem")).toHaveLength(2));
    const [rabies] = alerts.getAllByRole("listitem");
    expect(rabies?.textContent).toContain("RabiesRecordedNova");
    expect(alerts.getByRole("button", { name: "Recorded: Rabies of Nova" })).toBeTruthy();
    expect(alerts.queryByRole("button", { name: "Dismiss Rabies overdue" })).toBeNull();
  });

  it("completes an overdue reminder in its line, and dismisses its alert", async () => {
    const late = { ...task(1), _id: "r1", title: "Rabies certificate", priority: "high", bookingId: null };
    fakeConvex.query(api.dashboard.dashboard.remindersOfToday, () => [
      { ...late, dueDate: addDays(today, -3), dog: { name: "Juni" } },
    ]);
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () => [
      alert(1, { id: "k.reminder.r1.x", title: "Rabies certificate" }),
    ]);
    fakeConvex.mutation(api.reminders.reminders.complete, () => ({}));
    const { user } = renderScreen(<DashboardPage />);
    const attention = within(screen.getByRole("region", { name: "Alerts" }));
    expect(attention.getAllByRole("listitem")).toHaveLength(1);
    expect(attention.getByRole("link").textContent).toBe("Rabies certificate3 days overdueJuni");
    expect(attention.getByRole("button", { name: "Dismiss Rabies certificate" })).toBeTruthy();
    await user.click(attention.getByRole("checkbox", { name: "Complete Rabies certificate" }));
    expect(fakeConvex.callsOf(api.reminders.reminders.complete)).toEqual([{ reminderId: "r1", today }]);
  });

  it("shows pregnancies with day and due date, and a bar only for a confirmed pregnancy", () => {
    const pregnancy = (id: string, status: string) => ({
      ...{ breedingId: id, damName: `Dam ${id}`, sireName: "Rex", status },
      ...{ breedingDate: addDays(today, -20), expectedDueDate: addDays(today, 43) },
    });
    fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
      ...{ heats: [], litters: [] },
      pregnancies: [pregnancy("b1", "confirmed"), pregnancy("b2", "bred")],
    }));
    renderScreen(<DashboardPage />);
    const group = within(screen.getByRole("region", { name: "Pregnancies and heats" }));
    const [first, second] = group.getAllByRole("listitem").map((item) => within(item));
    expect(first?.getByText("Day 20 of 63")).toBeTruthy();
    expect(first?.getByRole("progressbar")).toBeTruthy();
    expect(second?.getByText(/in 43 days$/u)).toBeTruthy();
    expect(second?.queryByRole("progressbar")).toBeNull();
    expect(second?.getByRole("link").getAttribute("href")).toBe("/dashboard/breeding/b2");
  });

  it("records the dam's temperature from day 56 on with two presses and three digits", async () => {
    const pregnancy = (id: string, days: number) => ({
      ...{ breedingId: id, damName: `Dam ${id}`, sireName: "Rex", status: "confirmed" },
      ...{ breedingDate: addDays(today, -days), expectedDueDate: addDays(today, 63 - days) },
    });
    fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
      ...{ heats: [], litters: [] },
      pregnancies: [pregnancy("b1", 56), pregnancy("b2", 55)],
    }));
    fakeConvex.query(api.breedings.damTemperatures.list, () => []);
    const { user } = renderScreen(<DashboardPage />);
    expect(screen.queryByRole("button", { name: "Add temperature of Dam b2" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Add temperature of Dam b1" }));
    const keypad = within(await screen.findByRole("dialog"));
    for (const digit of ["9", "9", "4"]) await user.click(keypad.getByRole("button", { name: digit }));
    await user.click(keypad.getByRole("button", { name: "Save" }));
    expect(weighingQueue().read().entries.at(-1)).toMatchObject({
      ...{ kind: "temperature", breedingId: "b1", temperatureFahrenheit: 99.4 },
    });
  });

  it("shows no number of days if the due date gives no possible length of a pregnancy", () => {
    fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
      ...{ heats: [], litters: [] },
      pregnancies: [
        {
          ...{ breedingId: "b1", damName: "Luna", sireName: "Unknown", status: "confirmed" },
          ...{ breedingDate: addDays(today, -5), expectedDueDate: addDays(today, -5) },
        },
      ],
    }));
    renderScreen(<DashboardPage />);
    const group = within(screen.getByRole("region", { name: "Pregnancies and heats" }));
    expect(group.getByText("Day 5")).toBeTruthy();
    expect(group.getByText(/5 days overdue$/u)).toBeTruthy();
    expect(group.queryByRole("progressbar")).toBeNull();
  });

  it("shows a pregnancy without a due date with its day only", () => {
    fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
      ...{ heats: [], litters: [] },
      pregnancies: [
        {
          ...{ breedingId: "b1", damName: "Luna", sireName: "Rex", status: "confirmed" },
          ...{ breedingDate: addDays(today, -20), expectedDueDate: null },
        },
      ],
    }));
    renderScreen(<DashboardPage />);
    const group = within(screen.getByRole("region", { name: "Pregnancies and heats" }));
    expect(group.getByText("Day 20")).toBeTruthy();
    expect(group.getByText("Due date not set")).toBeTruthy();
    expect(group.queryByRole("progressbar")).toBeNull();
  });

  it("hides what needs attention if the user has hidden it", () => {
    fakeConvex.query(api.dashboard.dashboardPreferences.get, () => ({
      ...{ hiddenCards: ["today"], cardOrder: [], defaultKennelId: null },
    }));
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () => [alert(1)]);
    renderScreen(<DashboardPage />);
    expect(screen.getByRole("region", { name: "Alerts" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Today" })).toBeNull();
  });
});

describe("alerts on the dashboard", () => {
  it("[DASH-23] [GAP-DASH-09] can be dismissed one by one and all at once", async () => {
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () =>
      [1, 2, 3, 4, 5, 6, 7].map((index) => alert(index)),
    );
    fakeConvex.mutation(api.dashboard.dashboardAlerts.dismiss, () => null);
    fakeConvex.mutation(api.dashboard.dashboardAlerts.dismissAll, () => 5);
    const { user } = renderScreen(<DashboardPage />);
    const strip = within(screen.getByRole("region", { name: "Alerts" }));
    expect(strip.getAllByRole("link")).toHaveLength(5);
    await user.click(strip.getByRole("button", { name: "Show 2 More" }));
    expect(strip.getAllByRole("link")).toHaveLength(7);
    await user.click(strip.getByRole("button", { name: "Dismiss Alert 2" }));
    expect(fakeConvex.callsOf(api.dashboard.dashboardAlerts.dismiss)).toEqual([
      { kennelId: "kennel1", alertId: "k.reminder.2.x", today },
    ]);
    await user.click(strip.getByRole("button", { name: "Dismiss All" }));
    expect(fakeConvex.callsOf(api.dashboard.dashboardAlerts.dismissAll)).toEqual([
      { kennelId: "kennel1", today },
    ]);
    fakeConvex.mutation(api.dashboard.dashboardAlerts.undismiss, () => 5);
    await screen.findByText("5 alerts dismissed");
    fireEvent.click(screen.getByText("Undo"));
    expect(fakeConvex.callsOf(api.dashboard.dashboardAlerts.undismiss)).toEqual([
      { kennelId: "kennel1", alertId: "k.reminder.1.x" },
    ]);
  });

  it("link to the list if more is overdue than the dashboard loads", async () => {
    const late = Array.from({ length: 20 }, (_, index) => ({
      ...task(index),
      ...{ _id: `r${index}`, dueDate: addDays(today, -3), bookingId: null },
    }));
    fakeConvex.query(api.dashboard.dashboard.remindersOfToday, () => late);
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({
      ...quietStats,
      reminders: { pending: 60, overdue: 52 },
    }));
    const { user } = renderScreen(<DashboardPage />);
    const strip = within(screen.getByRole("region", { name: "Alerts" }));
    await user.click(strip.getByRole("button", { name: "Show 15 More" }));
    expect(strip.getByRole("link", { name: "All 52 overdue reminders" }).getAttribute("href")).toBe(
      "/dashboard/reminders?tab=overdue",
    );
  });

  it("link to all overdue vaccinations if there are more than the alerts of one kind", async () => {
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () =>
      Array.from({ length: MAX_ALERTS_PER_KIND }, (_, index) => alert(index, { kind: "vaccination" })),
    );
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({
      ...quietStats,
      health: { upcomingVaccinations: 3, overdueVaccinations: 133 },
    }));
    const { user } = renderScreen(<DashboardPage />);
    const strip = within(screen.getByRole("region", { name: "Alerts" }));
    await user.click(strip.getByRole("button", { name: `Show 20 More of ${MAX_ALERTS_PER_KIND - 5}` }));
    expect(strip.getAllByRole("listitem")).toHaveLength(25);
    expect(strip.getByRole("link", { name: "All 133 overdue vaccinations" }).getAttribute("href")).toBe(
      "/dashboard/health/alerts",
    );
    act(() => fakeConvex.query(api.dashboard.dashboardAlerts.list, () => []));
    expect(screen.getByRole("link", { name: "All 133 overdue vaccinations" })).toBeTruthy();
    expect(screen.queryByText(/Nothing to do today/u)).toBeNull();
  });

  it("show no message if an alert disappeared before it was dismissed", async () => {
    fakeConvex.query(api.dashboard.dashboardAlerts.list, () => [alert(1)]);
    fakeConvex.mutation(api.dashboard.dashboardAlerts.dismiss, () => {
      throw new ConvexError({ code: "NOT_FOUND", message: "This does not exist.", details: {} });
    });
    const { user } = renderScreen(<DashboardPage />);
    await user.click(screen.getByRole("button", { name: "Dismiss Alert 1" }));
    expect(fakeConvex.callsOf(api.dashboard.dashboardAlerts.dismiss)).toHaveLength(1);
    expect(screen.queryByText(/could not be dismissed/u)).toBeNull();
  });

  it("take no space while there are none", () => {
    renderScreen(<DashboardPage />);
    expect(screen.queryByRole("region", { name: "Alerts" })).toBeNull();
  });
});

describe("widgets on the dashboard", () => {
  const widget = (id: string, position: number, kind = "vaccinations_due") => ({
    id,
    kind,
    title: null,
    position,
    settings: {},
    data: { kind: "vaccinations_due", overdue: 0, months: [] },
  });

  it("[GAP-DASH-09] are added, moved and removed by their menus", async () => {
    fakeConvex.query(api.dashboard.dashboardWidgets.board, () => [
      widget("one", 0),
      widget("two", 1, "puppies_per_year"),
    ]);
    for (const name of ["add", "update", "remove"] as const)
      fakeConvex.mutation(api.dashboard.dashboardWidgets[name], () => null);
    const { user } = renderScreen(<DashboardPage />);
    await user.click(screen.getByRole("button", { name: "Add widget" }));
    await user.click(await screen.findByRole("menuitem", { name: /^Breedings per year/u }));
    expect(fakeConvex.callsOf(api.dashboard.dashboardWidgets.add)).toEqual([{ kind: "breedings_per_year" }]);
    await user.click(screen.getByRole("button", { name: "Actions for Vaccinations due" }));
    expect((await screen.findByRole("menuitem", { name: "Move Up" })).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await user.click(screen.getByRole("menuitem", { name: "Move Down" }));
    expect(fakeConvex.callsOf(api.dashboard.dashboardWidgets.update)).toEqual([
      { widgetId: "one", position: 1 },
    ]);
    await user.click(screen.getByRole("button", { name: "Actions for Puppies per year" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove" }));
    expect(fakeConvex.callsOf(api.dashboard.dashboardWidgets.remove)).toEqual([{ widgetId: "two" }]);
  });

  it("say what will appear in them while there is no data", () => {
    fakeConvex.query(api.dashboard.dashboardWidgets.board, () => [widget("one", 0)]);
    renderScreen(<DashboardPage />);
    expect(screen.getByText("No vaccinations due in these months.")).toBeTruthy();
  });
});

describe("dashboard preferences", () => {
  it("[GAP-DASH-01] hide cards and change their order", () => {
    fakeConvex.query(api.dashboard.dashboardPreferences.get, () => ({
      hiddenCards: ["active_breedings", "recent_activity"],
      cardOrder: ["pending_reminders"],
      defaultKennelId: null,
    }));
    renderScreen(<DashboardPage />);
    const cards = within(screen.getByRole("list", { name: "The kennel in numbers" }));
    expect(cards.getAllByRole("link").map((card) => card.getAttribute("href"))).toEqual([
      "/dashboard/reminders?tab=overdue",
      "/dashboard/dogs",
      "/dashboard/health/schedule?due=due_this_month",
    ]);
    expect(screen.queryByText("Recent Activity")).toBeNull();
  });

  it("are changed in a dialog, each at once", async () => {
    fakeConvex.mutation(api.dashboard.dashboardPreferences.update, () => null);
    fakeConvex.mutation(api.dashboard.dashboardPreferences.reset, () => null);
    const { user } = renderScreen(<DashboardPage />);
    await user.click(screen.getByRole("button", { name: "Customize" }));
    await user.click(await screen.findByRole("switch", { name: "Show Total Dogs" }));
    await user.click(screen.getByRole("button", { name: "Move Upcoming Tasks up" }));
    await user.click(screen.getByRole("button", { name: "Reset Dashboard" }));
    expect(fakeConvex.callsOf(api.dashboard.dashboardPreferences.reset)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Reset" }));
    const [hidden, moved] = fakeConvex.callsOf(api.dashboard.dashboardPreferences.update);
    expect(hidden).toEqual({ hiddenCards: ["total_dogs"] });
    expect(moved?.["cardOrder"]).toEqual([
      "total_dogs",
      "active_breedings",
      "upcoming_vaccinations",
      "pending_reminders",
      "upcoming_tasks",
      "today",
      "recent_activity",
    ]);
    expect(fakeConvex.callsOf(api.dashboard.dashboardPreferences.reset)).toHaveLength(1);
  });
});
