/** The Dashboard tab of the Health screen. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import { HealthDialogs, HealthScreen } from "@/features/health/health-screen";
import { makeDose } from "@/testing/doses";
import { makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { makeHealthRecord, makeHealthRecordPage, makeVeterinarian } from "@/testing/health";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const bella = { _id: "bella", name: "Bella", callName: null };
const dose = { dog: bella, puppy: null, expirationDate: null };
const statistics = {
  totalDogs: 7,
  upcomingVaccinationsCount: 2,
  overdueVaccinationsCount: 0,
  upcomingFollowUpsCount: 1,
  overdueFollowUpsCount: 1,
  totalHealthRecords: 30,
};
const nothing = {
  statistics,
  upcomingVaccinations: [],
  overdueVaccinations: [],
  upcomingFollowUps: [],
  overdueFollowUps: [],
};

const figures = (records: number) => ({
  ...statistics,
  totalHealthRecords: records,
  recordsByType: [
    { recordType: "dental", count: 1 },
    { recordType: "examination", count: records - 1 },
    { recordType: "surgery", count: 0 },
  ],
  costsPerMonth: [
    { month: "2025-05", costCents: 0, records: 0 },
    { month: "2025-06", costCents: 12_550, records: 2 },
  ],
  totalCostCents: 12_550,
});

const show = (changes: object = {}) =>
  fakeConvex.query(api.health.healthDashboard.get, () => ({ ...nothing, ...changes }));

beforeAll(async () => {
  await import("@/features/health/dashboard/dashboard-part");
});

beforeAll(() => Promise.all([HealthDialogs.fetch(), RecordHistoryDialog.fetch()]));
beforeEach(() => {
  fakeConvex.reset();
  show();
  fakeConvex.query(api.health.healthDashboard.statistics, () => figures(30));
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([], args));
  fakeConvex.query(api.dogs.dogs.get, () => null);
  fakeConvex.query(api.litters.litters.list, () => ({ data: [], pagination: {} }));
  fakeConvex.query(api.health.healthRecords.list, (args) => makeHealthRecordPage([], args));
  fakeConvex.query(api.health.veterinaryRecords.list, () => ({ data: [], pagination: {} }));
});

const open = (role: "owner" | "viewer" = "owner") =>
  renderScreen(<HealthScreen />, { path: "/dashboard/health", role });

it("[HLT-06] the health dashboard shows four numbers, each with a link to its list", async () => {
  open();
  const numbers = within(await screen.findByRole("list", { name: "Health in numbers" }));
  expect(numbers.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Total Dogs7including sold and deceased dogs", "/dashboard/dogs"],
    ["Upcoming Vaccines2", "/dashboard/health/schedule"],
    ["Upcoming Follow-ups11 overdue", "#health-follow-ups"],
    ["Health Records30", "/dashboard/health/records"],
  ]);
  // The subscription starts after the screen is painted.
  await waitFor(() =>
    expect(fakeConvex.subscriptionsOf(api.health.healthDashboard.get)[0]).toEqual({
      kennelId: "kennel1",
      today: "2025-06-15",
    }),
  );
});

it("[HLT-07] the health dashboard lists the vaccinations of the next 30 days, or says that there are none, and apart from them the overdue ones", async () => {
  const { unmount } = open();
  expect(await screen.findAllByText("None due in the next 30 days")).toHaveLength(2);
  expect(screen.queryByText(/^Overdue (?:Vaccinations|Follow-ups)$/u)).toBeNull();
  unmount();
  show({
    overdueVaccinations: [{ ...dose, _id: "d1", vaccineName: "Rabies", dueOn: "2025-06-05" }],
    upcomingVaccinations: [
      { ...dose, _id: "d2", vaccineName: "DHPP", dueOn: "2025-07-10" },
      {
        _id: "d3",
        dog: null,
        puppy: { _id: "p1", name: "Puppy 2 (red)", litterId: "l1" },
        vaccineName: "Bordetella",
        dueOn: "2025-06-15",
      },
    ],
  });
  open();
  const list = within(await screen.findByRole("list", { name: "Upcoming Vaccinations" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^BellaDHPP · July 10, 2025In 25 days/u),
    expect.stringMatching(/^Puppy 2 \(red\)Bordetella · June 15, 2025Today/u),
  ]);
  const overdue = within(screen.getByRole("list", { name: "Overdue Vaccinations" }));
  expect(overdue.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^BellaRabies · June 5, 202510 days overdue/u),
  ]);
  expect(list.getByRole("link", { name: "Puppy 2 (red)" }).getAttribute("href")).toBe(
    "/dashboard/litters/l1",
  );
});

it("the health dashboard counts overdue and upcoming vaccinations apart, each with a link to all of them", async () => {
  show({
    statistics: { ...statistics, overdueVaccinationsCount: 145, upcomingVaccinationsCount: 41 },
    overdueVaccinations: [{ ...dose, _id: "d1", vaccineName: "Rabies", dueOn: "2025-06-05" }],
    upcomingVaccinations: [{ ...dose, _id: "d2", vaccineName: "DHPP", dueOn: "2025-07-10" }],
  });
  open();
  expect((await screen.findByRole("link", { name: "All 145" })).getAttribute("href")).toBe(
    "/dashboard/health/alerts",
  );
  expect(screen.getByRole("link", { name: "All 41" }).getAttribute("href")).toBe(
    "/dashboard/health/schedule?due=due_this_month",
  );
});

it("the health dashboard lists overdue follow-ups apart from the upcoming ones", async () => {
  show({
    overdueFollowUps: [{ _id: "r1", dog: bella, title: "Ear infection", followUpDate: "2025-06-10" }],
    upcomingFollowUps: [{ _id: "r2", dog: bella, title: "Teeth", followUpDate: "2025-06-20" }],
  });
  open();
  const overdue = within(await screen.findByRole("list", { name: "Overdue Follow-ups" }));
  expect(overdue.getAllByRole("listitem")).toHaveLength(1);
  expect(overdue.getByText("5 days overdue")).toBeTruthy();
  const upcoming = within(screen.getByRole("list", { name: "Upcoming Follow-ups" }));
  expect(upcoming.getAllByRole("listitem")).toHaveLength(1);
  expect(upcoming.getByText("In 5 days")).toBeTruthy();
});

it("the health dashboard offers to record a due dose, with dog and vaccine filled in, to users with the right to do so", async () => {
  show({ overdueVaccinations: [{ ...dose, _id: "d1", vaccineName: "Rabies", dueOn: "2025-06-05" }] });
  const { user, unmount } = open();
  await user.click(await screen.findByRole("button", { name: "Record dose: Rabies of Bella" }));
  const form = within(await screen.findByRole("dialog", { name: "Add Immunization" }));
  expect(form.getByRole("combobox", { name: "Vaccine" })).toHaveProperty("value", "Rabies");
  unmount();
  open("viewer");
  expect(await screen.findByText(/10 days overdue/u)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Record/u })).toBeNull();
});

it("the health dashboard keeps a recorded dose in its place, with Undo after its message has disappeared", async () => {
  const due = ["Rabies", "DHPP", "Bordetella"].map((vaccineName, n) => ({
    ...{ ...dose, _id: `d${n}`, vaccineName, dueOn: "2025-06-05" },
  }));
  show({ overdueVaccinations: due });
  fakeConvex.mutation(api.vaccinations.immunizations.create, () => {
    show({ overdueVaccinations: due.filter(({ vaccineName }) => vaccineName !== "DHPP") });
    return makeDose({ vaccineName: "DHPP" });
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Record dose: DHPP of Bella" }));
  const form = within(await screen.findByRole("dialog", { name: "Add Immunization" }));
  await user.click(form.getByRole("button", { name: "Add Immunization" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.body.style.pointerEvents).not.toBe("none"));
  const rows = () =>
    within(screen.getByRole("list", { name: "Overdue Vaccinations" })).getAllByRole("listitem");
  expect(rows().map((row) => row.textContent?.includes("Recorded"))).toEqual([false, true, false]);
  await user.click(screen.getByRole("button", { name: "Close toast" }));
  await waitFor(() => expect(screen.queryByText("Immunization saved")).toBeNull());
  expect(rows()).toHaveLength(3);
  expect(screen.getByRole("button", { name: "Undo: DHPP of Bella" })).toBeTruthy();
});

it("[GAP-HLT-11] the health dashboard shows the costs of a year by month, and the number of records by type", async () => {
  const { unmount } = open();
  const costs = within(await screen.findByRole("list", { name: "Costs per Month" }));
  expect(costs.getByText("June 2025: $125.50, 2 records")).toBeTruthy();
  expect(screen.getByText("in 12 months").textContent).toBe("$125.50 in 12 months");
  const types = within(screen.getByRole("list", { name: "Records by Type" }));
  expect(types.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Examination29", "/dashboard/health/records?type=examination"],
    ["Dental1", "/dashboard/health/records?type=dental"],
  ]);
  unmount();
  fakeConvex.query(api.health.healthDashboard.statistics, () => ({ ...figures(1), totalHealthRecords: 0 }));
  open();
  expect(await screen.findByRole("list", { name: "Health in numbers" })).toBeTruthy();
  expect(screen.queryByText("Costs per Month")).toBeNull();
});

it("[GAP-HLT-09] the health dashboard lists the follow-ups, with links to their records and buttons to mark them as done", async () => {
  fakeConvex.mutation(api.health.healthRecords.setFollowUpDone, () => null);
  show({
    upcomingFollowUps: [{ _id: "r1", dog: bella, title: "Ear infection", followUpDate: "2025-06-20" }],
  });
  const { user } = open();
  const list = within(await screen.findByRole("list", { name: "Upcoming Follow-ups" }));
  expect(list.getByRole("link", { name: "Recheck: Ear infection" }).getAttribute("href")).toBe(
    "/dashboard/health/records/r1",
  );
  await user.click(list.getByRole("button", { name: "Done: the follow-up of Ear infection" }));
  expect(fakeConvex.callsOf(api.health.healthRecords.setFollowUpDone)).toEqual([
    { recordId: "r1", doneOn: "2025-06-15", today: "2025-06-15" },
  ]);
});

it("[GAP-HLT-10] the health dashboard shows the newest records, and each veterinarian once with the dogs", async () => {
  fakeConvex.query(api.health.healthRecords.list, (args) =>
    makeHealthRecordPage(
      Array.from({ length: 7 }, (_, index) => makeHealthRecord({ title: `Record ${index}` })),
      args,
    ),
  );
  const vets = [makeVeterinarian({ clinicPhone: "(555) 123-4567" }), makeVeterinarian({ isPrimary: false })];
  fakeConvex.query(api.health.veterinaryRecords.list, () => ({ data: vets, pagination: {} }));
  const { user } = open();
  const recent = within(await screen.findByRole("list", { name: "Recent Health Records" }));
  expect(recent.getAllByRole("listitem")).toHaveLength(5);
  expect(screen.getByRole("link", { name: "All 7 records" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "(555) 123-4567" }).getAttribute("href")).toBe("tel:5551234567");
  const dogs = within(screen.getByRole("list", { name: "Dogs of Dr. Lee" }));
  await user.click(dogs.getByRole("button", { name: "Bella" }));
  expect(screen.getByRole("menuitem", { name: "Make Primary" })).toBeTruthy();
  fakeConvex.query(api.history.history.ofRecord, () => []);
  await user.click(screen.getByRole("menuitem", { name: "History" }));
  expect(await screen.findByRole("dialog", { name: "History of Dr. Lee" })).toBeTruthy();
});

it("[HLT-24] the health dashboard says that it could not be loaded, with Retry", async () => {
  fakeConvex.query(api.health.healthDashboard.get, () => new Error("down"));
  const { user } = open();
  expect(await screen.findByText("Failed to load health dashboard. Please try again.")).toBeTruthy();
  show();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("list", { name: "Health in numbers" })).toBeTruthy();
});

it("[GAP-AUTH-03] the health dashboard offers a viewer no actions", async () => {
  show({
    upcomingFollowUps: [{ _id: "r1", dog: bella, title: "Ear infection", followUpDate: "2025-06-20" }],
  });
  open("viewer");
  expect(await screen.findByRole("link", { name: "Recheck: Ear infection" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Add|Mark|Quick/u })).toBeNull();
});
