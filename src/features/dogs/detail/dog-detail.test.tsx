/** One dog's page: the overview and the tabs of health and breeding. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { makeDog, makeDogPage, makePhoto } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

beforeAll(fetchLateDogParts);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

type Dog = ReturnType<typeof makeDog>;

const DOGS = "/dashboard/dogs";
const NO_SIBLINGS = { siblings: [], hasMore: false };

function openDog(dog: Dog, options: Parameters<typeof renderScreen>[1] = {}) {
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([dog], args));
  fakeConvex.query(api.dogs.dogs.get, ({ dogId }) => (dogId === dog._id ? dog : null));
  const view = renderScreen(<DogsPage />, {
    path: DOGS,
    at: `${DOGS}/${dog._id}`,
    children: [{ path: ":dogId", element: null }],
    ...options,
  });
  return { ...view, dialog: screen.getByRole("dialog", { name: dog.name }) };
}

/** The value beside a label of the overview. */
const factOf = (dialog: HTMLElement, label: string) =>
  within(dialog).getByText(label, { selector: "dt" }).parentElement?.querySelector("dd")?.textContent;

const relative = (name: string, changes: Record<string, unknown> = {}) => ({
  _id: `relative ${name}`,
  name,
  callName: null,
  breed: "Beagle",
  gender: "female",
  dateOfBirth: "2023-05-01",
  registrationNumber: null,
  status: "active",
  statusChangedOn: null,
  isExternal: false,
  photos: [],
  ...changes,
});

const breeding = (changes: Record<string, unknown> = {}) => ({
  _id: "breeding1",
  kennelId: "kennel1",
  sireId: "dog1",
  damId: "dam1",
  sireName: null,
  damName: null,
  breedingDate: "2025-01-01",
  expectedDueDate: "2025-03-05",
  actualDueDate: null,
  breedingType: "natural",
  status: "whelped",
  studFeeCents: 0,
  contractTerms: null,
  notes: null,
  numberBorn: null,
  numberAlive: null,
  createdAt: 1,
  updatedAt: 1,
  ...changes,
});

const litter = {
  _id: "litter1",
  breedingId: "breeding1",
  whelpingDate: "2025-03-04",
  numberBorn: 7,
  numberAlive: 6,
  numberMales: 4,
  numberFemales: 2,
  notes: null,
  whelping: { complications: null, assistanceRequired: false, veterinarianPresent: false, notes: null },
  createdAt: 1,
  updatedAt: 1,
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.relatives.offspring, () => ({ total: 0, litters: [] }));
  fakeConvex.query(api.dogs.relatives.siblings, () => ({
    full: NO_SIBLINGS,
    sameSire: NO_SIBLINGS,
    sameDam: NO_SIBLINGS,
  }));
  fakeConvex.query(api.breedings.breedings.history, () => []);
  fakeConvex.query(api.health.dogHealth.list, () => ({ records: [], immunizations: [] }));
});

describe("the previous and the next dog of the list", () => {
  const dogs = ["Aria", "Bella", "Cleo"].map((name) => makeDog({ name }));
  const shown = (name: string) => screen.findByRole("dialog", { name });

  function openSecond() {
    const view = openDog(dogs[1] ?? makeDog({}), { at: `${DOGS}/${dogs[1]?._id}?tab=breeding` });
    act(() => {
      fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args));
      fakeConvex.query(api.dogs.dogs.get, ({ dogId }) => dogs.find(({ _id }) => _id === dogId) ?? null);
    });
    return view;
  }

  it("open with one key on the same tab, and Close returns to the list", async () => {
    const { user } = openSecond();
    await user.keyboard("j");
    const last = await shown("Cleo");
    expect(within(last).getByRole("tab", { name: "Breeding" }).getAttribute("aria-selected")).toBe("true");
    expect(within(last).getByRole<HTMLButtonElement>("button", { name: "Next Dog" }).disabled).toBe(true);
    await user.keyboard("j");
    await user.keyboard("k");
    await user.keyboard("k");
    await user.click(within(await shown("Aria")).getByRole("button", { name: "Next Dog" }));
    await user.click(within(await shown("Bella")).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe(DOGS));
    expect(screen.queryAllByRole("dialog")).toEqual([]);
  });
});

describe("the tabs of a dog's page", () => {
  it("are in the documents' order", () => {
    openDog(makeDog());
    const names = screen.getAllByRole("tab").map((tab) => tab.textContent);
    expect(names).toEqual(["Overview", "Photos0", "Health Records", "Breeding", "Ancestry"]);
  });

  it("[DOGD-04] show the number of photos as a badge on the Photos tab", () => {
    openDog(makeDog({ photos: [makePhoto(), makePhoto(), makePhoto()] }));
    expect(within(screen.getByRole("tab", { name: /^Photos/ })).getByText("3")).toBeTruthy();
  });

  it("appear at once with the values from the list, without a number of photos if it is unknown", async () => {
    const dog = makeDog({ name: "Rex", breed: "Harrier", photos: [makePhoto()] });
    fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([dog], args));
    fakeConvex.query(api.dogs.dogs.get, () => undefined);
    const { user } = renderScreen(<DogsPage />, {
      path: DOGS,
      at: `${DOGS}/${dog._id}`,
      children: [{ path: ":dogId", element: null }],
    });
    const dialog = screen.getByRole("dialog", { name: "Rex" });
    expect(within(dialog).getAllByText(/Harrier/).length).toBeGreaterThan(0);
    const tab = within(dialog).getByRole("tab", { name: /^Photos/ });
    expect(tab.textContent.trim()).toBe("Photos");
    await user.click(tab);
    expect(within(dialog).queryByRole("button", { name: "Manage Photos" })).toBeNull();
    act(() => fakeConvex.query(api.dogs.dogs.get, () => ({ ...dog, photos: [makePhoto(), makePhoto()] })));
    expect(tab.textContent).toBe("Photos2");
    expect(within(dialog).getByRole("list", { name: "Photos" }).children).toHaveLength(2);
  });

  it("have their own addresses, and Back from each tab returns to the list", async () => {
    const dog = makeDog({ name: "Rex" });
    fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([dog], args));
    fakeConvex.query(api.dogs.dogs.get, () => dog);
    const { user, router } = renderScreen(<DogsPage />, {
      path: DOGS,
      children: [{ path: ":dogId", element: null }],
    });
    const address = () => screen.getByTestId("address").textContent;
    const toShow = async (name: string) =>
      await waitFor(() => expect(screen.getByRole("tab", { name }).dataset.state).toBe("active"));
    await user.click(screen.getByRole("link", { name: "Rex" }));
    await user.click(await screen.findByRole("tab", { name: "Breeding" }));
    expect(address()).toBe(`${DOGS}/${dog._id}?tab=breeding`);
    await user.click(screen.getByRole("tab", { name: /^Photos/u }));
    expect(address()).toBe(`${DOGS}/${dog._id}?tab=photos`);
    await act(async () => await router.navigate(-1));
    await waitFor(() => expect(address()).toBe(DOGS));
    await act(async () => await router.navigate(`${DOGS}/${dog._id}?tab=ancestry`));
    await toShow("Ancestry");
    await act(async () => await router.navigate(`${DOGS}/${dog._id}?tab=nothing`));
    await toShow("Overview");
    await user.click(screen.getByRole("button", { name: /close/iu }));
    await waitFor(() => expect(address()).toBe(DOGS));
  });

  it("[DOGD-01] start with the overview each time", async () => {
    const dog = makeDog({ name: "Rex" });
    const { user, router } = openDog(dog);
    await user.click(screen.getByRole("tab", { name: "Breeding" }));
    expect(screen.getByRole("tab", { name: "Breeding" }).dataset.state).toBe("active");
    await user.click(screen.getByRole("button", { name: /close/i }));
    await router.navigate(`${DOGS}/${dog._id}`);
    expect((await screen.findByRole("tab", { name: "Overview" })).dataset.state).toBe("active");
  });
});

describe("the overview of a dog", () => {
  it("[DOGD-02] shows the age in months below a year", () => {
    const { dialog } = openDog(makeDog({ dateOfBirth: "2025-01-10" }));
    expect(factOf(dialog, "Age")).toBe("5 months");
  });

  it("[DOGD-03] shows the age in years and months from a year on", () => {
    const { dialog } = openDog(makeDog({ dateOfBirth: "2023-03-10" }));
    expect(factOf(dialog, "Age")).toBe("2 years and 3 months");
  });

  it("[DOGD-03] shows whole years without months, and a first birthday as one year", () => {
    const { dialog } = openDog(makeDog({ dateOfBirth: "2024-06-15" }));
    expect(factOf(dialog, "Age")).toBe("1 year");
  });

  it("[GAP-DOG-12] shows a deceased dog's age at death", () => {
    const dog = makeDog({ dateOfBirth: "2010-06-15", status: "deceased", statusChangedOn: "2021-06-15" });
    expect(factOf(openDog(dog).dialog, "Age")).toBe("lived 11 years");
  });

  it("[DOGD-05] says that no physical characteristics are recorded", () => {
    const { dialog } = openDog(makeDog());
    expect(within(dialog).getByText("No physical characteristics recorded")).toBeTruthy();
  });

  it("[DOGD-05] shows color and markings if they are recorded", () => {
    const { dialog } = openDog(makeDog({ color: "black" }));
    expect(factOf(dialog, "Color")).toBe("black");
    expect(within(dialog).queryByText("No physical characteristics recorded")).toBeNull();
  });

  it("[DOGD-06] names sire and dam with their breeds and links to them", () => {
    const dog = makeDog({
      sire: { _id: "rex" as Dog["_id"], name: "Rex", breed: "Harrier" },
      dam: { _id: "bella" as Dog["_id"], name: "Bella", breed: "Foxhound" },
    });
    const { dialog } = openDog(dog);
    expect(factOf(dialog, "Sire")).toBe("RexHarrier");
    expect(factOf(dialog, "Dam")).toBe("BellaFoxhound");
    expect(within(dialog).getByRole("link", { name: "Rex" }).getAttribute("href")).toBe(`${DOGS}/rex`);
  });

  it("[DOGD-06] [GAP-DOG-15] names a parent whose record was deleted", () => {
    const { dialog } = openDog(makeDog({ sireName: "Old Rex" }));
    expect(factOf(dialog, "Sire")).toBe("Old Rex");
    expect(within(dialog).queryByRole("link", { name: "Old Rex" })).toBeNull();
  });

  it("has the sections Origin and Record Book only if one of their fields is recorded", () => {
    const { dialog } = openDog(makeDog({ name: "Bella", acquiredHow: "bred_here" }));
    expect(within(dialog).getByRole("heading", { name: "Origin" })).toBeTruthy();
    expect(factOf(dialog, "Acquired By")).toBe("Bred here");
    expect(within(dialog).queryByText("Breeder Name")).toBeNull();
    expect(within(dialog).queryByRole("heading", { name: "Record Book" })).toBeNull();
  });

  it("shows the chip's database and date beside the chip, and the cause of death beside the date of death", () => {
    const chip = { microchipNumber: "985113001234567", chipDatabase: "AKC Reunite", chippedOn: "2022-06-10" };
    const death = { status: "deceased", statusChangedOn: "2025-05-01", causeOfDeath: "old_age" } as const;
    const { dialog } = openDog(makeDog({ name: "Bella", ...chip, ...death }));
    expect(factOf(dialog, "Chip Database")).toBe("AKC Reunite");
    expect(factOf(dialog, "Chipped On")).toBe("June 10, 2022");
    expect(factOf(dialog, "Cause of Death")).toBe("Old age");
  });

  it.each([
    [0, "None recorded"],
    [1, "None with a breeding1 offspring is among your dogs"],
    [2, "None with a breeding2 offspring are among your dogs"],
  ])("says beside %i offspring without a litter: %s", async (offspring, text) => {
    fakeConvex.query(api.breedings.breedings.history, () => []);
    const { dialog } = openDog(makeDog({ _count: { healthRecords: 0, offspring } }));
    const label = await within(dialog).findByText("Litters");
    expect(label.parentElement?.textContent).toBe(`Litters${text}`);
  });

  it("[DOGD-07] counts health records and offspring", () => {
    const { dialog } = openDog(makeDog({ _count: { healthRecords: 3, offspring: 5 } }));
    expect(factOf(dialog, "Health Records")).toBe("3");
    expect(factOf(dialog, "Offspring")).toBe("5");
  });

  it("names empty fields in one line, and opens the form at the first of them", async () => {
    const dog = makeDog({ dateOfBirth: "2023-03-10", registrationNumber: "WS1", weight: 60, color: "black" });
    const { user, dialog } = openDog(dog);
    expect(
      within(dialog).getByText(
        /^Not recorded yet: microchip number, titles, height, markings, sire, dam, current owner, notes\./u,
      ),
    ).toBeTruthy();
    expect(within(dialog).queryByText("Not recorded")).toBeNull();
    expect(within(dialog).queryByText("Height", { selector: "dt" })).toBeNull();
    // The headings of the product documents are always shown.
    for (const name of [
      "Registration & Identification",
      "Physical Characteristics",
      "Parentage",
      "Current Owner",
      "Notes",
      "Quick Stats",
    ]) {
      expect(within(dialog).getByRole("heading", { name })).toBeTruthy();
    }
    await user.click(within(dialog).getByRole("button", { name: "Add Them" }));
    const form = await screen.findByRole("dialog", { name: "Edit Dog" });
    await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText(/^Microchip/u)));
  });

  it("starts with due items, the progress of a pregnancy, and one next step", () => {
    fakeConvex.query(api.dogs.due.ofDog, () => [
      { kind: "dose", id: "i1", on: "2025-06-10", title: "Rabies" },
      { kind: "reminder", id: "r1", on: "2025-09-01", title: "Trim nails" },
    ]);
    const { dialog } = openDog(makeDog({ _id: "dam1" as Dog["_id"] }));
    const next = within(dialog).getByRole("region", { name: "Next" });
    expect(
      within(next)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["5 days overdueRabies Record Dose", "September 1, 2025Trim nails in 78 days"]);
    expect(within(next).getByRole("link", { name: "Record Dose" }).getAttribute("href")).toContain(
      "dose=new&for=dam1&vaccine=Rabies",
    );
  });

  it("puts items that are due later in one row on a phone", () => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query === "(width < 40rem)",
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    fakeConvex.query(api.dogs.due.ofDog, () => [
      { kind: "dose", id: "i1", on: "2025-06-10", title: "Bordetella" },
      { kind: "dose", id: "i2", on: "2027-06-10", title: "DHPP" },
      { kind: "dose", id: "i3", on: "2027-06-10", title: "Rabies" },
    ]);
    const { dialog } = openDog(makeDog({ _id: "dam1" as Dog["_id"] }));
    const rows = within(within(dialog).getByRole("region", { name: "Next" })).getAllByRole("listitem");
    expect(rows.at(-1)?.textContent).toBe("LaterDHPP, Rabies June 10, 2027");
    expect(rows).toHaveLength(2);
  });

  it("shows the date of sale and the owner of a sold dog instead of due items", () => {
    const dog = makeDog({ status: "sold", statusChangedOn: "2025-05-01", currentOwnerName: "Jane Miller" });
    const { dialog } = openDog(dog);
    expect(within(dialog).queryByRole("heading", { name: "Next" })).toBeNull();
    const sold = within(dialog).getByRole("region", { name: "Sold" });
    expect(within(sold).getByText("On May 1, 2025, to Jane Miller")).toBeTruthy();
  });

  it("has a link back with words", async () => {
    const { user, dialog } = openDog(makeDog());
    await user.click(within(dialog).getByRole("button", { name: "All Dogs" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("[DOGD-08] has chips for status, breeding dog and breeding rights", () => {
    const { dialog } = openDog(makeDog({ isBreedingDog: true, breedingRights: "full" }));
    for (const chip of ["Active", "Breeding Dog", "Full rights"]) {
      expect(within(dialog).getByText(chip)).toBeTruthy();
    }
  });

  it("[DOGD-08] has no Breeding Dog chip for other dogs", () => {
    const { dialog } = openDog(makeDog({ isBreedingDog: false }));
    expect(within(dialog).queryByText("Breeding Dog")).toBeNull();
    expect(within(dialog).queryByText(/rights/)).toBeNull();
  });

  it("[DOGF-09] shows weight in lbs and height in inches", () => {
    const { dialog } = openDog(makeDog({ weight: 62.5, height: 22 }));
    expect(factOf(dialog, "Weight")).toBe("62.5 lbs");
    expect(factOf(dialog, "Height")).toBe("22 inches");
  });
});

describe("the Breeding tab", () => {
  const open = async (dog: Dog, options: Parameters<typeof renderScreen>[1] = {}) => {
    const view = openDog(dog, options);
    await view.user.click(screen.getByRole("tab", { name: "Breeding" }));
    return view;
  };

  it("[GAP-DOG-06] lists breedings with partner, dates and litter", async () => {
    fakeConvex.query(api.breedings.breedings.history, () => [
      {
        breeding: breeding(),
        role: "sire",
        partner: { ...relative("Bella"), _id: "dam1" },
        litters: [litter],
      },
    ]);
    await open(makeDog({ gender: "male" }));
    const list = screen.getByRole("list", { name: "Breedings" });
    expect(within(list).getByRole("link", { name: "Bella" }).getAttribute("href")).toBe(`${DOGS}/dam1`);
    expect(list.textContent).toContain("Natural · January 1, 2025");
    expect(list.textContent).toContain("Litter of March 4, 2025");
    expect(list.textContent).toContain("7 born, 6 alive · 4 male, 2 female");
    expect(list.textContent).not.toContain("due March 5, 2025");
  });

  it("[BRD-26] [GAP-BRD-05] colors the status chip", async () => {
    const colours = {
      planned: "info",
      bred: "warning",
      confirmed: "success",
      completed: "success",
      whelped: "primary",
      failed: "error",
    };
    fakeConvex.query(api.breedings.breedings.history, () =>
      Object.keys(colours).map((status) => ({
        breeding: breeding({ _id: status, status }),
        role: "sire",
        partner: null,
        litters: [],
      })),
    );
    await open(makeDog({ gender: "male" }));
    const list = screen.getByRole("list", { name: "Breedings" });
    for (const [status, colour] of Object.entries(colours)) {
      expect(within(list).getByText(new RegExp(`^${status}$`, "i")).dataset.variant).toBe(colour);
    }
  });

  it("[GAP-DOG-15] shows the name of a partner whose record was deleted, and the due date until there is a litter", async () => {
    fakeConvex.query(api.breedings.breedings.history, () => [
      { breeding: breeding({ damName: "Old Bella" }), role: "sire", partner: null, litters: [] },
    ]);
    await open(makeDog({ gender: "male" }));
    const list = screen.getByRole("list", { name: "Breedings" });
    expect(list.textContent).toContain("With Old Bella");
    expect(list.textContent).toContain("due March 5, 2025");
  });

  it("[GAP-DOG-06] lists offspring by mate and birth date, each with a link to its page", async () => {
    const mate = { _id: "dam1", name: "Bella" };
    fakeConvex.query(api.dogs.relatives.offspring, () => ({
      total: 3,
      litters: [
        { mate, dateOfBirth: "2024-05-01", offspring: [relative("Ada"), relative("Ben")] },
        { mate: { _id: null, name: null }, dateOfBirth: null, offspring: [relative("Cleo")] },
      ],
    }));
    const { user } = await open(makeDog({ gender: "male" }));
    expect(screen.getByRole("heading", { name: "Offspring (3)" })).toBeTruthy();
    const first = screen.getByRole("list", { name: "Offspring, Born May 1, 2024, with Bella" });
    expect(within(first).getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByText("other parent unknown")).toBeTruthy();
    await user.click(within(first).getByRole("link", { name: "Ada" }));
    expect(screen.getByTestId("address").textContent).toBe(`${DOGS}/relative Ada`);
  });

  it("shows more offspring on request, and keeps the first ones visible meanwhile", async () => {
    const mate = { _id: null, name: null };
    fakeConvex.query(api.dogs.relatives.offspring, ({ limit }) =>
      limit === 60
        ? { total: 61, litters: [{ mate, dateOfBirth: null, offspring: [relative("Ada")] }] }
        : undefined,
    );
    const { user } = await open(makeDog());
    await user.click(screen.getByRole("button", { name: "Show More (60 left)" }));
    expect(screen.getByText("Ada")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Loading..." }).hasAttribute("disabled")).toBe(true);
    expect(fakeConvex.subscriptionsOf(api.dogs.relatives.offspring).at(-1)).toMatchObject({ limit: 120 });
  });

  it("lists full and half siblings separately", async () => {
    fakeConvex.query(api.dogs.relatives.siblings, () => ({
      full: { siblings: [relative("Ada")], hasMore: false },
      sameSire: { siblings: [relative("Ben")], hasMore: true },
      sameDam: NO_SIBLINGS,
    }));
    const rex = { _id: "rex" as Dog["_id"], name: "Rex", breed: "Beagle" };
    await open(makeDog({ sire: rex }));
    expect(within(screen.getByRole("list", { name: "Full siblings" })).getByText("Ada")).toBeTruthy();
    expect(within(screen.getByRole("list", { name: "Half siblings by Rex" })).getByText("Ben")).toBeTruthy();
    expect(screen.getByText("The youngest 1 are shown.")).toBeTruthy();
  });

  it("says which lists are empty", async () => {
    await open(makeDog());
    for (const text of [
      "No breedings recorded",
      "No offspring recorded",
      "Siblings appear here once sire or dam is recorded",
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it("offers a retry if breedings cannot be loaded", async () => {
    fakeConvex.query(api.breedings.breedings.history, () => new Error("no"));
    await open(makeDog());
    expect(await screen.findByText("Failed to load breedings. Please try again.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  });
});

describe("the Health Records tab", () => {
  const record = {
    _id: "record1",
    recordType: "surgery",
    title: "Umbilical hernia",
    description: "Closed",
    dateRecorded: "2025-05-01",
    veterinarian: "Dr. Ruiz",
    vetClinic: "Elm Street Vets",
    diagnosis: "Hernia",
    treatment: null,
    medications: null,
    notes: null,
    followUpDate: "2025-05-15",
    costCents: 45050,
  };
  const dose = (changes: Record<string, unknown> = {}) => ({
    _id: "dose1",
    vaccineName: "Rabies",
    vaccineType: "Core",
    manufacturer: null,
    batchNumber: null,
    dateAdministered: "2022-06-05",
    expirationDate: null,
    nextDueDate: "2025-06-05",
    veterinarianName: null,
    veterinaryClinic: null,
    notes: null,
    isNewest: true,
    dueOn: "2025-06-05",
    ...changes,
  });
  const open = async (health: object) => {
    fakeConvex.query(api.health.dogHealth.list, () => health);
    const view = openDog(makeDog({ name: "Rex" }));
    await view.user.click(screen.getByRole("tab", { name: "Health Records" }));
    return view;
  };

  it("[GAP-DOG-06] [HLT-23] shows each record with its text", async () => {
    await open({ records: [record], immunizations: [] });
    const entry = screen.getByRole("article", { name: "Umbilical hernia" });
    for (const text of ["May 1, 2025", "Hernia", "Dr. Ruiz, Elm Street Vets", "May 15, 2025", "$450.50"]) {
      expect(within(entry).getByText(text)).toBeTruthy();
    }
    expect(within(entry).getByText("Surgery").dataset.variant).toBe("error");
    expect(within(entry).queryByText("Medications")).toBeNull();
    expect(screen.getByText("No immunizations found")).toBeTruthy();
  });

  it("[IMM-12] [IMM-13] [IMM-14] shows overdue vaccinations in red, with a warning", async () => {
    await open({ records: [], immunizations: [dose()] });
    const entry = screen.getByRole("article", { name: "Rabies, June 5, 2022" });
    expect(within(entry).getByText("Overdue by 10 day(s)").dataset.variant).toBe("error");
    expect(within(entry).getByText("Core").dataset.variant).toBe("primary");
    expect(
      within(entry).getByText("This vaccination is overdue! Please schedule a booster appointment."),
    ).toBeTruthy();
  });

  it("[IMM-14] [IMM-15] shows no warning on the due date itself", async () => {
    await open({ records: [], immunizations: [dose({ nextDueDate: "2025-06-15", dueOn: "2025-06-15" })] });
    expect(screen.getByText("Due in 0 day(s)").dataset.variant).toBe("warning");
    expect(screen.queryByText(/This vaccination is overdue/)).toBeNull();
  });

  it("[GAP-IMM-07] shows no due state for older doses of a vaccine, or for a dog that has left the kennel", async () => {
    const gone = dose({ _id: "dose2", vaccineName: "DHPP", dueOn: null });
    await open({ records: [], immunizations: [dose({ isNewest: false, dueOn: null }), gone] });
    expect(screen.queryByText(/Overdue/)).toBeNull();
  });

  it("[GAP-HLT-14] says that there are no records", async () => {
    await open({ records: [], immunizations: [] });
    expect(screen.getByText("No health records found")).toBeTruthy();
  });

  it("[HLT-24] offers a retry if health data cannot be loaded", async () => {
    fakeConvex.query(api.health.dogHealth.list, () => new Error("no"));
    const { user } = openDog(makeDog({ name: "Rex" }));
    fakeConvex.query(api.health.dogHealth.list, () => new Error("no"));
    await user.click(screen.getByRole("tab", { name: "Health Records" }));
    expect(await screen.findByText("Failed to load health data. Please try again.")).toBeTruthy();
  });
});
