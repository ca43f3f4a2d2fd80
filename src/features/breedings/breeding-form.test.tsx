/** The breeding form. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { makeBreeding, makeMate, type Breeding } from "@/testing/breedings";
import { fakeConvex } from "@/testing/fake-convex";
import { BREEDING_FORMS } from "@/features/breedings/breeding-page";
import { adviseOf, openBreedings, showBreedings, type User } from "@/testing/breeding-screen";
import { dialog, field, setField } from "@/testing/open-dialog";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-02-01" }));

const MATES = {
  male: [makeMate("Rex"), makeMate("Max", { isExternal: true })],
  female: [makeMate("Bella")],
};

beforeAll(async () => await Promise.all(BREEDING_FORMS.map(({ fetch }) => fetch())));
beforeEach(() => {
  fakeConvex.reset();
  sessionStorage.clear();
  showBreedings();
  fakeConvex.query(api.breedings.breedings.editsSince, () => []);
  fakeConvex.query(api.breedings.breedings.mateChoices, ({ gender }) => ({
    hasBreedingDogs: true,
    choices: MATES[gender as "male" | "female"].map((mate) => ({
      ...mate,
      registrationNumber: null,
      dateOfBirth: null,
      status: "active",
    })),
  }));
  fakeConvex.query(
    api.dogs.dogs.get,
    ({ dogId }) => [...MATES.male, ...MATES.female].find(({ _id }) => _id === dogId) ?? null,
  );
  fakeConvex.mutation(api.breedings.breedings.create, () => ({ warnings: [] }));
  fakeConvex.mutation(api.breedings.breedings.update, () => ({ warnings: [] }));
});

const openNew = (search = "") => openBreedings(`?add=1${search}`);
const openEdit = ({ _id }: Breeding) => openBreedings(`?edit=${_id}`);
async function pick(user: User, label: "Sire" | "Dam", name: string): Promise<void> {
  await user.click(field(label));
  await user.click(await screen.findByRole("option", { name: new RegExp(`^${name},`, "u") }));
}
const submit = (user: User) =>
  user.click(dialog().getByRole("button", { name: /^(Plan|Update) Breeding$/u }));

describe("the form of a new breeding", () => {
  it("[BRD-12] [BRD-36] starts as natural and free of charge, under its title", () => {
    openNew();
    expect(screen.getByRole("dialog", { name: "Plan New Breeding" })).toBeTruthy();
    expect(dialog().getByRole("combobox", { name: "Breeding Type" }).textContent).toBe("Natural");
    expect(field("Stud Fee (USD)").value).toBe("0");
  });

  it("[BRD-10] [BRD-14] [BRD-37] sends the fields by the entity's names, with the due date 63 days after the mating", async () => {
    const { user } = openNew();
    await pick(user, "Sire", "Rex");
    await pick(user, "Dam", "Bella");
    setField("Mating Date", "2025-01-01");
    expect(field("Expected Delivery Date").value).toBe("2025-03-05");
    setField("Mating Date", "2024-01-01");
    expect(field("Expected Delivery Date").value).toBe("2024-03-04");
    await user.clear(field("Stud Fee (USD)"));
    await user.type(field("Stud Fee (USD)"), "1,500.50");
    await user.type(field("Contract Details"), "x");
    await submit(user);
    expect(fakeConvex.callsOf(api.breedings.breedings.create)).toEqual([
      {
        kennelId: "kennel1",
        sireId: MATES.male[0]?._id,
        damId: MATES.female[0]?._id,
        breedingDate: "2024-01-01",
        expectedDueDate: "2024-03-04",
        breedingType: "natural",
        studFeeCents: 150_050,
        contractTerms: "x",
        notes: null,
      },
    ]);
    expect(await screen.findByText("Breeding planned successfully")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("[GAP-BRD-11] shows the advice below sire and dam once both are chosen", async () => {
    adviseOf([]);
    const { user } = openNew();
    expect(screen.getByText("Choose both to see inbreeding and tests")).toBeTruthy();
    await pick(user, "Sire", "Rex");
    await pick(user, "Dam", "Bella");
    const advice = await screen.findByRole("region", { name: "Advice" });
    expect(screen.queryByText("Choose both to see inbreeding and tests")).toBeNull();
    const isBefore = (one: Element, other: Element) =>
      Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(isBefore(field("Dam"), advice) && isBefore(advice, field("Mating Date"))).toBe(true);
  });

  it.each([false, true])(
    "says that there are no concerns, except above the limit: %s",
    async (isOverLimit) => {
      adviseOf([]);
      fakeConvex.query(api.genetics.mates.litter, () => ({
        progress: null,
        result: {
          ...{ coefficient: 0.07, limit: 0.0625, isOverLimit, completeness: [1, 1, 1, 1, 1] },
          ...{ reference: 0, puppies: 6, breed: null },
        },
      }));
      const { user } = openNew();
      await pick(user, "Sire", "Rex");
      await pick(user, "Dam", "Bella");
      const advice = within(await screen.findByRole("region", { name: "Advice" }));
      await advice.findByText(/^F of the puppies 7.00%/u);
      expect(advice.queryByText(/No concerns/u) === null).toBe(isOverLimit);
      expect(advice.queryByText(/over your kennel's limit/u) === null).toBe(!isOverLimit);
    },
  );

  it("[GAP-BRD-11] asks about a serious finding in a sentence, and saves the plan after a confirmation", async () => {
    adviseOf([
      {
        code: "close_relatives",
        severity: "serious",
        message: "Rex and Bella are dam and son.",
        source: null,
      },
      { code: "retired", severity: "caution", message: "Bella is retired.", source: null },
    ]);
    const { user } = openNew();
    await pick(user, "Sire", "Rex");
    await pick(user, "Dam", "Bella");
    setField("Mating Date", "2025-01-01");
    await submit(user);
    const question = within(await screen.findByRole("alertdialog", { name: "Plan this breeding?" }));
    expect(question.getByText("Rex and Bella are dam and son.")).toBeTruthy();
    expect(question.queryByText("Bella is retired.")).toBeNull();
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(fakeConvex.callsOf(api.breedings.breedings.create)).toEqual([]);
    await submit(user);
    await user.click(screen.getByRole("button", { name: "Plan Anyway" }));
    expect(fakeConvex.callsOf(api.breedings.breedings.create)).toHaveLength(1);
  });

  it("asks nothing about a pair without a serious finding", async () => {
    adviseOf([{ code: "retired", severity: "caution", message: "Bella is retired.", source: null }]);
    const { user } = openNew();
    await pick(user, "Sire", "Rex");
    await pick(user, "Dam", "Bella");
    setField("Mating Date", "2025-01-01");
    await submit(user);
    expect(fakeConvex.callsOf(api.breedings.breedings.create)).toHaveLength(1);
  });

  it("[BRD-01] [BRD-02] [BRD-04] [BRD-05] shows what is missing or wrong, each at its field, and sends nothing", async () => {
    const { user } = openNew();
    await user.clear(field("Stud Fee (USD)"));
    await user.type(field("Stud Fee (USD)"), "-1");
    await submit(user);
    for (const message of [
      "Sire is required",
      "Dam is required",
      "Mating date is required",
      "Stud fee cannot be negative",
      "Please correct the errors above before submitting.",
    ]) {
      expect(await screen.findByText(message)).toBeTruthy();
    }
    expect(fakeConvex.callsOf(api.breedings.breedings.create)).toEqual([]);
    await pick(user, "Sire", "Rex");
    expect(screen.queryByText("Sire is required")).toBeNull();
  });

  it("[BRD-03] refuses the same dog as both parents, at both fields", async () => {
    const id = MATES.male[0]?._id ?? "";
    const { user } = openNew(`&sire=${id}`);
    fakeConvex.query(api.breedings.breedings.mateChoices, () => ({
      hasBreedingDogs: true,
      choices: [{ ...MATES.male[0], registrationNumber: null, dateOfBirth: null, status: "active" }],
    }));
    await pick(user, "Dam", "Rex");
    setField("Mating Date", "2025-01-01");
    await submit(user);
    expect(await screen.findAllByText("Sire and dam cannot be the same dog")).toHaveLength(2);
  });

  it("[BRD-11] [GAP-BRD-08] accepts a typed due date, and offers to undo its replacement after a new mating date", async () => {
    const { user } = openNew();
    setField("Mating Date", "2025-01-01");
    setField("Expected Delivery Date", "2025-03-03");
    setField("Mating Date", "2025-01-08");
    expect(field("Expected Delivery Date").value).toBe("2025-03-12");
    expect(screen.getByText(/you had typed March 3, 2025/u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(field("Expected Delivery Date").value).toBe("2025-03-03");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("[GAP-BRD-09] warns of an unusual due date and refuses a due date before the mating", async () => {
    const { user } = openNew();
    setField("Mating Date", "2025-01-01");
    setField("Expected Delivery Date", "2025-05-01");
    expect(screen.getByText(/120 days after mating/u)).toBeTruthy();
    setField("Expected Delivery Date", "2024-12-31");
    await submit(user);
    expect(await screen.findByText("Expected delivery date cannot be before the mating date")).toBeTruthy();
  });

  it("[GAP-BRD-10] accepts an outside sire that the user records from the form", async () => {
    fakeConvex.mutation(api.dogs.dogs.createExternal, () => ({ _id: "outside", name: "Foreign Stud" }));
    const { user } = openNew();
    await user.type(field("Sire"), "Foreign Stud");
    await user.click(await screen.findByRole("option", { name: "Add a sire from outside" }));
    const form = within(screen.getByRole("dialog", { name: "Add a sire from outside" }));
    expect(form.getByLabelText<HTMLInputElement>(/^Name/u).value).toBe("Foreign Stud");
    await user.click(form.getByRole("button", { name: "Add Dog" }));
    await waitFor(() => expect(field("Sire").value).toBe("Foreign Stud"));
    await user.click(field("Dam"));
    expect(screen.queryByRole("option", { name: "Add a sire from outside" })).toBeNull();
  });

  it("[BRD-08] [BRD-09] says that no dog is marked as a breeding dog", async () => {
    fakeConvex.query(api.breedings.breedings.mateChoices, () => ({
      hasBreedingDogs: false,
      choices: [{ ...MATES.male[0], registrationNumber: null, dateOfBirth: null, status: "active" }],
    }));
    const { user } = openNew();
    await user.click(field("Sire"));
    expect(await screen.findByText(/so you see all males/u)).toBeTruthy();
  });

  it("starts with the dog that another page has chosen", () => {
    openNew(`&dam=${MATES.female[0]?._id}`);
    expect(field("Dam").value).toBe("Bella");
  });

  it("[BRD-38] keeps the typed values if saving fails, and after Back", async () => {
    fakeConvex.mutation(api.breedings.breedings.create, () => {
      throw new Error("down");
    });
    const { user } = openNew(`&sire=${MATES.male[0]?._id}&dam=${MATES.female[0]?._id}`);
    setField("Mating Date", "2025-01-01");
    await user.type(field("Notes"), "Calm");
    await submit(user);
    expect(await screen.findByText("Failed to save breeding. Please try again.")).toBeTruthy();
    expect(field("Notes").value).toBe("Calm");
  });
});

describe("the form of an existing breeding", () => {
  it("[BRD-15] [BRD-36] [BRD-37] sends only the changed fields", async () => {
    const breeding = makeBreeding({ updatedAt: 7 });
    showBreedings(breeding);
    const { user } = openEdit(breeding);
    expect(screen.getByRole("dialog", { name: "Edit Breeding" })).toBeTruthy();
    await user.type(field("Notes"), "Calm");
    await submit(user);
    expect(fakeConvex.callsOf(api.breedings.breedings.update)).toEqual([
      { breedingId: breeding._id, expectedUpdatedAt: 7, notes: "Calm" },
    ]);
    expect(await screen.findByText("Breeding updated successfully")).toBeTruthy();
  });

  it("[GAP-BRD-08] keeps a restored due date although the mating date changed", async () => {
    const breeding = makeBreeding({ expectedDueDate: "2025-03-03" });
    showBreedings(breeding);
    const { user } = openEdit(breeding);
    setField("Mating Date", "2025-01-02");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await submit(user);
    expect(fakeConvex.callsOf(api.breedings.breedings.update)).toMatchObject([
      { breedingDate: "2025-01-02", expectedDueDate: "2025-03-03" },
    ]);
  });

  it("[GAP-DOG-15] can be saved while one parent is only a name", async () => {
    const breeding = makeBreeding({ sire: null, sireId: null, sireName: "Old Rex" });
    showBreedings(breeding);
    const { user } = openEdit(breeding);
    expect(field("Sire").value).toBe("Old Rex");
    await user.type(field("Notes"), "x");
    await submit(user);
    expect(fakeConvex.callsOf(api.breedings.breedings.update)).toEqual([
      { breedingId: breeding._id, expectedUpdatedAt: 1, notes: "x" },
    ]);
  });

  it("[GAP-API-11] merges another user's changes, and asks which value to keep if both changed the same field", async () => {
    const breeding = makeBreeding({ notes: "Old" });
    showBreedings(breeding);
    fakeConvex.query(api.breedings.breedings.editsSince, () => [
      { savedAt: 2, fields: ["notes", "studFeeCents"], name: "Tom", isSelf: false },
    ]);
    const { user } = openEdit(breeding);
    await user.clear(field("Notes"));
    await user.type(field("Notes"), "Mine");
    act(() => showBreedings({ ...breeding, notes: "Theirs", studFeeCents: 50_000, updatedAt: 2 }));
    await waitFor(() => expect(field("Stud Fee (USD)").value).toBe("500"));
    expect(screen.getByText(/Tom changed Stud Fee in the meantime/u)).toBeTruthy();
    await submit(user);
    const choice = within(screen.getByRole("dialog", { name: "Two Versions of Rex × Bella" }));
    await user.click(choice.getByRole("radio", { name: /^Both/u }));
    await user.click(choice.getByRole("button", { name: "Save Chosen" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.breedings.breedings.update)).toEqual([
        { breedingId: breeding._id, expectedUpdatedAt: 2, notes: "Theirs\n\nMine" },
      ]),
    );
  });

  it("says that somebody else deleted the breeding", async () => {
    const breeding = makeBreeding();
    showBreedings(breeding);
    openEdit(breeding);
    act(() => showBreedings());
    expect(await screen.findByText(/Somebody else deleted this breeding/u)).toBeTruthy();
  });
});

it("[GAP-BRD-09] the form warns when a past mating is moved to the future, and saves it", async () => {
  const breeding = makeBreeding({ status: "confirmed" });
  showBreedings(breeding);
  const { user } = openEdit(breeding);
  expect(screen.queryByText(/^In the future/u)).toBeNull();
  setField("Mating Date", "2025-02-02");
  expect(screen.getByText("In the future, although the breeding is confirmed")).toBeTruthy();
  await submit(user);
  expect(fakeConvex.callsOf(api.breedings.breedings.update)).toMatchObject([{ breedingDate: "2025-02-02" }]);
});
