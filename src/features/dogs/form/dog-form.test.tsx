/** The fields of the dog form. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  field,
  fillRequired,
  openAdd,
  openEdit,
  resetKennel,
  submitAdd,
  submitEdit,
} from "@/testing/dog-form";
import { api } from "@convex/_generated/api";
import { makeDog } from "@/testing/dogs";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(resetKennel);

describe("messages of the dog form", () => {
  it("[DOGF-01] [DOGF-02] [DOGF-07] require name and breed, show the banner and send nothing", async () => {
    const { user } = openAdd();
    await submitAdd(user);
    expect(screen.getByText("Name is required")).toBeTruthy();
    expect(screen.getByText("Dog breed is required")).toBeTruthy();
    expect(screen.getByText("Please correct the errors above before submitting.")).toBeTruthy();
    expect(field("Name").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field("Name"));
    expect(fakeConvex.callsOf(api.dogs.dogs.create)).toEqual([]);
  });

  it.each([
    ["anna@", "Invalid email address"],
    ["", null],
    ["anna@example.com", null],
  ])("[DOGF-04] follow the rule for the owner email '%s'", async (email, message) => {
    const { user } = openAdd();
    await fillRequired(user);
    if (email !== "") await user.type(field("Owner Email"), email);
    await submitAdd(user);
    expect(screen.queryByText("Invalid email address")?.textContent ?? null).toBe(message);
    expect(fakeConvex.callsOf(api.dogs.dogs.create)).toHaveLength(message ? 0 : 1);
  });

  it.each([
    ["DOGF-05", "Weight (lbs)", "0", "Weight must be positive"],
    ["DOGF-05", "Weight (lbs)", "-1", "Weight must be positive"],
    ["DOGF-05", "Weight (lbs)", "0.1", null],
    ["DOGF-06", "Height (inches)", "0", "Height must be positive"],
    ["DOGF-06", "Height (inches)", "22.5", null],
    ["DOGF-05", "Weight (lbs)", "", null],
  ])("[%s] follow the rule for %s '%s'", async (_id, label, value, message) => {
    const { user } = openAdd();
    await fillRequired(user);
    if (value !== "") await user.type(field(label), value);
    await submitAdd(user);
    expect(screen.queryByText(/must be positive/u)?.textContent ?? null).toBe(message);
    expect(fakeConvex.callsOf(api.dogs.dogs.create)).toHaveLength(message ? 0 : 1);
  });

  it("[DOGF-17] only the error of the edited field is cleared", async () => {
    const { user } = openAdd();
    await submitAdd(user);
    await user.type(field("Name"), "B");
    expect(screen.queryByText("Name is required")).toBeNull();
    expect(screen.getByText("Dog breed is required")).toBeTruthy();
  });

  it("[GAP-DOG-20] of the server are shown at their fields, and the text stays", async () => {
    fakeConvex.mutation(api.dogs.dogs.create, () => {
      throw coded("VALIDATION_FAILED", { fields: { registrationNumber: "Already the number of Rex" } });
    });
    const { user } = openAdd();
    await fillRequired(user);
    await user.type(field("Registration Number"), "AKC1");
    await submitAdd(user);
    expect(await screen.findByText("Already the number of Rex")).toBeTruthy();
    expect(field("Registration Number").value).toBe("AKC1");
    expect(screen.queryByText("Failed to save dog")).toBeNull();
  });
});

describe("refusals of the server", () => {
  it("are shown for fields that the form does not contain, and for switches", async () => {
    fakeConvex.mutation(api.dogs.dogs.create, () => {
      throw coded("VALIDATION_FAILED", {
        fields: { statusChangedOn: "Status date is odd", isBreedingDog: "Too young to breed" },
      });
    });
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    expect(await screen.findByText("Status date is odd")).toBeTruthy();
    expect(screen.getByText("Too young to breed")).toBeTruthy();
    expect(field("Name").value).toBe("Aria");
    await user.click(screen.getByRole("switch", { name: "This is a breeding dog" }));
    expect(screen.queryByText("Too young to breed")).toBeNull();
  });
});

describe("the dog form", () => {
  it("[DOGF-03] [DOGF-14] sends a freely typed breed and the defaults", async () => {
    const { user } = openAdd();
    await user.type(field("Name"), "Aria");
    await user.type(field("Breed"), "Azawakh");
    await submitAdd(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.create)[0]).toMatchObject({
      kennelId: "kennel1",
      name: "Aria",
      breed: "Azawakh",
      gender: "male",
      status: "active",
      isBreedingDog: false,
      breedingRights: "none",
      weight: null,
      sireId: null,
    });
  });

  it("[DOGF-03] [GAP-DOG-23] accepts a breed from the list by keyboard", async () => {
    const { user } = openAdd();
    expect(screen.getByText("Select or type a breed")).toBeTruthy();
    await user.type(field("Breed"), "poo{ArrowDown}{Enter}");
    expect(field("Breed").value).toBe("Poodle");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(fakeConvex.callsOf(api.dogs.dogs.create)).toEqual([]);
  });

  it.each([
    ["Beagle{Enter}", "Beagle"],
    ["BEAGLE{Enter}", "Beagle"],
    ["beag{Enter}", "Beagle"],
    ["beag{Tab}", "Beagle"],
    ["Azawakh{Tab}", "Azawakh"],
  ])("[GAP-DOG-23] for the typed text '%s', the breed is %s", async (keys, left) => {
    const { user } = openAdd();
    await user.type(field("Breed"), keys);
    expect(field("Breed").value).toBe(left);
    expect(screen.queryByText(/is a new breed/u) !== null).toBe(left === "Azawakh");
  });

  it("[GAP-DOG-23] accepts a text that is part of a known breed, if the user chooses that", async () => {
    const { user } = openAdd();
    await user.type(field("Breed"), "Poo");
    await user.click(screen.getByRole("option", { name: "Use “Poo” as typed" }));
    expect(field("Breed").value).toBe("Poo");
    expect(screen.getByText(/“Poo” is a new breed in your kennel/u)).toBeTruthy();
  });

  it("Escape closes the open list but not the dialog", async () => {
    const { user } = openAdd();
    await user.click(field("Breed"));
    expect(screen.getByRole("listbox")).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(screen.getByRole("dialog", { name: "Add New Dog" })).toBeTruthy();
  });

  it("[DOGF-08] [DOGF-09] has steps of 0.1 from 0 for weight in lbs and height in inches", () => {
    openAdd();
    for (const label of ["Weight (lbs)", "Height (inches)"]) {
      expect(field(label).getAttribute("min")).toBe("0");
      expect(field(label).getAttribute("step")).toBe("0.1");
    }
    field("Weight (lbs)").value = "10";
    field("Weight (lbs)").stepUp();
    expect(field("Weight (lbs)").value).toBe("10.1");
  });

  it("[DOGF-18] shows breeding rights only for a breeding dog", async () => {
    const { user } = openAdd();
    expect(screen.queryByRole("radiogroup", { name: "Breeding Rights" })).toBeNull();
    await user.click(screen.getByRole("switch", { name: "This is a breeding dog" }));
    const rights = screen.getByRole("radiogroup", { name: "Breeding Rights" });
    expect(
      within(rights)
        .getAllByRole("radio")
        .map((radio) => radio.getAttribute("value")),
    ).toEqual(["none", "limited", "full"]);
  });

  it("[GAP-DOG-22] saves no rights if the breeding switch was turned off again", async () => {
    const { user } = openAdd();
    await fillRequired(user);
    const breeding = screen.getByRole("switch", { name: "This is a breeding dog" });
    await user.click(breeding);
    await user.click(screen.getByRole("radio", { name: "Full" }));
    await user.click(breeding);
    await submitAdd(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.create)[0]).toMatchObject({
      isBreedingDog: false,
      breedingRights: "none",
    });
  });

  it("[DOGF-23] has three rows for notes", () => {
    openAdd();
    expect(screen.getByLabelText("Notes").getAttribute("rows")).toBe("3");
  });

  it("[GAP-DOG-24] formats a US phone number and does not change others", async () => {
    const { user } = openAdd();
    await user.type(field("Owner Phone"), "5551234567");
    expect(field("Owner Phone").value).toBe("(555) 123-4567");
    await user.clear(field("Owner Phone"));
    await user.type(field("Owner Phone"), "+44 20 7946 0958");
    expect(field("Owner Phone").value).toBe("+44 20 7946 0958");
  });

  it("[GAP-DOG-25] has the sections in the documents' order", () => {
    openAdd();
    expect(screen.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent)).toEqual([
      "Basic Information",
      "Physical Characteristics",
      "Breeding Information",
      "Parentage",
      "Current Owner Information",
      "Notes",
      // These sections are closed, and are not in the documents.
      "Origin",
      "Proof of Parents",
      "Record Book",
      "Other Registrations",
    ]);
  });

  it("keeps rarely used sections closed until the user opens them, and sends their values", async () => {
    const { user } = openAdd();
    await fillRequired(user);
    expect(screen.queryByLabelText("Tattoo")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Record Book" }));
    await user.type(field("Tattoo"), "KX 17");
    await user.click(screen.getByRole("button", { name: "Origin" }));
    await user.click(screen.getByRole("combobox", { name: "Acquired By" }));
    await user.click(screen.getByRole("option", { name: "Bred here" }));
    await submitAdd(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.create)[0]).toMatchObject({
      tattoo: "KX 17",
      acquiredHow: "bred_here",
    });
  });

  it("opens a rarely used section if one of its fields has a value; the user can close it", async () => {
    const { user } = await openEdit(makeDog({ name: "Rusty", breederName: "Olga Stern" }));
    expect(field("Breeder Name").value).toBe("Olga Stern");
    expect(screen.queryByLabelText("Tattoo")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Origin" }));
    expect(screen.queryByLabelText("Breeder Name")).toBeNull();
  });

  it("accepts further registrations one by one, and shows a refusal at the field of its entry", async () => {
    const { user } = openAdd();
    await fillRequired(user);
    await user.click(screen.getByRole("button", { name: "Other Registrations" }));
    const entry = (number: number) => within(screen.getByRole("group", { name: `Registration ${number}` }));
    await user.type(entry(2).getByLabelText(/^Registry/u), "FCI");
    await user.click(screen.getByRole("button", { name: "Add Registration" }));
    await user.type(entry(3).getByLabelText(/^Registry/u), "UKC");
    await user.type(entry(3).getByLabelText(/^Number/u), "P1");
    await submitAdd(user);
    expect(entry(2).getByText("Number is required")).toBeTruthy();
    expect(entry(3).queryByText("Number is required")).toBeNull();
    expect(document.activeElement).toBe(entry(2).getByLabelText(/^Number/u));
    await user.click(entry(2).getByRole("button", { name: "Remove Registration" }));
    await user.click(screen.getByRole("button", { name: "Add Registration" }));
    await submitAdd(user);
    const ukc = { registry: "UKC", number: "P1", kind: "full", since: null, notes: null };
    expect(fakeConvex.callsOf(api.dogs.dogs.create)).toMatchObject([{ otherRegistrations: [ukc] }]);
  });

  it("opens the further registrations of a dog, and sends only the changed ones", async () => {
    const fci = { registry: "FCI", number: "NHSB 1", kind: "limited", since: null, notes: null } as const;
    const { user } = await openEdit(makeDog({ name: "Nell", otherRegistrations: [fci] }));
    expect(field("Registry").value).toBe("FCI");
    await user.type(field("Call Name"), "Nelly");
    await submitEdit(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.update)[0]).not.toHaveProperty("otherRegistrations");
  });

  it("opens a closed section if one of its fields is refused", async () => {
    const message = "Day of acquisition cannot be before the birth";
    fakeConvex.mutation(api.dogs.dogs.update, () => {
      throw coded("VALIDATION_FAILED", { fields: { acquiredOn: message } });
    });
    const { user } = await openEdit(makeDog({ name: "Rusty", acquiredOn: "2019-01-01" }));
    await user.click(screen.getByRole("button", { name: "Origin" }));
    await user.type(field("Color"), "Tan");
    await submitEdit(user);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field("Acquired").getAttribute("aria-invalid")).toBe("true");
  });

  it("asks for the chip's database and date once there is a chip", async () => {
    const { user } = openAdd();
    expect(screen.queryByLabelText("Chip Database")).toBeNull();
    await user.type(field("Microchip Number"), "985113001234567");
    expect(field("Chip Database").value).toBe("");
    expect(field("Chipped On").type).toBe("date");
  });

  it("asks for the cause of death of a deceased dog only", async () => {
    const { user } = await openEdit(makeDog({ name: "Rusty", gender: "male" }));
    expect(screen.queryByRole("combobox", { name: "Cause of Death" })).toBeNull();
    await user.click(screen.getByRole("combobox", { name: "Status" }));
    await user.click(screen.getByRole("option", { name: "Deceased" }));
    expect(screen.getByRole("combobox", { name: "Cause of Death" }).textContent).toBe("Not recorded");
    expect(screen.getByLabelText("Cause of Death, Details").tagName).toBe("TEXTAREA");
  });

  it("[GAP-DOG-04] offers the status with its date only for an existing dog", async () => {
    const rex = makeDog({ name: "Rusty", gender: "male" });
    const { user } = await openEdit(rex);
    await user.click(screen.getByRole("combobox", { name: "Status" }));
    await user.click(screen.getByRole("option", { name: "Sold" }));
    expect(field("Sold on").value).not.toBe("");
    await submitEdit(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.update)[0]).toMatchObject({ dogId: rex._id, status: "sold" });
  });

  it("[GAP-DOG-05] asks before a dog is recorded as deceased", async () => {
    const { user } = await openEdit(makeDog({ name: "Rusty", gender: "male" }));
    await user.click(screen.getByRole("combobox", { name: "Status" }));
    await user.click(screen.getByRole("option", { name: "Deceased" }));
    await submitEdit(user);
    const question = await screen.findByRole("alertdialog", { name: "Record Rusty as deceased?" });
    expect(fakeConvex.callsOf(api.dogs.dogs.update)).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Mark as Deceased" }));
    expect(fakeConvex.callsOf(api.dogs.dogs.update)[0]).toMatchObject({ status: "deceased" });
  });

  it("[GAP-DOG-04] has no status field for a new dog", () => {
    openAdd();
    expect(screen.queryByRole("combobox", { name: "Status" })).toBeNull();
  });
});
