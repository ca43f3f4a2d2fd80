/** The Immunizations tab. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HealthDialogs } from "@/features/health/health-screen";
import { makeDose } from "@/testing/doses";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makePage } from "@/testing/pages";
import { openHealth, resetHealth, showDoses } from "@/testing/health-screen";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

// The tabs are loaded in advance, because their loading time is not part of the test.
beforeAll(async () => {
  await import("@/features/vaccinations/immunizations-part");
});

beforeAll(HealthDialogs.fetch);
beforeEach(() => {
  resetHealth();
  showDoses();
});

const open = (rest = "/immunizations", role?: "viewer") => openHealth(rest, role);
const address = () => screen.getByTestId("address").textContent;
const card = async (day = "June 1, 2025") =>
  within(await screen.findByRole("article", { name: `Rabies of Bella, ${day}` }));

describe("a dose's card", () => {
  it("[IMM-13] [IMM-14] says that the dose is overdue, in the color of errors, with the advice", async () => {
    showDoses(makeDose({ nextDueDate: "2025-06-05" }));
    open();
    const badge = (await card()).getByText("Overdue by 10 day(s)");
    expect(badge.dataset.variant).toBe("error");
    expect(
      (await card()).getByText("This vaccination is overdue! Please schedule a booster appointment."),
    ).toBeTruthy();
  });

  it.each([
    ["IMM-15", "2025-06-15", "Due in 0 day(s)", "warning"],
    ["IMM-15", "2025-07-15", "Due in 30 day(s)", "warning"],
    ["IMM-16", "2025-07-16", "Due July 16, 2025", "success"],
  ])("[%s] for the due date %s, says: %s", async (_rule, nextDueDate, text, variant) => {
    showDoses(makeDose({ nextDueDate }));
    open();
    expect((await card()).getByText(text).dataset.variant).toBe(variant);
    expect(screen.queryByText(/This vaccination is overdue/u)).toBeNull();
  });

  it("[GAP-IMM-07] marks an older dose as history without a due state", async () => {
    showDoses(makeDose(), makeDose({ dateAdministered: "2022-06-01", isNewest: false, dueOn: null }));
    const { user } = open();
    expect((await card()).queryByText("Older dose")).toBeNull();
    await user.click(screen.getByRole("button", { name: "1 Older Dose" }));
    const older = await card("June 1, 2022");
    expect(older.getByText("Older dose")).toBeTruthy();
    expect(older.queryByText(/Due|Overdue/u)).toBeNull();
  });

  it.each([
    ["Core", "primary"],
    ["Non-Core", "neutral"],
  ])("[IMM-12] [GAP-IMM-01] shows the type %s as %s", async (vaccineType, variant) => {
    showDoses(makeDose({ vaccineType }));
    open();
    expect((await card()).getByText(vaccineType).dataset.variant).toBe(variant);
  });

  it("names vet, vial and notes, and links to the dog or to the puppy's litter", async () => {
    showDoses(
      makeDose({
        veterinarianName: "Dr. Ito",
        veterinaryClinic: "Hill Clinic",
        manufacturer: "Zoetis",
        batchNumber: "B-7",
        notes: "Calm",
      }),
      makeDose({
        dog: null,
        dogId: null,
        puppy: { _id: "puppy1" as never, name: "Red collar", litterId: "litter1" as never },
      }),
    );
    open();
    const dose = await card();
    expect(dose.getByText("Dr. Ito, Hill Clinic")).toBeTruthy();
    expect(dose.getByText("Zoetis · Batch B-7")).toBeTruthy();
    expect(dose.getByText("Calm")).toBeTruthy();
    expect(dose.getByRole("link", { name: "Bella" }).getAttribute("href")).toBe("/dashboard/dogs/bella");
    expect(screen.getByRole("link", { name: "Red collar" }).getAttribute("href")).toBe(
      "/dashboard/litters/litter1",
    );
  });

  it("shows another user's record without a reload", async () => {
    showDoses(makeDose({ nextDueDate: "2025-06-05" }));
    open();
    expect((await card()).getByText("Overdue by 10 day(s)")).toBeTruthy();
    act(() =>
      showDoses(
        makeDose({ dateAdministered: "2025-06-15", nextDueDate: "2028-06-15" }),
        makeDose({ nextDueDate: "2025-06-05", isNewest: false, dueOn: null }),
      ),
    );
    expect((await card("June 15, 2025")).getByText("Due June 15, 2028")).toBeTruthy();
    expect(screen.queryByText(/Overdue/u)).toBeNull();
  });
});

describe("the list of doses", () => {
  it("[GAP-HLT-08] is narrowed by the filters except the record type, a hundred doses at a time", async () => {
    open("/immunizations?search=rab&dog=bella&type=test&from=2025-01-01");
    expect(await screen.findByText("No dose matches the filters")).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.vaccinations.immunizations.list)[0]).toEqual({
      kennelId: "kennel1",
      page: 1,
      limit: 100,
      search: "rab",
      dogId: "bella",
      startDate: "2025-01-01",
    });
  });

  it("[GAP-HLT-14] offers to record the first dose while it is empty", async () => {
    const { user } = open();
    expect(await screen.findByRole("heading", { name: "No immunizations found" })).toBeTruthy();
    const [, inEmptyState] = screen.getAllByRole("button", { name: "Add Immunization" });
    if (inEmptyState) await user.click(inEmptyState);
    expect(screen.getByRole("dialog", { name: "Add Immunization" })).toBeTruthy();
  });

  it("shows more doses on request", async () => {
    showDoses(...Array.from({ length: 101 }, () => makeDose()));
    const { user } = open();
    expect(await screen.findByText("100 of 101 immunizations shown")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show More" }));
    expect(screen.getAllByRole("article")).toHaveLength(101);
  });

  it("increases the count with each page of a search for a common word, and says where the search ended", async () => {
    fakeConvex.query(api.vaccinations.immunizations.list, ({ page = 1 }) => ({
      data: [makeDose()],
      pagination: {
        totalItems: page === 1 ? 101 : 150,
        totalPages: 2,
        page: page === 1 ? 1 : 2,
        limit: 100,
        hasNext: page === 1,
        hasPrev: page !== 1,
      },
      isCut: true,
    }));
    const { user } = open("/immunizations?search=rabies");
    expect(await screen.findByText("More than 100 immunizations")).toBeTruthy();
    expect(screen.getByText("100 immunizations shown, and there are more")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show More" }));
    expect(
      await screen.findByText(/looked through the newest immunizations\. Add a word, choose a dog/u),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show More" })).toBeNull();
  });

  it("says that it cannot be loaded, and offers a retry", async () => {
    fakeConvex.query(api.vaccinations.immunizations.list, () => coded("INTERNAL"));
    const { user } = open();
    expect(await screen.findByText("Failed to load health data. Please try again.")).toBeTruthy();
    showDoses(makeDose());
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await card()).toBeTruthy();
  });

  it("offers a viewer no actions that change data", async () => {
    showDoses(makeDose());
    open("/immunizations", "viewer");
    expect(await card()).toBeTruthy();
    for (const name of [/Add/u, /Several/u, /Actions/u, /Quick/u]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });
});

describe("the order of the cards", () => {
  const names = () =>
    screen.getAllByRole("article").map((article) => article.getAttribute("aria-label")?.split(" of ")[0]);
  const later = makeDose({ vaccineName: "Later", nextDueDate: "2027-01-01" });
  const soon = makeDose({ vaccineName: "Soon", nextDueDate: "2025-06-20" });
  const late = makeDose({ vaccineName: "Late", nextDueDate: "2025-06-10" });
  const latest = makeDose({ vaccineName: "Latest", nextDueDate: "2025-05-10" });

  it("is overdue doses first, then doses due soon, each by date, then the newest doses", async () => {
    showDoses(later, soon, late, latest);
    open();
    expect(await screen.findAllByRole("article")).toHaveLength(4);
    expect(names()).toEqual(["Latest", "Late", "Soon", "Later"]);
  });

  it("starts with due doses, even from later pages, and shows each dose once", async () => {
    showDoses(later, soon);
    fakeConvex.query(api.health.healthAlerts.overdue, (args) => makePage([late], args));
    fakeConvex.query(api.health.healthAlerts.upcoming, (args) => makePage([soon], args));
    open();
    expect(await screen.findAllByRole("article")).toHaveLength(3);
    expect(names()).toEqual(["Late", "Soon", "Later"]);
  });

  it("shows an older dose as its own card if the newest dose is hidden", async () => {
    showDoses(makeDose({ isNewest: false, dueOn: null }));
    open();
    expect((await card()).getByText("Older dose")).toBeTruthy();
  });
});

describe("due doses", () => {
  const late = makeDose({ nextDueDate: "2025-06-05" });
  const summary = (overdueVaccines: number, dueSoon: number) =>
    fakeConvex.query(api.health.healthAlerts.summary, () => ({
      ...{ overdueVaccines, dueSoon, activeReminders: 0, totalAlerts: overdueVaccines + dueSoon },
      critical: { count: 0, dogNames: [], hasMore: false },
    }));
  beforeEach(() => {
    showDoses(late, makeDose({ vaccineName: "DHPP", dateAdministered: "2025-06-10" }));
    fakeConvex.query(api.health.healthAlerts.overdue, (args) => makePage([late], args));
    fakeConvex.query(api.health.healthAlerts.upcoming, (args) => makePage([], args));
  });

  it("are counted above the cards; one press shows only these doses and changes the address", async () => {
    summary(1, 3);
    const { user } = open();
    expect(await screen.findAllByRole("article")).toHaveLength(2);
    const overdue = screen.getByRole("button", { name: "1 overdue" });
    expect(screen.getByRole("button", { name: "3 due soon" })).toBeTruthy();
    await user.click(overdue);
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(address()).toContain("doses=overdue");
    await user.click(overdue);
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });

  it("have a button on their cards that records them; other cards do not", async () => {
    summary(1, 0);
    const { user } = open();
    const buttons = await screen.findAllByRole("button", { name: /^Record dose/u });
    expect(buttons).toHaveLength(1);
    await user.click(await screen.findByRole("button", { name: "Record dose: Rabies of Bella" }));
    expect(await screen.findByRole("dialog", { name: "Add Immunization" })).toBeTruthy();
  });

  it("lead back to all doses once none is left", async () => {
    summary(0, 0);
    const { user } = open("/immunizations?doses=soon");
    expect(await screen.findByText("None due in the next 30 days")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show All" }));
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });

  it("cannot be combined with other filters, and are not counted if there are none", async () => {
    summary(0, 0);
    const { unmount } = open();
    expect(await screen.findAllByRole("article")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: /overdue|due soon/u })).toBeNull();
    unmount();
    summary(1, 1);
    open("/immunizations?search=rab&doses=overdue");
    expect(await screen.findAllByRole("article")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: /overdue|due soon/u })).toBeNull();
  });
});

describe("the address of a dose", () => {
  it("opens the dose's page; closing the page keeps the filters", async () => {
    showDoses(makeDose({ batchNumber: "B-7" }));
    const { user } = open("/immunizations?search=rab");
    await user.click((await card()).getByRole("link", { name: "Rabies" }));
    const page = within(await screen.findByRole("dialog", { name: "Rabies" }));
    expect(page.getByText("B-7")).toBeTruthy();
    await user.click(page.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(address()).toBe(`/dashboard/health/immunizations?search=rab`));
  });

  it("says that the dose does not exist", async () => {
    open("/immunizations/nothing");
    expect(await screen.findByRole("dialog", { name: "This immunization was not found" })).toBeTruthy();
  });
});

describe("deleting a dose", () => {
  const ask = async (user: ReturnType<typeof open>["user"]) => {
    await user.click(await screen.findByRole("button", { name: "Actions for Rabies of Bella" }));
    await user.click(screen.getByRole("menuitem", { name: "Delete Immunization" }));
    return within(
      screen.getByRole("alertdialog", {
        name: "Are you sure you want to delete this immunization record?",
      }),
    );
  };

  it("[IMM-17] [GAP-HLT-15] asks for a confirmation", async () => {
    const dose = makeDose();
    showDoses(dose);
    fakeConvex.mutation(api.vaccinations.immunizations.remove, () => null);
    const { user } = open();
    const question = await ask(user);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.remove)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.remove)).toEqual([{ immunizationId: dose._id }]);
    expect(await screen.findByText("Immunization deleted")).toBeTruthy();
  });

  it("[IMM-18] says that it failed, and keeps the question open", async () => {
    showDoses(makeDose());
    fakeConvex.mutation(api.vaccinations.immunizations.remove, () => {
      throw new Error("down");
    });
    const { user } = open();
    const question = await ask(user);
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByText("Failed to delete immunization record.")).toBeTruthy();
  });
});

it("Export includes the matching doses; a record type does not narrow them", async () => {
  const file = { _id: "e1", fileName: "immunizations-2025-06-15.pdf", done: 40, total: 100, filePath: null };
  fakeConvex.mutation(api.health.healthExports.start, () => "e1");
  fakeConvex.mutation(api.health.healthExports.discard, () => null);
  fakeConvex.query(api.health.healthExports.get, () => ({ ...file, state: "writing" }));
  const { user } = open("/immunizations?type=test&search=rabies&dog=bella&from=2025-01-01", "viewer");
  const start = async (choice: string) => {
    await user.click(await screen.findByRole("button", { name: "Export" }));
    expect(within(screen.getByRole("menu")).getByText("Immunizations")).toBeTruthy();
    await user.click(screen.getByRole("menuitem", { name: choice }));
  };
  const asked = {
    ...{ kennelId: "kennel1", kind: "immunizations", format: "pdf", today: "2025-06-15" },
    ...{ search: "rabies", dogId: "bella", startDate: "2025-01-01" },
  };
  await start("PDF");
  expect(fakeConvex.callsOf(api.health.healthExports.start)).toEqual([asked]);
  expect(await screen.findByText("40 of 100 immunizations written")).toBeTruthy();
  await user.click(screen.getByRole("tab", { name: "Alerts & Reminders" }));
  expect(screen.getByText("40 of 100 immunizations written")).toBeTruthy();
  // A retry after a failure uses the former filters, whichever tab is open by then.
  fakeConvex.query(api.health.healthExports.get, () => ({ ...file, state: "failed" }));
  expect(await screen.findByText("Failed to export data as PDF.")).toBeTruthy();
  fakeConvex.query(api.health.healthExports.get, () => ({ ...file, state: "writing" }));
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(fakeConvex.callsOf(api.health.healthExports.start)).toEqual([asked, asked]);
  await user.click(await screen.findByRole("button", { name: "Cancel export" }));
  expect(fakeConvex.callsOf(api.health.healthExports.discard)).toHaveLength(1);
});

describe("the quick form for a shot", () => {
  beforeEach(() => {
    fakeConvex.query(api.health.healthAlerts.overdue, (args) =>
      makePage([makeDose({ nextDueDate: "2025-06-05" })], args),
    );
    fakeConvex.query(api.health.healthAlerts.upcoming, (args) => makePage([], args));
    fakeConvex.mutation(api.vaccinations.immunizations.create, () => makeDose({ _id: "new" as never }));
    fakeConvex.mutation(api.vaccinations.immunizations.remove, () => null);
  });
  const shot = {
    dogId: "bella",
    vaccineName: "Rabies",
    vaccineType: "Core",
    dateAdministered: "2025-06-15",
    today: "2025-06-15",
  };

  it("offers the dogs that are due, and can undo the record", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Quick Add" }));
    await user.click(screen.getByRole("button", { name: "Shot" }));
    await user.click(await screen.findByRole("button", { name: /Bella.*Rabies.*Overdue by 10 day\(s\)/u }));
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.create)).toMatchObject([shot]);
    expect(await screen.findByText("Immunization saved")).toBeTruthy();
    expect(screen.getByText("Rabies of Bella")).toBeTruthy();
    // The open sheet receives all taps.
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.body.style.pointerEvents).not.toBe("none"));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.remove)).toEqual([
      { immunizationId: "new", expectedUpdatedAt: 1 },
    ]);
  });

  it("records a shot for another dog with dog, vaccine and Save, and names what is missing", async () => {
    const { user } = open("/immunizations?shot=new");
    const sheet = within(await screen.findByRole("dialog", { name: "Record a Shot" }));
    await user.click(sheet.getByRole("button", { name: "Save Shot" }));
    expect(sheet.getByText("Please select a dog.")).toBeTruthy();
    expect(sheet.getByText("Please enter a vaccine name.")).toBeTruthy();
    await user.click(sheet.getByLabelText("Dog"));
    await user.click(await screen.findByRole("option", { name: /Bella/u }));
    await user.click(sheet.getByRole("button", { name: "Rabies" }));
    await user.click(sheet.getByRole("button", { name: "Save Shot" }));
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.create)).toMatchObject([shot]);
  });

  it("stays open with the chosen values if saving fails", async () => {
    fakeConvex.mutation(api.vaccinations.immunizations.create, () => {
      throw coded("VALIDATION_FAILED", { fields: { dateAdministered: "Bella has this dose already" } });
    });
    const { user } = open("/immunizations?shot=new&for=bella");
    const sheet = within(await screen.findByRole("dialog", { name: "Record a Shot" }));
    await user.click(sheet.getByRole("button", { name: "Bordetella" }));
    await user.click(sheet.getByRole("button", { name: "Save Shot" }));
    expect(await sheet.findByText("Bella has this dose already")).toBeTruthy();
    expect(sheet.getByRole("button", { name: "Bordetella" }).getAttribute("aria-pressed")).toBe("true");
  });
});

describe("the matrix of doses", () => {
  const patient = (name: string, doses: readonly { vaccineKey: string; dueOn: string | null }[]) => ({
    ...{ dogId: name, puppyId: null, puppy: null },
    dog: { _id: name, name: `${name} of Oak`, callName: name },
    doses: doses.map((dose) => ({ immunizationId: `${name} ${dose.vaccineKey}`, ...dose })),
  });
  function showMatrix(view: "cards" | "matrix" | null): void {
    fakeConvex.query(api.accounts.userSettings.get, () => ({ immunizationsView: view }));
    fakeConvex.mutation(api.accounts.userSettings.update, () => ({}));
    fakeConvex.query(api.vaccinations.immunizations.matrix, () => ({
      vaccines: [
        { key: "dhpp", name: "DHPP", isCore: true },
        { key: "rabies", name: "Rabies", isCore: true },
        { key: "lyme disease", name: "Lyme Disease", isCore: false },
      ],
      patients: [
        patient("Nova", [
          { vaccineKey: "rabies", dueOn: "2025-06-10" },
          { vaccineKey: "dhpp", dueOn: "2025-06-18" },
        ]),
        patient("Rex", [
          { vaccineKey: "dhpp", dueOn: "2027-07-01" },
          { vaccineKey: "rabies", dueOn: null },
        ]),
      ],
      isCut: false,
    }));
  }
  const cell = (name: string) => screen.getByRole("gridcell", { name });

  it("opens with one press from the cards, and the choice is stored for the user", async () => {
    showMatrix(null);
    showDoses(makeDose());
    const { user } = open();
    expect(await card()).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Matrix" }));
    expect(screen.getByRole("grid", { name: "Vaccinations of each dog" })).toBeTruthy();
    expect(screen.queryByRole("article")).toBeNull();
    expect(fakeConvex.callsOf(api.accounts.userSettings.update)).toEqual([{ immunizationsView: "matrix" }]);
  });

  it("keeps the numbers of due doses, which show only their dogs", async () => {
    showMatrix("matrix");
    fakeConvex.query(api.health.healthAlerts.summary, () => ({ overdueVaccines: 1, dueSoon: 1 }));
    const { user } = open();
    const chip = await screen.findByRole("button", { name: "1 overdue" });
    expect(screen.getByRole("button", { name: "1 due soon" })).toBeTruthy();
    await user.click(chip);
    expect(cell("Nova, Rabies: 5 days overdue")).toBeTruthy();
    expect(screen.queryByRole("gridcell", { name: /^Rex,/u })).toBeNull();
    await user.click(screen.getByRole("button", { name: "1 overdue" }));
    expect(cell("Rex, DHPP: Jul 2027")).toBeTruthy();
  });

  it("says in words when each next dose is due, by call names, and marks core vaccines", async () => {
    showMatrix("matrix");
    open();
    const heads = (await screen.findAllByRole("columnheader")).map(({ textContent }) => textContent);
    expect(heads.map((text) => text?.includes("Core"))).toEqual([false, true, true, false]);
    for (const name of [
      ...["Nova, DHPP: in 3 days", "Nova, Rabies: 5 days overdue", "Nova, Lyme Disease: none recorded"],
      ...["Rex, DHPP: Jul 2027", "Rex, Rabies: no further dose due"],
    ])
      expect(cell(name)).toBeTruthy();
    // On a phone each cell has its date, and a word if the date is past.
    expect(cell("Nova, Rabies: 5 days overdue").textContent).toContain("LateJun 10");
    expect(cell("Nova, DHPP: in 3 days").textContent).toContain("DueJun 18");
    expect(cell("Rex, DHPP: Jul 2027").textContent).toContain("2027");
  });

  it("is one stop for Tab, moves by arrow keys, and opens a dose or the form for a dose", async () => {
    showMatrix("matrix");
    const { user } = open();
    const first = await screen.findByRole("gridcell", { name: /^Nova, DHPP/u });
    const stops = () => screen.getAllByRole("gridcell").filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([first]);
    act(() => first.focus());
    await user.keyboard("{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(document.activeElement).toBe(cell("Rex, Lyme Disease: none recorded"));
    expect(stops()).toEqual([document.activeElement]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(address()).toContain("dose=new&for=dog%3ARex&vaccine=Lyme+Disease"));
    await user.keyboard("{Escape}");
    await user.click(cell("Nova, Rabies: 5 days overdue"));
    await waitFor(() => expect(address()).toContain("/immunizations/Nova rabies"));
  });

  it("[GAP-AUTH-03] offers a viewer no form in empty cells", async () => {
    showMatrix("matrix");
    const { user } = open("/immunizations", "viewer");
    await user.click(await screen.findByRole("gridcell", { name: "Nova, Lyme Disease: none recorded" }));
    expect(address()).not.toContain("dose=");
  });
});
