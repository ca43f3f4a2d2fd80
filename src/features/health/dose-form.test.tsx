/** The form of doses. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HealthDialogs } from "@/features/health/health-screen";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { makeBooking, makeDose, makeLitter, type Dose } from "@/testing/doses";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makePage } from "@/testing/pages";
import { bella, openHealth, resetHealth, showDoses, type User } from "@/testing/health-screen";
import { dialog, field, setField } from "@/testing/open-dialog";
import { MAX_BATCH_PATIENTS } from "@domain/vaccinations/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const rex = makeDog({ _id: "rex" as never, name: "Rex" });

// The tabs are loaded in advance, because their loading time is not part of the test.
beforeAll(async () => {
  await import("@/features/vaccinations/immunizations-part");
});

beforeAll(HealthDialogs.fetch);
beforeEach(() => {
  resetHealth(bella, rex);
  showDoses();
  fakeConvex.query(api.vaccinations.immunizations.editsSince, () => []);
  fakeConvex.query(api.health.veterinaryRecords.clinics, () => ["Hill Clinic"]);
  fakeConvex.query(api.dogs.dogs.list, (args) =>
    makeDogPage(args.search === "zzz" ? [] : [bella, rex], args),
  );
  fakeConvex.query(api.litters.litters.list, (args) => makePage([makeLitter(8)], args));
  fakeConvex.query(api.vaccinations.immunizations.births, ({ dogIds, puppyIds }) =>
    [...(dogIds as string[]), ...(puppyIds as string[])].map(() => ({ bornOn: null })),
  );
  fakeConvex.mutation(api.vaccinations.immunizations.create, (args) => makeDose(args));
  fakeConvex.mutation(api.vaccinations.immunizations.createBatch, () => []);
  fakeConvex.mutation(api.vaccinations.immunizations.update, () => ({}));
});

const open = (search: string) => openHealth(`/immunizations${search}`);
async function pickVaccine(user: User, name: string): Promise<void> {
  await user.click(field("Vaccine"));
  await user.click(await screen.findByRole("option", { name: new RegExp(`^${name},`, "u") }));
}
const save = async (user: User) =>
  await user.click(
    dialog().getByRole("button", { name: /^(Add Immunization|Update Immunization|Save for)/u }),
  );

describe("the form of a new dose", () => {
  it("[IMM-01] [IMM-02] [IMM-03] [IMM-04] shows what is missing at each field, and sends nothing", async () => {
    const { user } = open("?dose=new");
    setField("Date Administered", "");
    await save(user);
    for (const [label, message] of [
      ["Dog", "Please select a dog."],
      ["Vaccine", "Please enter a vaccine name."],
      ["Vaccine Type", "Please enter a vaccine type."],
      ["Date Administered", "Please select the date administered."],
    ] as const) {
      const message_ = await screen.findByText(message);
      expect(field(label).getAttribute("aria-describedby")).toContain(message_.id);
    }
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.create)).toEqual([]);
  });

  it.each([
    ["IMM-10", "DHPP", "Core"],
    ["IMM-10", "Rabies", "Core"],
    ["IMM-11", "Bordetella", "Non-Core"],
    ["IMM-11", "Lyme Disease", "Non-Core"],
    ["IMM-11", "Canine Influenza", "Non-Core"],
    ["IMM-11", "Leptospirosis", "Non-Core"],
    ["IMM-11", "Coronavirus", "Non-Core"],
    ["IMM-11", "Giardia", "Non-Core"],
  ])("[IMM-09] [%s] fills in the type when %s is chosen: %s", async (_rule, name, type) => {
    const { user } = open("?dose=new");
    await pickVaccine(user, name);
    expect([field("Vaccine").value, field("Vaccine Type").value]).toEqual([name, type]);
  });

  it("[IMM-08] calculates the next due date while the switch is on; otherwise the breeder enters the date", async () => {
    const { user } = open("?dose=new&for=bella&vaccine=Rabies");
    const toggle = dialog().getByRole("switch", { name: "Calculate the next due date automatically" });
    expect(toggle.getAttribute("aria-checked")).toBe("true");
    expect([field("Next Due Date").disabled, field("Next Due Date").value]).toEqual([true, "2028-06-15"]);
    setField("Date Administered", "2024-02-29");
    expect(field("Next Due Date").value).toBe("2027-02-28");
    await user.click(toggle);
    expect([field("Next Due Date").disabled, field("Next Due Date").value]).toEqual([false, "2027-02-28"]);
    setField("Next Due Date", "2025-02-28");
    setField("Date Administered", "2024-03-01");
    expect(field("Next Due Date").value).toBe("2025-02-28");
    await save(user);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.create)).toMatchObject([
      { dateAdministered: "2024-03-01", nextDueDate: "2025-02-28" },
    ]);
  });

  it("[GAP-IMM-02] says how the date is calculated, and that a first booster is usually given after a year", async () => {
    open("?dose=new&vaccine=DHPP");
    expect(
      await screen.findByText(
        "3 years after the dose, for a dog of 16 weeks or older. Many places require a first booster after 1 year. Turn this off to set it yourself.",
      ),
    ).toBeTruthy();
  });

  it("[IMM-05] [GAP-IMM-02] says that the age is unknown for a dog without a birth date, and uses three years", async () => {
    open("?dose=new&for=bella&vaccine=Rabies");
    expect(
      await screen.findByText(
        /^3 years after the dose, as the dog's birth date is not known\. A dose given before 16 weeks of age is repeated sooner\./u,
      ),
    ).toBeTruthy();
    expect(field("Next Due Date").value).toBe("2028-06-15");
  });

  it("[GAP-IMM-02] uses the puppy schedule for a dose before 16 weeks of age", async () => {
    fakeConvex.query(api.vaccinations.immunizations.births, () => [{ bornOn: "2025-05-04" }]);
    const { user } = open("?dose=new&for=bella&vaccine=DA2PP");
    expect(field("Next Due Date").value).toBe("2025-07-06");
    expect(
      screen.getByText(/^The next dose of the puppy schedule \(week 9\), because .* before 16 weeks/u),
    ).toBeTruthy();
    await user.type(field("Vaccine Type"), "Core");
    await save(user);
    // The calculated date is not sent, because the server calculates it by the same rule.
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.create)).toMatchObject([
      { vaccineName: "DA2PP" },
    ]);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.create)[0]?.nextDueDate).toBeUndefined();
  });

  it("[GAP-IMM-04] sends vial, vet and expiration date, and says that the dose is saved", async () => {
    const { user } = open("?dose=new");
    await user.click(field("Dog"));
    await user.click(await screen.findByRole("option", { name: /^Bella,/u }));
    await pickVaccine(user, "Bordetella");
    await user.type(field("Manufacturer"), "Zoetis");
    await user.type(field("Batch Number"), "B-7");
    await user.type(field("Veterinarian"), "Dr. Ito");
    await user.click(field("Clinic"));
    await user.click(await screen.findByRole("option", { name: "Hill Clinic" }));
    setField("Expiration Date", "2026-08-01");
    await user.type(dialog().getByLabelText("Notes"), "Calm");
    await save(user);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.create)).toEqual([
      {
        dogId: "bella",
        vaccineName: "Bordetella",
        vaccineType: "Non-Core",
        dateAdministered: "2025-06-15",
        nextDueDate: undefined,
        expirationDate: "2026-08-01",
        manufacturer: "Zoetis",
        batchNumber: "B-7",
        veterinarianName: "Dr. Ito",
        veterinaryClinic: "Hill Clinic",
        notes: "Calm",
        today: "2025-06-15",
      },
    ]);
    expect(await screen.findByText("Immunization saved")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("[IMM-18] shows the server's message, otherwise the documented message, and keeps the typed values", async () => {
    fakeConvex.mutation(api.vaccinations.immunizations.create, () => {
      throw new Error("down");
    });
    const { user } = open("?dose=new&for=bella&vaccine=Rabies");
    await user.type(field("Batch Number"), "B-7");
    await save(user);
    expect(await screen.findByText("Failed to save immunization. Please try again.")).toBeTruthy();
    expect(field("Batch Number").value).toBe("B-7");
    fakeConvex.mutation(api.vaccinations.immunizations.create, () => {
      throw coded("FORBIDDEN");
    });
    await save(user);
    expect(await screen.findByText("You do not have permission to do this.")).toBeTruthy();
  });

  it("shows the server's messages at their fields", async () => {
    fakeConvex.mutation(api.vaccinations.immunizations.create, () => {
      throw coded("VALIDATION_FAILED", {
        fields: { dateAdministered: "Date administered cannot be in the future" },
      });
    });
    const { user } = open("?dose=new&for=bella&vaccine=Rabies");
    await save(user);
    const message = await screen.findByText("Date administered cannot be in the future");
    expect(field("Date Administered").getAttribute("aria-describedby")).toContain(message.id);
  });

  it("asks before it discards typed text, and offers the text again after the session ended", async () => {
    const { user } = open("?dose=new&for=bella");
    await user.type(field("Batch Number"), "B-7");
    await user.click(dialog().getByRole("button", { name: "Close" }));
    expect(await screen.findByRole("alertdialog", { name: "Discard what you typed?" })).toBeTruthy();
  });

  it.each([
    ["?dose=new&for=bella&vaccine=Rabies"],
    ["?dose=new"],
    ["?batch=new"],
    ["?batch=new&for=dog%3Abella+dog%3Arex&vaccine=Rabies"],
  ])("%s asks before Escape discards a veterinarian, the only typed text", async (address) => {
    const { user } = open(address);
    await user.type(field("Veterinarian"), "Dr. Ito");
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("alertdialog", { name: "Discard what you typed?" })).toBeTruthy();
  });
});

describe("the next new dose of the day", () => {
  const VIAL = ["Manufacturer", "Batch Number"];
  const VET = ["Veterinarian", "Clinic"];
  const valuesOf = (names: readonly string[]) => names.map((name) => field(name).value);
  /** Each opening is another form of the same page. */
  const recordRabies = async () => {
    const { user, unmount } = open("?dose=new&for=bella&vaccine=Rabies");
    setField("Manufacturer", "Zoetis");
    setField("Batch Number", "B-7");
    setField("Veterinarian", "Dr. Ito");
    setField("Clinic", "Hill Clinic");
    await save(user);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    unmount();
  };

  it("begins with the veterinarian, and with the vial if the vaccine is the same, and is not changed yet", async () => {
    await recordRabies();
    const { user, router } = open("?dose=new&for=rex&vaccine=Rabies");
    expect(valuesOf([...VET, ...VIAL])).toEqual(["Dr. Ito", "Hill Clinic", "Zoetis", "B-7"]);
    await user.click(dialog().getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await router.navigate("/dashboard/health/immunizations?dose=new&for=rex&vaccine=DHPP");
    await screen.findByRole("dialog");
    expect(valuesOf([...VET, ...VIAL])).toEqual(["Dr. Ito", "Hill Clinic", "", ""]);
  });

  it("takes the vial of the vaccine that is chosen, and keeps typed and cleared values", async () => {
    await recordRabies();
    const { user } = open("?dose=new&for=rex");
    expect(valuesOf(VIAL)).toEqual(["", ""]);
    await pickVaccine(user, "Rabies");
    expect(valuesOf(VIAL)).toEqual(["Zoetis", "B-7"]);
    setField("Manufacturer", "Merck");
    await user.clear(field("Vaccine"));
    await pickVaccine(user, "DHPP");
    expect(valuesOf(VIAL)).toEqual(["Merck", ""]);
    setField("Veterinarian", "");
    await save(user);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.create)[1]).toMatchObject({
      ...{ manufacturer: "Merck", veterinarianName: null, veterinaryClinic: "Hill Clinic" },
    });
  });

  it("never changes a recorded dose", async () => {
    await recordRabies();
    const dose = makeDose();
    showDoses(dose);
    open(`?dose=${dose._id}`);
    expect(valuesOf([...VET, ...VIAL])).toEqual(["", "", "", ""]);
  });

  it("keeps the veterinarian of a booking, whose clinic is not known", async () => {
    await recordRabies();
    const bookings = [
      makeBooking({ vaccineName: "Rabies" }),
      makeBooking({ vaccineName: "Rabies", veterinarianName: "Dr. Lund" }),
    ];
    fakeConvex.query(api.vaccinations.vaccinationSchedule.get, ({ scheduledVaccinationId }) =>
      bookings.find(({ _id }) => _id === scheduledVaccinationId),
    );
    const { unmount } = open(`?give=${bookings[0]?._id}`);
    expect(valuesOf([...VET, ...VIAL])).toEqual(["Dr. Ito", "Hill Clinic", "Zoetis", "B-7"]);
    unmount();
    open(`?give=${bookings[1]?._id}`);
    expect(valuesOf([...VET, ...VIAL])).toEqual(["Dr. Lund", "", "Zoetis", "B-7"]);
  });
});

describe("a dose for several patients", () => {
  const dogs = () => within(dialog().getByRole("group", { name: "Dogs" }));

  it("can be recorded for a litter of eight with one vaccine, one tick and one Save", async () => {
    const { user } = open("?batch=new");
    expect(screen.getByRole("dialog", { name: "Vaccinate Several Dogs" })).toBeTruthy();
    await pickVaccine(user, "Rabies");
    await user.click(await dogs().findByRole("checkbox", { name: /^Whole litter Rex × Bella, 8 puppies$/u }));
    expect(dogs().getByText("8 chosen")).toBeTruthy();
    await user.click(dialog().getByRole("button", { name: "Save for 8 Dogs" }));
    const [call] = fakeConvex.callsOf(api.vaccinations.immunizations.createBatch);
    expect(call).toMatchObject({
      kennelId: "kennel1",
      vaccineName: "Rabies",
      dogIds: [],
      today: "2025-06-15",
    });
    expect(call?.puppyIds).toHaveLength(8);
    expect(call?.nextDueDate).toBeUndefined();
    expect(await screen.findByText("Immunizations saved")).toBeTruthy();
  });

  it("[GAP-IMM-02] says how many patients have each next due date if their ages differ", async () => {
    const born: Record<string, string> = { bella: "2020-01-01", rex: "2025-05-04" };
    fakeConvex.query(api.vaccinations.immunizations.births, ({ dogIds }) =>
      (dogIds as string[]).map((dogId) => ({ bornOn: born[dogId] ?? null })),
    );
    const { user } = open("?batch=new&vaccine=DHPP");
    await user.click(await dogs().findByRole("checkbox", { name: /^Bella,/u }));
    await user.click(dogs().getByRole("checkbox", { name: /^Rex,/u }));
    expect(field("Next Due Date").value).toBe("");
    expect(screen.getByText(/^By each dog's age: July 6, 2025 for 1; June 15, 2028 for 1\./u)).toBeTruthy();
  });

  it("can include single dogs, which can be removed again", async () => {
    const { user } = open("?batch=new&vaccine=Rabies");
    await user.click(await dogs().findByRole("checkbox", { name: /^Bella,/u }));
    await user.click(dogs().getByRole("checkbox", { name: /^Rex,/u }));
    await user.click(dogs().getByRole("checkbox", { name: /^Whole litter/u }));
    await user.click(dogs().getByRole("button", { name: "Remove Rex" }));
    await user.click(dogs().getByRole("button", { name: "Puppies of Rex × Bella" }));
    await user.click(dogs().getByRole("checkbox", { name: /^Puppy 8,/u }));
    expect(dogs().getByText("8 chosen")).toBeTruthy();
    const litter = dogs().getByRole<HTMLInputElement>("checkbox", { name: /^Whole litter/u });
    expect(litter.indeterminate).toBe(true);
    await save(user);
    const [call] = fakeConvex.callsOf(api.vaccinations.immunizations.createBatch);
    expect(call?.dogIds).toEqual(["bella"]);
    expect(call?.puppyIds).toHaveLength(7);
  });

  it("says if more patients are due than can be recorded at once", async () => {
    const patients = Array.from({ length: MAX_BATCH_PATIENTS + 1 }, (_, index) => ({
      ...{ dogId: `dog${index}`, puppyId: null, puppy: null, dueOn: "2025-02-15" },
      dog: { _id: `dog${index}`, name: `Dog ${index}`, callName: null },
    }));
    fakeConvex.query(api.vaccinations.immunizations.dueFor, () => patients);
    const { user } = open("?batch=new&vaccine=Rabies");
    await user.click(await screen.findByRole("button", { name: `First ${MAX_BATCH_PATIENTS} Due` }));
    expect(dogs().getByText(`${MAX_BATCH_PATIENTS} chosen`)).toBeTruthy();
  });

  it("lists first who is due for the vaccine, and chooses all of them with one press", async () => {
    const { dog: bellaDog } = makeDose();
    fakeConvex.query(api.vaccinations.immunizations.dueFor, ({ vaccineName }) =>
      vaccineName === "Rabies"
        ? [
            {
              dogId: "rex",
              puppyId: null,
              dog: { _id: "rex", name: "Rex", callName: null },
              puppy: null,
              dueOn: "2025-02-15",
            },
            { dogId: "bella", puppyId: null, dog: bellaDog, puppy: null, dueOn: "2025-07-02" },
          ]
        : [],
    );
    const { user } = open("?batch=new");
    await dogs().findByRole("checkbox", { name: /^Rex,/u });
    expect(dogs().queryByRole("button", { name: /Due$/u })).toBeNull();
    await pickVaccine(user, "Rabies");
    const due = within(await dogs().findByRole("list", { name: "Due" }));
    expect(due.getAllByRole("checkbox").map((box) => box.getAttribute("aria-label"))).toEqual([
      "Rex, 120 days overdue",
      "Bella, Due Jul 2",
    ]);
    // Each dog is listed once.
    expect(dogs().getAllByRole("checkbox", { name: /^(Bella|Rex),/u })).toHaveLength(2);
    await user.click(dogs().getByRole("button", { name: "All 2 Due" }));
    await save(user);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.createBatch)).toMatchObject([
      { dogIds: ["rex", "bella"] },
    ]);
  });

  it("keeps the chosen patients while the search changes", async () => {
    const { user } = open("?batch=new&vaccine=Rabies");
    await user.click(await dogs().findByRole("checkbox", { name: /^Bella,/u }));
    await user.type(dogs().getByRole("searchbox"), "zzz");
    expect(await dogs().findByText("No dog found")).toBeTruthy();
    expect(within(dogs().getByRole("list", { name: "Chosen" })).getByText("Bella")).toBeTruthy();
  });

  it("shows at a dog why nothing was saved, and can save the others without that dog", async () => {
    fakeConvex.mutation(api.vaccinations.immunizations.createBatch, ({ dogIds }) => {
      if (!(dogIds as string[]).includes("rex")) return [];
      throw coded("VALIDATION_FAILED", {
        fields: { "dogIds.rex": "Date administered cannot be before the birth" },
      });
    });
    const { user } = open("?batch=new&vaccine=Rabies");
    await user.click(await dogs().findByRole("checkbox", { name: /^Bella,/u }));
    await user.click(dogs().getByRole("checkbox", { name: /^Rex,/u }));
    await user.click(await dogs().findByRole("checkbox", { name: /^Whole litter/u }));
    await save(user);
    expect(
      await screen.findByText("Nothing was saved. Check the dogs with a message, or remove them."),
    ).toBeTruthy();
    const chosen = within(dogs().getByRole("list", { name: "Chosen" }));
    const [first] = chosen.getAllByRole("listitem");
    expect(first?.textContent).toBe("RexDate administered cannot be before the birth");
    await user.click(chosen.getByRole("button", { name: "Remove Rex" }));
    await save(user);
    expect(await screen.findByText("Immunizations saved")).toBeTruthy();
  });

  it("starts from the form for one dog, which stays chosen", async () => {
    const { user } = open("?dose=new&for=bella&vaccine=Rabies");
    await user.click(dialog().getByRole("button", { name: "Several dogs or a whole litter" }));
    expect(dogs().getByText("1 chosen")).toBeTruthy();
    await user.click(await dogs().findByRole("checkbox", { name: /^Rex,/u }));
    await save(user);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.createBatch)).toMatchObject([
      { dogIds: ["bella", "rex"] },
    ]);
  });
});

describe("the form of an existing dose", () => {
  const begin = (dose: Dose) => {
    showDoses(dose);
    return open(`?dose=${dose._id}`);
  };

  it("sends only the changed fields", async () => {
    const dose = makeDose({ updatedAt: 7, nextDueDate: "2028-06-01" });
    const { user } = begin(dose);
    await user.type(field("Batch Number"), "B-7");
    await save(user);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.update)).toEqual([
      { immunizationId: dose._id, today: "2025-06-15", expectedUpdatedAt: 7, batchNumber: "B-7" },
    ]);
  });

  it("shows a typed next due date with the switch off", () => {
    begin(makeDose({ nextDueDate: "2026-06-01", isDueAutomatic: false }));
    expect([field("Next Due Date").disabled, field("Next Due Date").value]).toEqual([false, "2026-06-01"]);
  });

  it("calculates the next due date again once the switch is on", async () => {
    const dose = makeDose({ nextDueDate: "2026-06-01", isDueAutomatic: false, updatedAt: 7 });
    const { user } = begin(dose);
    await user.click(dialog().getByRole("switch"));
    expect(field("Next Due Date").value).toBe("2028-06-01");
    await save(user);
    expect(fakeConvex.callsOf(api.vaccinations.immunizations.update)).toMatchObject([
      { isDueAutomatic: true },
    ]);
  });

  it("[GAP-API-11] merges another user's changes, and asks which value to keep if both changed a field", async () => {
    const dose = makeDose({ notes: "Old" });
    fakeConvex.query(api.vaccinations.immunizations.editsSince, () => [
      { savedAt: 2, fields: ["notes", "batchNumber"], name: "Tom", isSelf: false },
    ]);
    const { user } = begin(dose);
    const notes = dialog().getByLabelText("Notes");
    await user.clear(notes);
    await user.type(notes, "Mine");
    act(() => showDoses({ ...dose, notes: "Theirs", batchNumber: "B-9", updatedAt: 2 }));
    await waitFor(() => expect(field("Batch Number").value).toBe("B-9"));
    expect(screen.getByText(/Tom changed Batch Number in the meantime/u)).toBeTruthy();
    await save(user);
    const choice = within(screen.getByRole("dialog", { name: "Two Versions of Rabies of Bella" }));
    await user.click(choice.getByRole("radio", { name: /^Both/u }));
    await user.click(choice.getByRole("button", { name: "Save Chosen" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.vaccinations.immunizations.update)).toMatchObject([
        { expectedUpdatedAt: 2, notes: "Theirs\n\nMine" },
      ]),
    );
  });

  it("says that somebody else deleted the dose, or that it never existed", async () => {
    begin(makeDose());
    act(() => showDoses());
    expect(await screen.findByText(/Somebody else deleted this immunization record/u)).toBeTruthy();
  });
});
