/** The Breeding screen. */
import { type ReactNode, Suspense } from "react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { BreedingPage } from "@/features/breedings/breeding-page";
import { makeBreeding, makeMate, type Breeding } from "@/testing/breedings";
import { fakeConvex } from "@/testing/fake-convex";
import { makeReminder, makeReminderPage } from "@/testing/reminders";
import { BREEDING_FORMS } from "@/features/breedings/breeding-page";
import { adviseOf, openBreedings, showBreedings, type User } from "@/testing/breeding-screen";
import { lateLazy } from "@/lib/ready-lazy";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-02-01" }));

beforeAll(async () => await Promise.all(BREEDING_FORMS.map(({ fetch }) => fetch())));
beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.breedings.breedings.litters, () => []);
  fakeConvex.query(api.breedings.breedings.editsSince, () => []);
  fakeConvex.query(api.breedings.pregnancyChecks.list, () => []);
  fakeConvex.mutation(api.breedings.breedings.setStatus, () => ({ warnings: [], pregnancyCheckId: null }));
  showBreedings();
});

const address = () => screen.getByTestId("address").textContent;
const card = (name = "Rex × Bella") => screen.getByRole("article", { name });
async function choose(user: User, entry: string, name = "Rex × Bella"): Promise<void> {
  await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
  await user.click(screen.getByRole("menuitem", { name: entry }));
}

describe("the list of breedings", () => {
  it("[BRD-32] offers to plan the first breeding if there is none", async () => {
    const { user } = openBreedings();
    expect(screen.getByRole("heading", { name: "No breedings found" })).toBeTruthy();
    expect(screen.getByText("Get started by planning your first breeding")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Plan First Breeding" }));
    expect(screen.getByRole("dialog", { name: "Plan New Breeding" })).toBeTruthy();
  });

  it("[BRD-31] [GAP-BRD-04] has a tab with the count for each status, including Failed", async () => {
    showBreedings(makeBreeding(), makeBreeding(), makeBreeding({ status: "failed" }));
    const { user } = openBreedings();
    const tabs = within(screen.getByRole("tablist", { name: "Breedings by status" })).getAllByRole("tab");
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      "All3",
      "Planned2",
      "Bred0",
      "Confirmed0",
      "Whelped0",
      "Completed0",
      "Failed1",
    ]);
    await user.click(screen.getByRole("tab", { name: /^Failed/u }));
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(address()).toBe(`/dashboard/breeding?tab=failed`);
    await user.click(screen.getByRole("tab", { name: /^Bred/u }));
    expect(screen.getByText("No bred breedings")).toBeTruthy();
  });

  const stages = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  const cardsOf = (stage: string) =>
    within(screen.getByRole("region", { name: stage }))
      .getAllByRole("article")
      .map((article) => article.getAttribute("aria-label"));

  it("[BRD-18] groups all breedings by stage, next mating first, with ended breedings below", () => {
    showBreedings(
      ...[
        makeBreeding({ sire: makeMate("Late"), breedingDate: "2025-06-02" }),
        makeBreeding({ sire: makeMate("Soon"), breedingDate: "2025-03-02" }),
        makeBreeding({ status: "failed", sire: makeMate("Max") }),
        makeBreeding({ status: "completed", sire: makeMate("Odin") }),
      ].toSorted((one, other) => other.breedingDate.localeCompare(one.breedingDate)),
    );
    const wide = vi
      .spyOn(window, "matchMedia")
      .mockImplementation(() => ({ matches: true }) as MediaQueryList);
    wide.mockReturnValue({
      ...{ matches: true, addEventListener: () => {}, removeEventListener: () => {} },
    } as unknown as MediaQueryList);
    openBreedings();
    expect(stages()).toEqual(["Planned", "Bred", "Confirmed", "Whelped", "Completed", "Failed"]);
    expect(cardsOf("Planned")).toEqual(["Soon × Bella", "Late × Bella"]);
    expect(cardsOf("Completed")).toEqual(["Odin × Bella"]);
    wide.mockRestore();
  });

  it("shows call names on a card, and gives screen readers the registered names", () => {
    const [sire, dam] = [{ ...makeMate("Alderbrook's Rex"), callName: "Rex" }, makeMate("Bella")];
    showBreedings(makeBreeding({ sire, dam }));
    openBreedings();
    const shown = card("Alderbrook's Rex × Bella").querySelector("a [title]");
    expect(shown?.lastElementChild?.textContent).toBe("Rex × Bella");
  });

  it("omits empty stages on a phone, and shows confirmed pregnancies first", () => {
    showBreedings(
      ...[makeBreeding(), makeBreeding({ status: "confirmed" }), makeBreeding({ status: "bred" })],
    );
    openBreedings();
    expect(stages()).toEqual(["Confirmed", "Bred", "Planned"]);
  });

  it("[BRD-30] [BRD-33] [BRD-34] searches on the server, a hundred at a time, and says that nothing matches", async () => {
    showBreedings(makeBreeding({ notes: "first litter" }));
    const { user } = openBreedings();
    expect(fakeConvex.subscriptionsOf(api.breedings.breedings.list)).toContainEqual({
      ...{ kennelId: "kennel1", status: "planned" },
      ...{ page: 1, limit: 100 },
    });
    await user.type(screen.getByRole("searchbox", { name: "Search breedings" }), "First");
    await waitFor(() => expect(address()).toBe(`/dashboard/breeding?search=First`));
    expect(screen.getAllByRole("article")).toHaveLength(1);
    await user.type(screen.getByRole("searchbox", { name: "Search breedings" }), "zz");
    expect(await screen.findByRole("heading", { name: "No breedings match your search" })).toBeTruthy();
  });

  it("[GAP-BRD-16] shows more than a hundred breedings page by page", async () => {
    showBreedings(...Array.from({ length: 130 }, () => makeBreeding()));
    const { user } = openBreedings();
    expect(screen.getAllByRole("article")).toHaveLength(100);
    await user.click(screen.getByRole("button", { name: "Show More" }));
    expect(screen.getAllByRole("article")).toHaveLength(130);
    expect(screen.queryByRole("button", { name: "Show More" })).toBeNull();
  });

  it("[BRD-38] says that breedings could not be loaded and offers a retry; Refresh loads them again", async () => {
    fakeConvex.query(api.breedings.breedings.list, () => new Error("down"));
    const { user } = openBreedings();
    expect(await screen.findByText("Failed to load breedings. Please try again.")).toBeTruthy();
    showBreedings(makeBreeding());
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("article")).toBeTruthy();
    const before = fakeConvex.subscriptionsOf(api.breedings.breedings.list).length;
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() =>
      expect(fakeConvex.subscriptionsOf(api.breedings.breedings.list).length).toBeGreaterThan(before),
    );
  });
});

describe("a breeding's card", () => {
  it("[BRD-26] [GAP-BRD-05] has a chip in the color of its status", () => {
    const colours = {
      planned: "info",
      bred: "warning",
      confirmed: "success",
      whelped: "primary",
      completed: "success",
      failed: "error",
    } as const;
    const statuses = Object.keys(colours) as (keyof typeof colours)[]; // the status is a key of the object above
    showBreedings(...statuses.map((status) => makeBreeding({ status, sire: makeMate(status) })));
    openBreedings();
    for (const status of statuses) {
      const chip = card(`${status} × Bella`).querySelector("[data-slot=badge]");
      expect(chip?.getAttribute("data-variant")).toBe(colours[status]);
    }
  });

  it("[BRD-27] [BRD-28] [GAP-BRD-17] shows progress only for a confirmed pregnancy", () => {
    showBreedings(
      ...[
        makeBreeding({ status: "confirmed" }),
        makeBreeding({ status: "bred", sire: makeMate("Max") }),
        makeBreeding({ status: "confirmed", expectedDueDate: null, sire: makeMate("Odin") }),
      ],
    );
    openBreedings();
    const bars = screen.getAllByRole("progressbar");
    expect(bars).toHaveLength(1);
    expect(bars[0]?.getAttribute("aria-valuetext")).toBe("49.2 percent, day 31 of 63");
    expect(within(card()).getByText("Due in 32 days")).toBeTruthy();
  });

  it("counts days of 63 from the mating on, and without a due date shows no total", () => {
    showBreedings(
      ...[
        makeBreeding({ status: "bred" }),
        makeBreeding({ status: "bred", breedingDate: "2025-02-02", sire: makeMate("Max") }),
        makeBreeding({ status: "confirmed", expectedDueDate: null, sire: makeMate("Odin") }),
      ],
    );
    openBreedings();
    expect(card().textContent).toContain("Day 31 of 63");
    expect(card("Max × Bella").textContent).not.toContain("Day ");
    expect(card("Odin × Bella").textContent).toMatch(/Day 31(?! of)/u);
  });

  it("offers the next step as a button, which ignores presses just after cards moved", async () => {
    const breeding = makeBreeding({ status: "bred" });
    showBreedings(breeding);
    openBreedings();
    const step = (name: string) => within(card()).getByRole("button", { name });
    vi.useFakeTimers();
    act(() => showBreedings({ ...breeding, status: "confirmed" }));
    const whelped = step("Mark as Whelped");
    fireEvent.click(whelped);
    expect(whelped.getAttribute("aria-disabled")).toBe("true");
    expect(screen.queryByRole("dialog")).toBeNull();
    act(() => void vi.advanceTimersByTime(600));
    vi.useRealTimers();
    fireEvent.click(step("Mark as Whelped"));
    expect(await screen.findByRole("dialog", { name: "Mark as Whelped" })).toBeTruthy();
  });

  it("does not describe a future mating day as a day on which the bitch was bred", () => {
    showBreedings(
      ...[
        makeBreeding({ status: "confirmed", breedingDate: "2025-06-22" }),
        makeBreeding({ status: "confirmed", sire: makeMate("Max") }),
      ],
    );
    openBreedings();
    expect(card().textContent).toContain("Mating date");
    expect(card("Max × Bella").textContent).toContain("Bred date");
  });

  it("shows dates, fee, puppies and notes, and the name of a parent whose record was deleted", () => {
    showBreedings(
      ...[
        makeBreeding({
          status: "whelped",
          sire: null,
          sireId: null,
          sireName: "Old Rex",
          actualDueDate: "2025-03-06",
          studFeeCents: 150_000,
          numberBorn: 7,
          numberAlive: 6,
          notes: "Calm",
        }),
      ],
    );
    openBreedings();
    const { textContent } = card("Old Rex × Bella");
    for (const part of ["January 1, 2025", "March 6, 2025", "$1,500.00", "7 born, 6 alive", "Calm"]) {
      expect(textContent).toContain(part);
    }
  });
});

const CLOSE = {
  code: "close_relatives",
  severity: "serious",
  source: "The Kennel Club (UK)",
  message: "Rex and Bella are father and daughter.",
} as const;
const RIGHTS = {
  code: "breeding_rights",
  severity: "note",
  source: null,
  message: "Bella has no breeding rights recorded.",
} as const;

describe("the advice on a planned breeding", () => {
  it("[GAP-BRD-11] is first on the breeding's page while it is planned, and is hidden afterwards", async () => {
    adviseOf([CLOSE]);
    const [planned, bred] = [makeBreeding(), makeBreeding({ status: "bred" })];
    showBreedings(planned, bred);
    const { router } = openBreedings(`/${planned._id}`);
    const advice = await screen.findByRole("region", { name: "Advice" });
    expect(within(advice).getByText("Rex and Bella are father and daughter.")).toBeTruthy();
    const facts = within(screen.getByRole("dialog")).getByText("Puppies");
    expect(advice.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await act(async () => await router.navigate(`/dashboard/breeding/${bred._id}`));
    expect(await within(screen.getByRole("dialog")).findByText("Bred")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Advice" })).toBeNull();
  });

  it("[GAP-BRD-11] warns before the mating is recorded, but does not prevent recording", async () => {
    adviseOf([CLOSE, RIGHTS]);
    showBreedings(makeBreeding());
    const { user } = openBreedings();
    await choose(user, "Mark as Bred");
    const warning = within(await screen.findByRole("region", { name: "Advice" }));
    expect(warning.getByText("Rex and Bella are father and daughter.")).toBeTruthy();
    expect(warning.queryByText("Bella has no breeding rights recorded.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Mark as Bred" }));
    expect(fakeConvex.callsOf(api.breedings.breedings.setStatus)).toMatchObject([{ status: "bred" }]);
  });

  it("[GAP-BRD-11] shows no warning if there are only minor findings", async () => {
    adviseOf([RIGHTS]);
    showBreedings(makeBreeding());
    const { user } = openBreedings();
    await choose(user, "Mark as Bred");
    expect(screen.getByLabelText("Mating Date")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Advice" })).toBeNull();
  });

  it("names a close relation on the breeding's card", () => {
    showBreedings(makeBreeding({ kinship: { words: "father and daughter", severity: "serious" } }));
    openBreedings();
    expect(within(card()).getByText("father and daughter")).toBeTruthy();
  });
});

describe("a status step", () => {
  const steps = () => fakeConvex.callsOf(api.breedings.breedings.setStatus);
  const day = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const type = (label: string, value: string) => fireEvent.change(day(label), { target: { value } });
  const confirm = async (user: User, label: string) =>
    await user.click(screen.getByRole("button", { name: label }));

  it("[BRD-18] [BRD-24] [BRD-25] to bred asks for the day, preset to the planned day, and can be undone", async () => {
    const breeding = makeBreeding();
    showBreedings(breeding);
    const { user } = openBreedings();
    await choose(user, "Mark as Bred");
    expect(day("Mating Date").value).toBe("2025-01-01");
    await confirm(user, "Mark as Bred");
    const { _id: breedingId } = breeding;
    expect(steps()).toEqual([{ breedingId, status: "bred", expectedStatus: "planned", today: "2025-02-01" }]);
    expect(await screen.findByText("Breeding status updated to 'bred'")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(steps()[1]).toEqual({
      ...{ breedingId, status: "planned", expectedStatus: "bred", today: "2025-02-01" },
    });
  });

  it("[GAP-REM-13] to bred plans no reminders if the user unticks them", async () => {
    fakeConvex.query(api.reminders.reminders.ofBreeding, (args) => makeReminderPage([], args));
    showBreedings(makeBreeding());
    const { user } = openBreedings();
    await choose(user, "Mark as Bred");
    await user.click(await screen.findByRole("checkbox", { name: /^Plan reminders/u }));
    await confirm(user, "Mark as Bred");
    expect(steps()).toMatchObject([{ status: "bred" }]);
    expect(await screen.findByText("Breeding status updated to 'bred'")).toBeTruthy();
    expect(fakeConvex.callsOf(api.reminders.reminderGeneration.forBreeding)).toEqual([]);
  });

  it("[GAP-REM-13] to bred stores the method of the mating, and plans the ticked reminders", async () => {
    fakeConvex.query(api.reminders.reminders.ofBreeding, (args) => makeReminderPage([], args));
    fakeConvex.mutation(api.reminders.reminderGeneration.forBreeding, () => ({ created: 3, reminders: [] }));
    const breeding = makeBreeding();
    showBreedings(breeding);
    const { user } = openBreedings();
    await choose(user, "Mark as Bred");
    await user.click(screen.getByRole("radio", { name: "Frozen semen" }));
    expect(
      screen.getByRole("checkbox", { name: /^Plan reminders.*January 29, 2025/u, checked: true }),
    ).toBeTruthy();
    await confirm(user, "Mark as Bred");
    expect(steps()).toMatchObject([{ status: "bred", breedingType: "frozen_semen" }]);
    const { _id: breedingId } = breeding;
    expect(fakeConvex.callsOf(api.reminders.reminderGeneration.forBreeding)).toEqual([
      { breedingId, today: "2025-02-01" },
    ]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(steps()[1]).toMatchObject({ status: "planned", breedingType: "natural" });
  });

  it("[GAP-REM-13] to confirmed says which reminder it closes", async () => {
    const reminder = makeReminder({ title: "Pregnancy check: Bella" });
    fakeConvex.query(api.reminders.reminders.ofBreeding, (args) => makeReminderPage([reminder], args));
    showBreedings(makeBreeding({ status: "bred" }));
    const { user } = openBreedings();
    await choose(user, "Confirm Pregnancy");
    expect(await screen.findByText("Closes the reminder “Pregnancy check: Bella”")).toBeTruthy();
  });

  it("[BRD-19] to confirmed records a check dated today with two taps; method and number of puppies are optional", async () => {
    showBreedings(makeBreeding({ status: "bred" }));
    const { user } = openBreedings();
    await choose(user, "Confirm Pregnancy");
    expect(screen.queryByLabelText("Mating Date")).toBeNull();
    await confirm(user, "Confirm Pregnancy");
    expect(steps()).toMatchObject([{ status: "confirmed", pregnancyCheck: { on: "2025-02-01" } }]);
    expect(Object.keys(steps()[0]?.pregnancyCheck as object)).toEqual(["on"]);
    act(() => showBreedings(makeBreeding({ status: "bred" })));
    await choose(user, "Confirm Pregnancy");
    await user.click(screen.getByRole("radio", { name: "Ultrasound" }));
    type("Checked On", "2025-01-30");
    await user.type(day("Puppies Seen"), "six");
    await confirm(user, "Confirm Pregnancy");
    expect(await screen.findByText("Puppies seen must be a whole number")).toBeTruthy();
    expect(steps()).toHaveLength(1);
    await user.clear(day("Puppies Seen"));
    await user.type(day("Puppies Seen"), "6");
    await user.click(screen.getByRole("button", { name: "Add Veterinarian or Notes" }));
    await user.type(screen.getByLabelText("Notes"), "Heads first");
    await confirm(user, "Confirm Pregnancy");
    expect(steps()[1]).toMatchObject({
      pregnancyCheck: { on: "2025-01-30", method: "ultrasound", puppiesSeen: 6, notes: "Heads first" },
    });
  });

  it.each([
    ["BRD-21", "whelped", "Mark as Completed", "completed"],
    ["BRD-22", "bred", "Mark as Failed", "failed"],
  ] as const)("[%s] from %s by '%s' sets %s at once", async (_id, from, entry, to) => {
    showBreedings(makeBreeding({ status: from }));
    const { user } = openBreedings();
    await choose(user, entry);
    expect(steps()).toMatchObject([{ status: to }]);
  });

  it("[BRD-23] [GAP-BRD-03] to any other status is possible, but an unusual step asks for a confirmation", async () => {
    showBreedings(makeBreeding({ status: "completed" }));
    const { user } = openBreedings();
    await choose(user, "Mark as Bred");
    const question = screen.getByRole("dialog", { name: "Mark as Bred" });
    expect(question.textContent).toContain("It is completed now");
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    await choose(user, "Mark as Failed");
    const plain = screen.getByRole("alertdialog", { name: "Mark as Failed?" });
    expect(plain.textContent).toContain("It is completed now");
    await user.click(within(plain).getByRole("button", { name: "Cancel" }));
    expect(steps()).toEqual([]);
    await choose(user, "Mark as Bred");
    await confirm(user, "Mark as Bred");
    expect(steps()).toMatchObject([{ status: "bred" }]);
  });

  it("[GAP-BRD-04] from bred or failed can return to planned", async () => {
    showBreedings(
      ...[makeBreeding({ status: "failed" }), makeBreeding({ status: "confirmed", sire: makeMate("Max") })],
    );
    const { user } = openBreedings();
    await user.click(screen.getByRole("button", { name: "Actions for Max × Bella" }));
    expect(screen.queryByRole("menuitem", { name: "Back to Planned" })).toBeNull();
    await user.keyboard("{Escape}");
    await choose(user, "Back to Planned");
    await user.click(screen.getByRole("button", { name: "Back to Planned" }));
    expect(steps()).toMatchObject([{ status: "planned" }]);
  });

  it("[GAP-BRD-09] to bred before the planned day uses today as the mating day; undo restores both dates", async () => {
    fakeConvex.mutation(api.breedings.breedings.setStatus, () => ({ warnings: [], pregnancyCheckId: null }));
    showBreedings(makeBreeding({ breedingDate: "2025-06-22", expectedDueDate: "2025-08-20" }));
    const { user } = openBreedings();
    await choose(user, "Mark as Bred");
    expect(day("Mating Date").value).toBe("2025-02-01");
    expect(screen.getByRole("dialog").textContent).toContain(
      "Puppies due April 5, 2025, 63 days after mating",
    );
    expect(screen.queryByText(/is in the future/u)).toBeNull();
    type("Mating Date", "2025-06-22");
    expect(screen.getByText("The mating date, June 22, 2025, is in the future.")).toBeTruthy();
    type("Mating Date", "2025-01-31");
    await confirm(user, "Mark as Bred");
    expect(steps()).toMatchObject([{ status: "bred", breedingDate: "2025-01-31" }]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(steps()[1]).toMatchObject({
      ...{ status: "planned", breedingDate: "2025-06-22", expectedDueDate: "2025-08-20" },
    });
  });

  it.each([
    ["confirmed", "Confirm Pregnancy"],
    ["completed", "Mark as Completed"],
    ["failed", "Mark as Failed"],
  ] as const)(
    "[GAP-BRD-09] to %s asks for the true day of a future mating, which may stay empty",
    async (status, entry) => {
      showBreedings(makeBreeding({ status: "bred", breedingDate: "2025-06-22" }));
      const { user } = openBreedings();
      await choose(user, entry);
      expect(day("Mating Date").value).toBe("");
      expect(screen.getByText("The mating date, June 22, 2025, is in the future.")).toBeTruthy();
      await confirm(user, entry);
      expect(steps()[0]).toMatchObject({ status });
      expect(steps()[0]).not.toHaveProperty("breedingDate");
      act(() => showBreedings(makeBreeding({ status: "bred", breedingDate: "2025-06-22" })));
      await choose(user, entry);
      type("Mating Date", "2025-01-03");
      expect(screen.queryByText(/is in the future/u)).toBeNull();
      await confirm(user, entry);
      expect(steps()[1]).toMatchObject({ status, breedingDate: "2025-01-03" });
    },
  );

  it("to failed is saved at once, even if the planned mating is in the future", async () => {
    showBreedings(makeBreeding({ breedingDate: "2025-06-22" }));
    const { user } = openBreedings();
    await choose(user, "Mark as Failed");
    expect(steps()).toMatchObject([{ status: "failed" }]);
  });

  it("warns of a check before the mating or after today, but saves it", async () => {
    showBreedings(makeBreeding({ status: "bred" }));
    const { user } = openBreedings();
    await choose(user, "Confirm Pregnancy");
    type("Checked On", "2025-02-02");
    expect(screen.getByText("The day of the check is in the future.")).toBeTruthy();
    type("Checked On", "2024-12-31");
    expect(screen.getByText("The day of the check is before the mating date, January 1, 2025.")).toBeTruthy();
    await confirm(user, "Confirm Pregnancy");
    expect(steps()).toMatchObject([{ pregnancyCheck: { on: "2024-12-31" } }]);
  });

  it("[GAP-API-11] says in the dialog that somebody else was faster, and keeps the typed values", async () => {
    showBreedings(makeBreeding({ status: "bred" }));
    fakeConvex.mutation(api.breedings.breedings.setStatus, () => {
      throw new ConvexError({ code: "STALE_UPDATE", message: "Changed.", details: {} });
    });
    const { user } = openBreedings();
    await choose(user, "Confirm Pregnancy");
    await user.type(day("Puppies Seen"), "6");
    await confirm(user, "Confirm Pregnancy");
    expect(await screen.findByText("Not saved: somebody else has changed the status since.")).toBeTruthy();
    expect(day("Puppies Seen").value).toBe("6");
  });

  it("shows a message of the server at its field", async () => {
    showBreedings(makeBreeding({ status: "bred" }));
    fakeConvex.mutation(api.breedings.breedings.setStatus, () => {
      const fields = { "pregnancyCheck.puppiesSeen": "Puppies seen must be at most 24" };
      throw new ConvexError({ code: "VALIDATION_FAILED", message: "Check", details: { fields } });
    });
    const { user } = openBreedings();
    await choose(user, "Confirm Pregnancy");
    await user.type(day("Puppies Seen"), "60");
    await confirm(user, "Confirm Pregnancy");
    expect(await screen.findByText("Puppies seen must be at most 24")).toBeTruthy();
  });

  it("[GAP-API-11] cannot be undone after somebody else took a further step", async () => {
    showBreedings(makeBreeding());
    const { user } = openBreedings();
    await choose(user, "Mark as Bred");
    await confirm(user, "Mark as Bred");
    fakeConvex.mutation(api.breedings.breedings.setStatus, () => {
      throw new ConvexError({ code: "STALE_UPDATE", message: "Changed.", details: {} });
    });
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText(/somebody else has changed the status since/u)).toBeTruthy();
  });

  it("[BRD-38] shows a message after a failure", async () => {
    showBreedings(makeBreeding({ status: "whelped" }), makeBreeding({ sire: makeMate("Max") }));
    fakeConvex.mutation(api.breedings.breedings.setStatus, () => {
      throw new Error("down");
    });
    const { user } = openBreedings();
    await choose(user, "Mark as Completed");
    expect(await screen.findByText("Failed to update breeding status.")).toBeTruthy();
    await choose(user, "Mark as Bred", "Max × Bella");
    await confirm(user, "Mark as Bred");
    expect(
      await within(screen.getByRole("dialog")).findByText("Failed to update breeding status."),
    ).toBeTruthy();
  });
});

describe("pregnancy checks", () => {
  const check = { breedingId: "b", result: "pregnant", createdAt: 1, updatedAt: 1 };
  const showChecks = () =>
    fakeConvex.query(api.breedings.pregnancyChecks.list, () => [
      { ...check, _id: "check2", on: "2025-02-20", method: "x_ray", puppiesSeen: 1, notes: "Heads first" },
      { ...check, _id: "check1", on: "2025-01-29", method: null, puppiesSeen: null, notes: null },
    ]);

  it("are on the breeding's page, where the user can add and delete checks", async () => {
    const breeding = makeBreeding({ status: "confirmed" });
    showBreedings(breeding);
    showChecks();
    fakeConvex.mutation(api.breedings.pregnancyChecks.remove, () => null);
    const { user } = openBreedings(`/${breeding._id}`);
    const list = screen.getByRole("list", { name: "Pregnancy checks" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Pregnant, 1 puppy seenX-ray, February 20, 2025, day 50 after matingHeads first",
      "PregnantCheck, January 29, 2025, day 28 after mating",
    ]);
    await user.click(screen.getByRole("button", { name: "Add Check" }));
    const dialog = screen.getByRole("dialog", { name: "Add Pregnancy Check" });
    await user.click(within(dialog).getByRole("radio", { name: "Not pregnant" }));
    await user.click(within(dialog).getByRole("button", { name: "Add Pregnancy Check" }));
    expect(fakeConvex.callsOf(api.breedings.breedings.setStatus)).toMatchObject([
      { status: "confirmed", pregnancyCheck: { on: "2025-02-01", result: "not_pregnant" } },
    ]);
    expect(await screen.findByText("Pregnancy check recorded")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Delete X-ray, February 20, 2025" }));
    await user.click(
      within(screen.getByRole("alertdialog", { name: "Delete this pregnancy check?" })).getByRole("button", {
        name: "Delete",
      }),
    );
    expect(fakeConvex.callsOf(api.breedings.pregnancyChecks.remove)).toEqual([
      { pregnancyCheckId: "check2" },
    ]);
  });

  it("are read-only for a viewer, and hidden before a mating", () => {
    const [confirmed, planned] = [makeBreeding({ status: "confirmed" }), makeBreeding()];
    showBreedings(confirmed, planned);
    showChecks();
    const { unmount } = openBreedings(`/${confirmed._id}`, "viewer");
    expect(screen.getByRole("list", { name: "Pregnancy checks" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Check|Delete/u })).toBeNull();
    unmount();
    fakeConvex.query(api.breedings.pregnancyChecks.list, () => []);
    openBreedings(`/${planned._id}`);
    expect(screen.queryByRole("heading", { name: "Pregnancy Checks" })).toBeNull();
  });
});

describe("whelping", () => {
  it("[BRD-20] [GAP-BRD-03] asks for date and numbers and creates the litter", async () => {
    const breeding = makeBreeding({ status: "confirmed" });
    showBreedings(breeding);
    fakeConvex.mutation(api.litters.litters.create, () => ({ _id: "litter7", warnings: ["Early"] }));
    const { user } = openBreedings();
    await choose(user, "Mark as Whelped");
    expect(address()).toBe(`/dashboard/breeding?whelp=${breeding._id}`);
    const dialog = screen.getByRole("dialog", { name: "Mark as Whelped" });
    await user.type(within(dialog).getByLabelText("Born"), "7");
    await user.type(within(dialog).getByLabelText("Males"), "4");
    await user.click(within(dialog).getByRole("button", { name: "Mark as Whelped" }));
    expect(fakeConvex.callsOf(api.litters.litters.create)).toEqual([
      {
        breedingId: breeding._id,
        today: "2025-02-01",
        whelpingDate: "2025-02-01",
        notes: "",
        numberBorn: 7,
        numberAlive: 7,
        numberMales: 4,
      },
    ]);
    expect(await screen.findByText("Breeding status updated to 'whelped'")).toBeTruthy();
    expect(screen.getByText("Early")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).toBe("/dashboard/breeding");
    await user.click(screen.getByRole("button", { name: "Open Litter" }));
    expect(address()).toBe("/dashboard/litters/litter7");
  });

  it("keeps the typed values when the server refuses, with the message at its field", async () => {
    showBreedings(makeBreeding({ status: "confirmed" }));
    fakeConvex.mutation(api.litters.litters.create, () => {
      const fields = { numberAlive: "Number alive cannot be more than the number born" };
      throw new ConvexError({ code: "VALIDATION_FAILED", message: "Check", details: { fields } });
    });
    const { user } = openBreedings();
    await choose(user, "Mark as Whelped");
    await user.type(screen.getByLabelText("Born"), "2");
    await user.type(screen.getByLabelText("Alive"), "3");
    await user.click(screen.getByRole("button", { name: "Mark as Whelped" }));
    expect(await screen.findByText("Number alive cannot be more than the number born")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Born").value).toBe("2");
  });

  it("[GAP-BRD-09] asks for the true day of a future mating, and creates the litter with it", async () => {
    showBreedings(makeBreeding({ status: "confirmed", breedingDate: "2025-06-22" }));
    fakeConvex.mutation(api.litters.litters.create, () => ({ _id: "litter7", warnings: [] }));
    const { user } = openBreedings();
    await choose(user, "Mark as Whelped");
    expect(screen.getByText("The recorded one, June 22, 2025, is in the future")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Mating Date"), { target: { value: "2024-12-01" } });
    await user.click(screen.getByRole("button", { name: "Mark as Whelped" }));
    expect(fakeConvex.callsOf(api.litters.litters.create)).toMatchObject([
      { breedingDate: "2024-12-01", whelpingDate: "2025-02-01" },
    ]);
  });

  it("sets only the status if the user omits the litter, or if a litter already exists", async () => {
    showBreedings(makeBreeding({ status: "confirmed" }));
    const { user } = openBreedings();
    await choose(user, "Mark as Whelped");
    await user.click(screen.getByRole("switch", { name: "Record the litter" }));
    await user.click(screen.getByRole("button", { name: "Mark as Whelped" }));
    expect(fakeConvex.callsOf(api.breedings.breedings.setStatus)).toMatchObject([{ status: "whelped" }]);
    const litterId = "litter1" as Breeding["litterId"];
    act(() => showBreedings(makeBreeding({ status: "confirmed", litterId })));
    await choose(user, "Mark as Whelped");
    expect(fakeConvex.callsOf(api.breedings.breedings.setStatus)).toHaveLength(2);
  });

  it("warns at its address that the litter is already recorded", () => {
    const breeding = makeBreeding({ status: "whelped", litterId: "litter1" as Breeding["litterId"] });
    showBreedings(breeding);
    openBreedings(`?whelp=${breeding._id}`);
    expect(screen.getByText(/This breeding already has a litter/u)).toBeTruthy();
  });
});

describe("the page of a breeding", () => {
  it("shows past and future events since the mating in a row, while a litter is expected", async () => {
    const breeding = makeBreeding({
      status: "bred",
      breedingDate: "2025-01-01",
      expectedDueDate: "2025-03-05",
    });
    showBreedings(breeding);
    const { unmount } = openBreedings(`/${breeding._id}`);
    const steps = async () =>
      within(await screen.findByRole("list", { name: "Timeline" }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(await steps()).toEqual([
      "MatedDay 0 · Jan 1",
      "Pregnancy checkDay 28 · Jan 29 · 3 days overdue",
      "Prepare for whelpingDay 58 · Feb 28 · In 27 days",
      "Puppies dueDay 63 · Mar 5 · In 32 days",
    ]);
    act(() =>
      fakeConvex.query(api.breedings.pregnancyChecks.list, () => [
        {
          _id: "check2",
          on: "2025-01-31",
          method: "x_ray",
          result: "pregnant",
          puppiesSeen: 7,
          notes: null,
        },
        {
          _id: "check1",
          on: "2025-01-30",
          method: "ultrasound",
          result: "pregnant",
          puppiesSeen: 6,
          notes: null,
        },
      ]),
    );
    expect((await steps())[1]).toBe("PregnantDay 29 · Jan 30");
    unmount();
    showBreedings(makeBreeding({ ...breeding, status: "planned" }));
    openBreedings(`/${breeding._id}`);
    expect(await screen.findByRole("dialog")).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Timeline" })).toBeNull();
  });

  it("[GAP-BRD-02] [BRD-16] shows the whole breeding at its own address, which Back leaves", async () => {
    const breeding = makeBreeding({
      status: "whelped",
      contractTerms: "Pick of the litter",
      notes: "Calm",
      actualDueDate: "2025-03-06",
    });
    showBreedings(breeding);
    fakeConvex.query(api.breedings.breedings.litters, () => [
      {
        _id: "litter1",
        whelpingDate: "2025-03-06",
        numberBorn: 7,
        numberAlive: 6,
        numberMales: 4,
        numberFemales: 3,
      },
    ]);
    const { user, router } = openBreedings("?search=Rex");
    await user.click(within(card()).getByRole("link", { name: /×/u }));
    const dialog = screen.getByRole("dialog", { name: "Rex × Bella" });
    expect(address()).toBe(`/dashboard/breeding/${breeding._id}?search=Rex`);
    for (const part of ["Pick of the litter", "Calm", "day 64 after mating", "Litter of March 6, 2025"]) {
      expect(dialog.textContent).toContain(part);
    }
    await act(async () => await router.navigate(-1));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(address()).toBe(`/dashboard/breeding?search=Rex`);
  });

  it("says that the breeding was deleted", () => {
    openBreedings("/breeding404");
    expect(screen.getByRole("dialog", { name: "This breeding was not found" })).toBeTruthy();
  });

  it("offers the usual next step", async () => {
    const breeding = makeBreeding({ status: "bred" });
    showBreedings(breeding);
    const { user } = openBreedings(`/${breeding._id}`);
    await user.click(screen.getByRole("button", { name: "Confirm Pregnancy" }));
    const question = screen.getByRole("dialog", { name: "Confirm Pregnancy" });
    await user.click(within(question).getByRole("button", { name: "Confirm Pregnancy" }));
    expect(fakeConvex.callsOf(api.breedings.breedings.setStatus)).toMatchObject([{ status: "confirmed" }]);
  });
});

describe("further parts of the Breeding screen", () => {
  it("are tabs beside the breedings with their names in the address; a breeding can open over each of them", async () => {
    const breeding = makeBreeding();
    showBreedings(breeding);
    const parts = [{ value: "heats", label: "Heats", content: <p>Who is in heat</p> }];
    const { user, router } = renderScreen(<BreedingPage parts={parts} />, {
      path: "/dashboard/breeding",
      children: [{ path: ":breedingId", element: null }],
    });
    expect(card()).toBeTruthy();
    await user.click(screen.getByRole("tab", { name: "Heats" }));
    expect(address()).toBe(`/dashboard/breeding?tab=heats`);
    expect(screen.getByText("Who is in heat")).toBeTruthy();
    expect(screen.queryByRole("article")).toBeNull();
    await act(async () => await router.navigate(`/dashboard/breeding/${breeding._id}?tab=heats`));
    expect(screen.getByRole("dialog", { name: "Rex × Bella" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(address()).toBe(`/dashboard/breeding?tab=heats`);
    await user.click(screen.getByRole("tab", { name: "Breedings" }));
    expect(address()).toBe("/dashboard/breeding");
  });

  it("the tabs stay in the page with the focus while the code of a part loads", async () => {
    showBreedings(makeBreeding());
    let arrive = (_part: () => ReactNode): void => undefined;
    const Heats = lateLazy(() => new Promise<() => ReactNode>((resolve) => (arrive = resolve)));
    const parts = [{ value: "heats", label: "Heats", content: <Heats /> }];
    const page = (
      <Suspense fallback="The page is loading">
        <BreedingPage parts={parts} />
      </Suspense>
    );
    const { user } = renderScreen(page, { path: "/dashboard/breeding" });
    const tab = screen.getByRole("tab", { name: "Heats" });
    await user.click(tab);
    expect(screen.getByRole("tab", { name: "Heats" })).toBe(tab);
    await act(async () => arrive(() => <p>Who is in heat</p>));
    expect(await screen.findByText("Who is in heat")).toBeTruthy();
    expect(document.activeElement).toBe(tab);
  });
});

describe("deleting a breeding", () => {
  it("[BRD-35] [BRD-37] asks for a confirmation and shows a message afterwards", async () => {
    const breeding = makeBreeding();
    showBreedings(breeding);
    fakeConvex.mutation(api.breedings.breedings.remove, () => null);
    const { user } = openBreedings();
    await choose(user, "Delete");
    const question = screen.getByRole("alertdialog", {
      name: "Are you sure you want to delete this breeding record?",
    });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(fakeConvex.callsOf(api.breedings.breedings.remove)).toEqual([]);
    await choose(user, "Delete");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(fakeConvex.callsOf(api.breedings.breedings.remove)).toEqual([{ breedingId: breeding._id }]);
    expect(await screen.findByText("Breeding deleted successfully")).toBeTruthy();
  });

  it("[GAP-BRD-18] [BRD-38] is refused while there is a litter, and shows a message after a failure", async () => {
    showBreedings(makeBreeding());
    fakeConvex.mutation(api.breedings.breedings.remove, () => {
      throw new Error("down");
    });
    const { user } = openBreedings();
    await choose(user, "Delete");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete breeding. Please try again.")).toBeTruthy();
    fakeConvex.mutation(api.breedings.breedings.remove, () => {
      throw new ConvexError({
        code: "HAS_LITTERS",
        message: "This breeding has litters.",
        details: { count: 1 },
      });
    });
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/This breeding has a litter, so it cannot be deleted/u)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(true);
  });
});

it("the menu of a breeding's card lists the changes of the breeding", async () => {
  showBreedings(makeBreeding());
  fakeConvex.query(api.history.history.ofRecord, () => []);
  const { user } = openBreedings("");
  await user.click(screen.getByRole("button", { name: "Actions for Rex × Bella" }));
  await user.click(screen.getByRole("menuitem", { name: "History" }));
  expect(await screen.findByRole("dialog", { name: "History of Rex × Bella" })).toBeTruthy();
});

describe("a viewer of the Breeding screen", () => {
  it("[GAP-AUTH-03] sees everything except money and contacts, and can change nothing", async () => {
    const breeding = makeBreeding({ studFeeCents: null, contractTerms: null });
    showBreedings(breeding);
    const { user } = openBreedings("", "viewer");
    expect(screen.queryByRole("button", { name: "Plan Breeding" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Actions for Rex × Bella" }));
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "View Details",
      "History",
    ]);
    await user.click(screen.getByRole("menuitem", { name: "View Details" }));
    const dialog = screen.getByRole("dialog", { name: "Rex × Bella" });
    expect(within(dialog).queryByRole("button", { name: "Edit" })).toBeNull();
    expect(within(dialog).getByText(/^Money and contacts are not shared with you\./u)).toBeTruthy();
    expect(
      within(dialog).queryByText(/Stud fee|Contract Terms|Documents|Income and costs|No contract/u),
    ).toBeNull();
    expect(fakeConvex.subscriptionsOf(api.breedings.breedingFinances.account)).toEqual([]);
    expect(fakeConvex.subscriptionsOf(api.breedings.breedingDocuments.list)).toEqual([]);
  });

  it("cannot open a form by its address", () => {
    openBreedings("?add=1", "viewer");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the exported file", () => {
  it("[GAP-BRD-01] contains the breedings of the current tab and search", async () => {
    showBreedings(makeBreeding());
    const make = vi.fn(() => ({
      fileName: "breedings.pdf",
      type: "application/pdf",
      content: new ArrayBuffer(1),
    }));
    fakeConvex.mutation(api.breedings.actions.breedingExport.make, make);
    const { user } = openBreedings("?tab=planned&search=Rex");
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("menuitem", { name: "PDF" }));
    expect(make).toHaveBeenCalledWith({
      kennelId: "kennel1",
      format: "pdf",
      today: "2025-02-01",
      status: "planned",
      search: "Rex",
    });
    expect(await screen.findByText("Data exported successfully")).toBeTruthy();
  });
});
