/** The Vaccination Schedule tab. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HealthDialogs } from "@/features/health/health-screen";
import { makeDog } from "@/testing/dogs";
import { makeBooking, makeDose, type SchedulePage } from "@/testing/doses";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makePage } from "@/testing/pages";
import { openHealth, resetHealth, type User } from "@/testing/health-screen";
import { dialog, field, setField } from "@/testing/open-dialog";
import { makePuppySchedule } from "@domain/vaccinations/puppy-schedule";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const TODAY = "2025-06-15";
type Entry = SchedulePage["data"][number];
const COUNTERS = { overdue: 1, dueThisMonth: 5, upcoming: 3, completed: 4 };
const SCHEDULED = { overdue: 0, dueThisMonth: 3, upcoming: 0 };

const doseEntry = (dueOn: string | null): Entry => ({
  kind: "dose",
  dueOn,
  dose: makeDose({ nextDueDate: dueOn }),
});
const bookingEntry = (changes: Parameters<typeof makeBooking>[0] = {}): Entry => {
  const booking = makeBooking(changes);
  return { kind: "booking", dueOn: booking.scheduledDate, booking };
};

function show(...entries: Entry[]): void {
  fakeConvex.query(api.vaccinations.vaccinationSchedule.list, (args) => ({
    ...makePage(entries, args),
    counters: COUNTERS,
    scheduled: SCHEDULED,
  }));
}

// The tabs are loaded in advance, because their loading time is not part of the test.
beforeAll(async () => {
  await import("@/features/vaccinations/schedule-part");
});

beforeAll(HealthDialogs.fetch);
beforeEach(() => {
  resetHealth(makeDog({ _id: "bella" as never, name: "Bella", dateOfBirth: "2025-03-23" }));
  show();
  fakeConvex.query(api.vaccinations.immunizations.births, () => [{ bornOn: "2020-03-23" }]);
  fakeConvex.query(api.vaccinations.vaccinationSchedule.puppySchedule, () => null);
  fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () => makeBooking());
  fakeConvex.query(api.vaccinations.vaccinationSchedule.editsSince, () => []);
  fakeConvex.mutation(api.vaccinations.vaccinationSchedule.schedule, () => ({}));
  fakeConvex.mutation(api.vaccinations.vaccinationSchedule.update, () => ({}));
  fakeConvex.mutation(api.vaccinations.vaccinationSchedule.complete, () => ({}));
  fakeConvex.mutation(api.vaccinations.vaccinationSchedule.cancel, () => null);
});

const open = (search = "", role?: "viewer") => openHealth(`/schedule${search}`, role);
async function choose(user: User, entry: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Actions for DHPP of Bella" }));
  await user.click(screen.getByRole("menuitem", { name: entry }));
}

describe("the lists of the schedule", () => {
  it("[VAX-05] [GAP-VAX-04] are four tabs with their counters, in the documents' order", async () => {
    const { user } = open();
    const tabs = within(await screen.findByRole("tablist", { name: "Vaccinations by due date" }));
    expect(tabs.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "OverduePast the due date1",
      "Due This MonthDue within 30 daysand 3 scheduled2",
      "UpcomingDue after 30 days3",
      "CompletedNo further dose due4",
    ]);
    await user.click(tabs.getByRole("tab", { name: /^Upcoming/u }));
    expect(fakeConvex.subscriptionsOf(api.vaccinations.vaccinationSchedule.list).at(-1)).toMatchObject({
      tab: "upcoming",
    });
  });

  it("put the same dose of several dogs on one line, which can be expanded", async () => {
    const rex = { dog: { _id: "rex" as never, name: "Rex", callName: null }, dogId: "rex" as never };
    const dueOn = "2025-06-20";
    show(doseEntry(dueOn), { kind: "dose", dueOn, dose: makeDose({ nextDueDate: dueOn, ...rex }) });
    const { user } = open("?due=due_this_month");
    const line = within(await screen.findByRole("article", { name: "Rabies" }));
    expect(line.getByText("In 5 days")).toBeTruthy();
    expect(line.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Bella", "Rex"]);
    await user.click(line.getByRole("button", { name: "Rabies of 2 dogs one by one" }));
    expect(screen.getByRole("button", { name: "Schedule Rabies of Rex" })).toBeTruthy();
    await user.click(line.getByRole("button", { name: "Record for 2: Rabies of Bella, Rex" }));
    await waitFor(() =>
      expect(screen.getByTestId("address").textContent).toContain("batch=new&for=dog%3Abella+dog%3Arex"),
    );
  });

  it("[VAX-17] [GAP-VAX-08] load a thousand lines at a time until the list is complete", async () => {
    fakeConvex.query(api.vaccinations.vaccinationSchedule.list, () => {
      const { data, pagination } = makePage([doseEntry("2025-06-01")]);
      return { data, pagination: { ...pagination, totalPages: 3 }, counters: COUNTERS, scheduled: SCHEDULED };
    });
    open();
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
    const asked = fakeConvex.subscriptionsOf(api.vaccinations.vaccinationSchedule.list);
    expect(asked).toHaveLength(3);
    for (const page of [1, 2, 3]) {
      expect(asked).toContainEqual(expect.objectContaining({ page, limit: 1000, tab: "overdue" }));
    }
  });

  it.each([
    ["2025-06-14", "1 day overdue", "error"],
    ["2025-06-15", "Today", "warning"],
    ["2025-06-22", "In 7 days", "warning"],
    ["2025-06-23", "In 8 days", "info"],
    ["2025-07-15", "In 30 days", "info"],
    ["2025-07-16", "Due July 16, 2025", "success"],
  ])("[VAX-06] for %s, show %s in the color %s", async (day, text, variant) => {
    show(doseEntry(day));
    open();
    const line = within(await screen.findByRole("article", { name: "Rabies" }));
    expect(line.getByText(text).dataset.variant).toBe(variant);
  });

  it("[VAX-04] show completed entries: doses without a next dose, and bookings that were given", async () => {
    show(doseEntry(null), bookingEntry({ status: "completed", completedOn: "2025-06-10" }));
    open("?due=completed");
    expect(await screen.findByText("No further dose due", { selector: "[data-slot=badge]" })).toBeTruthy();
    expect(screen.getByText("Given June 10, 2025")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Mark as given/u })).toBeNull();
  });

  it("[VAX-18] show a message if they cannot be loaded, and load again with Retry", async () => {
    fakeConvex.query(api.vaccinations.vaccinationSchedule.list, () => coded("INTERNAL"));
    const { user } = open();
    expect(await screen.findByText("Failed to load vaccination schedule. Please try again.")).toBeTruthy();
    show(doseEntry("2025-06-01"));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("article", { name: "Rabies" })).toBeTruthy();
  });

  it("show other users' changes, and load again with Refresh", async () => {
    show(bookingEntry());
    open();
    expect(await screen.findByRole("article", { name: "DHPP" })).toBeTruthy();
    act(() => show());
    expect(await screen.findByRole("heading", { name: "Nothing is overdue" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Refresh" })).toBeTruthy();
  });

  it("keep the line of a dose that somebody else has recorded, also if it was the last one", async () => {
    show(doseEntry("2025-06-01"));
    fakeConvex.query(api.vaccinations.immunizations.get, () => makeDose({ isNewest: false }));
    open();
    expect(await screen.findByRole("button", { name: "Schedule Rabies of Bella" })).toBeTruthy();
    act(() => show());
    const recorded = await screen.findByRole("button", { name: "Recorded: Rabies of Bella" });
    expect(recorded.getAttribute("aria-disabled")).toBe("true");
    expect(screen.queryByRole("button", { name: "Schedule Rabies of Bella" })).toBeNull();
  });

  it("are narrowed to a chosen dog", async () => {
    const { user } = open();
    await user.click(await screen.findByLabelText("Dog"));
    await user.click(await screen.findByRole("option", { name: /^Bella,/u }));
    await waitFor(() =>
      expect(fakeConvex.subscriptionsOf(api.vaccinations.vaccinationSchedule.list).at(-1)).toMatchObject({
        dogId: "bella",
      }),
    );
  });

  it("offer a viewer no actions that change data", async () => {
    show(doseEntry("2025-06-01"), bookingEntry());
    open("", "viewer");
    expect(await screen.findByRole("article", { name: "DHPP" })).toBeTruthy();
    for (const name of [/Schedule Vaccination/u, /Record dose/u, /Mark as given/u, /Actions/u]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });
});

describe("the puppy schedule", () => {
  it("[VAX-07] [VAX-12] [VAX-13] [VAX-14] [GAP-VAX-01] [GAP-VAX-02] shows the state of each dose", async () => {
    // Twelve weeks old.
    const doses = [{ vaccineName: "DHPP", dateAdministered: "2025-05-04", nextDueDate: "2025-05-25" }];
    fakeConvex.query(api.vaccinations.vaccinationSchedule.puppySchedule, () =>
      makePuppySchedule("2025-03-23", doses, TODAY),
    );
    open("?patient=dog:bella");
    expect(
      await screen.findByRole("button", { name: /Puppy schedule of Bella.*12 weeks old/u }),
    ).toBeTruthy();
    const cells = within(screen.getByRole("list", { name: "Doses of DHPP" })).getAllByRole("listitem");
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      "Week 6CompletedMay 4, 2025",
      "Week 9Due/CompletedMay 25, 2025no dose recorded",
      "Week 12Due NowJune 15, 2025",
      "Week 16UpcomingJuly 13, 2025",
    ]);
  });

  it("[GAP-VAX-07] is folded after 20 weeks of age, and opens on request", async () => {
    fakeConvex.query(api.vaccinations.vaccinationSchedule.puppySchedule, () =>
      makePuppySchedule("2024-06-15", [], TODAY),
    );
    const { user } = open("?patient=dog:bella");
    const fold = await screen.findByRole("button", { name: /Puppy schedule/u });
    expect(fold.getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByRole("list", { name: "Doses of DHPP" })).toBeNull();
    await user.click(fold);
    expect(screen.getByRole("list", { name: "Doses of DHPP" })).toBeTruthy();
  });

  it("[VAX-15] is shown only if a puppy with a birth date is chosen", async () => {
    show(doseEntry("2025-06-01"));
    const all = open();
    expect(await screen.findByRole("article", { name: "Rabies" })).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.vaccinations.vaccinationSchedule.puppySchedule)).toEqual([]);
    all.unmount();
    open("?patient=dog:bella");
    expect(await screen.findByRole("article", { name: "Rabies" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Puppy schedule/u })).toBeNull();
  });
});

describe("a booking", () => {
  it("[VAX-16] needs dog, vaccine and date, and is not sent without them", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Schedule Vaccination" }));
    expect(screen.getByRole("dialog", { name: "Schedule Vaccination" })).toBeTruthy();
    await user.click(dialog().getByRole("button", { name: "Schedule Vaccination" }));
    expect(await dialog().findByText("Please fill in all required fields.")).toBeTruthy();
    expect(dialog().getByText("Please select a dog.")).toBeTruthy();
    expect(fakeConvex.callsOf(api.vaccinations.vaccinationSchedule.schedule)).toEqual([]);
  });

  it("[GAP-VAX-05] is sent with vet and notes", async () => {
    const { user } = open("?plan=new&for=dog:bella&vaccine=Rabies");
    setField("Scheduled Date", "2025-06-20");
    await user.type(field("Veterinarian"), "Dr. Ito");
    await user.type(dialog().getByLabelText("Notes"), "Bring the passport");
    await user.click(dialog().getByRole("button", { name: "Schedule Vaccination" }));
    expect(fakeConvex.callsOf(api.vaccinations.vaccinationSchedule.schedule)).toEqual([
      {
        dogId: "bella",
        vaccineName: "Rabies",
        scheduledDate: "2025-06-20",
        veterinarianName: "Dr. Ito",
        notes: "Bring the passport",
        today: TODAY,
      },
    ]);
    expect(await screen.findByText("Vaccination scheduled")).toBeTruthy();
  });

  it("[VAX-18] shows a message after a failure, and keeps the typed values", async () => {
    fakeConvex.mutation(api.vaccinations.vaccinationSchedule.schedule, () => {
      throw new Error("down");
    });
    const { user } = open("?plan=new&for=dog:bella&vaccine=Rabies");
    setField("Scheduled Date", "2025-06-20");
    await user.click(dialog().getByRole("button", { name: "Schedule Vaccination" }));
    expect(await screen.findByText("Failed to schedule vaccination. Please try again.")).toBeTruthy();
    expect(field("Scheduled Date").value).toBe("2025-06-20");
  });

  it("[GAP-VAX-06] is completed with a date, today by default, and sets the next due date", async () => {
    const booking = makeBooking({ veterinarianName: "Dr. Ito" });
    show({ kind: "booking", dueOn: booking.scheduledDate, booking });
    fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () => booking);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Mark as given: DHPP of Bella" }));
    expect([field("Date Administered").value, field("Next Due Date").value]).toEqual([TODAY, "2028-06-15"]);
    setField("Date Administered", "2025-06-14");
    await user.type(field("Batch Number"), "B-7");
    await user.click(dialog().getByRole("button", { name: "Save Immunization" }));
    expect(fakeConvex.callsOf(api.vaccinations.vaccinationSchedule.complete)).toMatchObject([
      {
        dateAdministered: "2025-06-14",
        nextDueDate: undefined,
        vaccineType: "Core",
        batchNumber: "B-7",
        veterinarianName: "Dr. Ito",
        today: TODAY,
      },
    ]);
    expect(await screen.findByText("Immunization saved")).toBeTruthy();
  });

  it("has an address for completing it; the page says if it was already given", async () => {
    fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () =>
      makeBooking({ _id: "booking7" as never }),
    );
    const { user, unmount } = open("?give=booking7");
    await user.click(await screen.findByRole("button", { name: "Save Immunization" }));
    expect(fakeConvex.callsOf(api.vaccinations.vaccinationSchedule.complete)).toMatchObject([
      { scheduledVaccinationId: "booking7", today: TODAY },
    ]);
    unmount();
    fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () =>
      makeBooking({ status: "completed", completedOn: "2025-06-10" }),
    );
    open("?give=booking7");
    expect(await screen.findByText("DHPP of Bella is recorded already, given June 10, 2025.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save Immunization" })).toBeNull();
  });

  it("merges another user's changes, and asks which value to keep if both changed a field", async () => {
    const booking = makeBooking();
    show({ kind: "booking", dueOn: booking.scheduledDate, booking });
    fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () => booking);
    const { user } = open();
    await choose(user, "Edit Appointment");
    setField("Scheduled Date", "2025-06-27");
    const theirs = { ...booking, notes: "Bring the passport", updatedAt: booking.updatedAt + 1 };
    act(() => fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () => theirs));
    expect(dialog().getByLabelText("Notes")).toHaveProperty("value", "Bring the passport");
    const moved = { ...theirs, scheduledDate: "2025-06-30", updatedAt: booking.updatedAt + 2 };
    act(() => fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () => moved));
    await user.click(dialog().getByRole("button", { name: "Update Vaccination" }));
    const choice = within(await screen.findByRole("dialog", { name: /^Two Versions of/u }));
    await user.click(choice.getByRole("radio", { name: /Mine/u }));
    await user.click(choice.getByRole("button", { name: "Save Chosen" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.vaccinations.vaccinationSchedule.update)).toEqual([
        {
          scheduledVaccinationId: booking._id,
          expectedUpdatedAt: booking.updatedAt + 2,
          scheduledDate: "2025-06-27",
          today: TODAY,
        },
      ]),
    );
  });

  it("shows a message if somebody else has canceled it", async () => {
    const booking = makeBooking();
    show({ kind: "booking", dueOn: booking.scheduledDate, booking });
    fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () => booking);
    const { user } = open();
    await choose(user, "Edit Appointment");
    act(() =>
      fakeConvex.query(api.vaccinations.vaccinationSchedule.get, () => ({ ...booking, status: "cancelled" })),
    );
    expect(await screen.findByText(/Somebody else deleted this booking/u)).toBeTruthy();
  });

  it("sends only the changed fields", async () => {
    show(bookingEntry());
    const { user } = open();
    await choose(user, "Edit Appointment");
    setField("Scheduled Date", "2025-06-27");
    await user.click(dialog().getByRole("button", { name: "Update Vaccination" }));
    const [call] = fakeConvex.callsOf(api.vaccinations.vaccinationSchedule.update);
    expect(call).toMatchObject({ scheduledDate: "2025-06-27", today: TODAY });
    expect(call).not.toHaveProperty("vaccineName");
  });

  it("is canceled after a confirmation", async () => {
    show(bookingEntry());
    const { user } = open();
    await choose(user, "Cancel Vaccination");
    const question = within(screen.getByRole("alertdialog", { name: "Cancel this vaccination?" }));
    await user.click(question.getByRole("button", { name: "Cancel Vaccination" }));
    expect(fakeConvex.callsOf(api.vaccinations.vaccinationSchedule.cancel)).toHaveLength(1);
    expect(await screen.findByText("Vaccination canceled")).toBeTruthy();
  });
});
