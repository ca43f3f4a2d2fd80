/** The dog form as a breeder fills it in: fields, defaults, messages, saving, conflicts. */
import "@/testing/dom";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DogsPage } from "@/features/dogs/dogs-page";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOGS = "/dashboard/dogs";
const PARENTS = [
  makeDog({ name: "Rex of Oak", callName: "Rex", gender: "male", breed: "Beagle" }),
  makeDog({ name: "Bella", callName: "Bella", gender: "female", breed: "Poodle" }),
];

function showDogs(dogs: ReturnType<typeof makeDog>[]) {
  fakeConvex.query("dogs:list", (args) => makeDogPage(dogs, args));
  fakeConvex.query("dogs:get", ({ dogId }) => dogs.find((dog) => dog._id === dogId) ?? null);
  fakeConvex.query("dogs:searchParents", ({ gender, search, excludeDogId }) =>
    dogs.filter(
      (dog) =>
        dog.gender === gender &&
        dog._id !== excludeDogId &&
        dog.name.toLowerCase().includes(String(search ?? "")),
    ),
  );
}

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query("dogs:breeds", () => ["Beagle", "Poodle"]);
  fakeConvex.mutation("dogs:create", () => ({ warnings: [] }));
  fakeConvex.mutation("dogs:update", () => ({ warnings: [] }));
  showDogs(PARENTS);
});

const openAdd = () => renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?add=1` });

async function openEdit(dog: ReturnType<typeof makeDog>) {
  showDogs([dog, ...PARENTS]);
  const view = renderScreen(<DogsPage />, { path: DOGS });
  await startEditing(view.user, dog.name);
  return view;
}

async function startEditing(user: UserEvent, name: string) {
  await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
}

/** A field by its label; a star after the label marks a required one. */
function field(label: string): HTMLInputElement {
  const found = screen.getByLabelText(new RegExp(`^${label.replace(/[()]/gu, "\\$&")}( \\*)?$`, "u"));
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`${label} is not an input`);
}

const submitAdd = (user: UserEvent) =>
  user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add Dog" }));
const submitEdit = (user: UserEvent) => user.click(screen.getByRole("button", { name: "Update Dog" }));

async function fillRequired(user: UserEvent) {
  await user.type(field("Name"), "Aria");
  await user.type(field("Breed"), "Beagle");
}

describe("messages", () => {
  it("[DOGF-01] [DOGF-02] [DOGF-07] asks for name and breed, shows the banner and sends nothing", async () => {
    const { user } = openAdd();
    await submitAdd(user);
    expect(screen.getByText("Name is required")).toBeTruthy();
    expect(screen.getByText("Dog breed is required")).toBeTruthy();
    expect(screen.getByText("Please correct the errors above before submitting.")).toBeTruthy();
    expect(field("Name").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field("Name"));
    expect(fakeConvex.callsOf("dogs:create")).toEqual([]);
  });

  it.each([
    ["anna@", "Invalid email address"],
    ["", null],
    ["anna@example.com", null],
  ])("[DOGF-04] judges the owner email '%s'", async (email, message) => {
    const { user } = openAdd();
    await fillRequired(user);
    if (email !== "") await user.type(field("Owner Email"), email);
    await submitAdd(user);
    expect(screen.queryByText("Invalid email address")?.textContent ?? null).toBe(message);
    expect(fakeConvex.callsOf("dogs:create")).toHaveLength(message ? 0 : 1);
  });

  it.each([
    ["DOGF-05", "Weight (lbs)", "0", "Weight must be positive"],
    ["DOGF-05", "Weight (lbs)", "-1", "Weight must be positive"],
    ["DOGF-05", "Weight (lbs)", "0.1", null],
    ["DOGF-06", "Height (inches)", "0", "Height must be positive"],
    ["DOGF-06", "Height (inches)", "22.5", null],
    ["DOGF-05", "Weight (lbs)", "", null],
  ])("[%s] judges %s '%s'", async (_id, label, value, message) => {
    const { user } = openAdd();
    await fillRequired(user);
    if (value !== "") await user.type(field(label), value);
    await submitAdd(user);
    expect(screen.queryByText(/must be positive/u)?.textContent ?? null).toBe(message);
    expect(fakeConvex.callsOf("dogs:create")).toHaveLength(message ? 0 : 1);
  });

  it("[DOGF-17] clears the error of the field being edited and no other", async () => {
    const { user } = openAdd();
    await submitAdd(user);
    await user.type(field("Name"), "B");
    expect(screen.queryByText("Name is required")).toBeNull();
    expect(screen.getByText("Dog breed is required")).toBeTruthy();
  });

  it("[GAP-DOG-20] puts the server's messages at their fields and keeps the text", async () => {
    fakeConvex.mutation("dogs:create", () => {
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

describe("fields", () => {
  it("[DOGF-03] [DOGF-14] sends a freely typed breed and the defaults", async () => {
    const { user } = openAdd();
    await user.type(field("Name"), "Aria");
    await user.type(field("Breed"), "Azawakh");
    await submitAdd(user);
    expect(fakeConvex.callsOf("dogs:create")[0]).toMatchObject({
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

  it("[DOGF-03] [GAP-DOG-23] takes a breed from the list by keyboard", async () => {
    const { user } = openAdd();
    expect(screen.getByText("Select or type a breed")).toBeTruthy();
    await user.type(field("Breed"), "poo{ArrowDown}{Enter}");
    expect(field("Breed").value).toBe("Poodle");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(fakeConvex.callsOf("dogs:create")).toEqual([]);
  });

  it("Escape closes the open list and not the dialog", async () => {
    const { user } = openAdd();
    await user.click(field("Breed"));
    expect(screen.getByRole("listbox")).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(screen.getByRole("dialog", { name: "Add New Dog" })).toBeTruthy();
  });

  it("[DOGF-08] [DOGF-09] steps weight in lbs and height in inches by 0.1 from 0", () => {
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

  it("[GAP-DOG-22] saves no rights when the switch was turned off again", async () => {
    const { user } = openAdd();
    await fillRequired(user);
    const breeding = screen.getByRole("switch", { name: "This is a breeding dog" });
    await user.click(breeding);
    await user.click(screen.getByRole("radio", { name: "Full" }));
    await user.click(breeding);
    await submitAdd(user);
    expect(fakeConvex.callsOf("dogs:create")[0]).toMatchObject({
      isBreedingDog: false,
      breedingRights: "none",
    });
  });

  it("[DOGF-23] gives notes three rows", () => {
    openAdd();
    expect(screen.getByLabelText("Notes").getAttribute("rows")).toBe("3");
  });

  it("[GAP-DOG-24] formats a US phone number and leaves others alone", async () => {
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
    ]);
  });

  it("[GAP-DOG-04] offers the status only for a recorded dog, with its date", async () => {
    const rex = makeDog({ name: "Rusty", gender: "male" });
    const { user } = await openEdit(rex);
    await user.click(screen.getByRole("combobox", { name: "Status" }));
    await user.click(screen.getByRole("option", { name: "Sold" }));
    expect(field("Sold on").value).not.toBe("");
    await submitEdit(user);
    expect(fakeConvex.callsOf("dogs:update")[0]).toMatchObject({ dogId: rex._id, status: "sold" });
  });

  it("[GAP-DOG-04] has no status field for a new dog", () => {
    openAdd();
    expect(screen.queryByRole("combobox", { name: "Status" })).toBeNull();
  });
});

describe("parents", () => {
  const optionsOf = () => screen.getAllByRole("option").map((option) => option.getAttribute("aria-label"));

  it("[DOGF-10] [DOGF-13] offers males as sire, with name, call name and breed", async () => {
    const { user } = openAdd();
    await user.click(field("Sire"));
    expect(optionsOf()).toEqual(["Rex of Oak, Rex, Beagle", "Add external ancestor"]);
  });

  it("[DOGF-11] offers females as dam", async () => {
    const { user } = openAdd();
    await user.click(field("Dam"));
    expect(optionsOf()).toEqual(["Bella, Poodle", "Add external ancestor"]);
  });

  it("[DOGF-12] leaves the dog being edited out of its own parents", async () => {
    const { user } = await openEdit(makeDog({ name: "Rusty", gender: "male" }));
    await user.click(field("Sire"));
    expect(optionsOf()).toEqual(["Rex of Oak, Rex, Beagle", "Add external ancestor"]);
  });

  it("[GAP-DOG-27] searches on the server as the breeder types, and sends the choice", async () => {
    const { user } = openAdd();
    await fillRequired(user);
    await user.type(field("Sire"), "rex");
    await waitFor(() =>
      expect(fakeConvex.subscriptionsOf("dogs:searchParents").at(-1)).toEqual({
        kennelId: "kennel1",
        gender: "male",
        search: "rex",
      }),
    );
    await user.click(screen.getByRole("option", { name: /Rex of Oak/u }));
    expect(field("Sire").value).toBe("Rex of Oak");
    await submitAdd(user);
    expect(fakeConvex.callsOf("dogs:create")[0]).toMatchObject({ sireId: PARENTS[0]?._id });
  });

  it("goes back to the chosen parent when the typed text chose none", async () => {
    const { user } = openAdd();
    await user.click(field("Dam"));
    await user.click(screen.getByRole("option", { name: /Bella/u }));
    await user.type(field("Dam"), "xyz");
    await user.click(field("Name"));
    expect(field("Dam").value).toBe("Bella");
    await user.click(screen.getByRole("button", { name: "Clear dam" }));
    expect(field("Dam").value).toBe("");
  });

  it("[GAP-DOG-17] records an ancestor from outside and takes it as the parent", async () => {
    fakeConvex.mutation("dogs:createExternal", ({ name }) => ({ ...PARENTS[0], _id: "ext1", name }));
    const { user } = openAdd();
    await fillRequired(user);
    await user.type(field("Sire"), "Old Champion");
    await user.click(screen.getByRole("option", { name: "Add external ancestor" }));
    const dialog = screen.getByRole("dialog", { name: "Add external ancestor" });
    await user.click(within(dialog).getByRole("button", { name: "Add Ancestor" }));
    expect(fakeConvex.callsOf("dogs:createExternal")[0]).toMatchObject({
      kennelId: "kennel1",
      name: "Old Champion",
      breed: "Beagle",
      gender: "male",
    });
    await waitFor(() => expect(field("Sire").value).toBe("Old Champion"));
    await submitAdd(user);
    expect(fakeConvex.callsOf("dogs:create")[0]).toMatchObject({ sireId: "ext1" });
  });

  it("[GAP-DOG-15] keeps a parent known by name only until another is chosen", async () => {
    const rusty = makeDog({ name: "Rusty", sireName: "Old Duke" });
    const { user } = await openEdit(rusty);
    expect(field("Sire").value).toBe("Old Duke");
    await user.click(field("Sire"));
    await user.click(screen.getByRole("option", { name: /Rex of Oak/u }));
    await submitEdit(user);
    expect(fakeConvex.callsOf("dogs:update")[0]).toMatchObject({ sireId: PARENTS[0]?._id, sireName: null });
  });
});

describe("saving", () => {
  it("[DOGF-19] names the dialog and its button for a new dog", () => {
    openAdd();
    const dialog = screen.getByRole("dialog", { name: "Add New Dog" });
    expect(within(dialog).getByRole("button", { name: "Add Dog" })).toBeTruthy();
  });

  it("[DOGF-15] [DOGF-19] prefills the form of a recorded dog and names it Edit Dog", async () => {
    await openEdit(makeDog({ name: "Nell", gender: "female", breed: "Beagle", weight: 30.5, notes: "Calm" }));
    expect(screen.getByRole("dialog", { name: "Edit Dog" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Update Dog" })).toBeTruthy();
    expect(field("Name").value).toBe("Nell");
    expect(field("Breed").value).toBe("Beagle");
    expect(field("Weight (lbs)").value).toBe("30.5");
    expect(screen.getByRole("radio", { name: "Female" }).getAttribute("aria-checked")).toBe("true");
  });

  it("[DOGF-16] starts empty for a new dog after an edit", async () => {
    const { user } = await openEdit(makeDog({ name: "Nell", gender: "female" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getAllByRole("button", { name: "Add Dog" })[0] as HTMLElement);
    expect(field("Name").value).toBe("");
    expect(screen.getByRole("radio", { name: "Male" }).getAttribute("aria-checked")).toBe("true");
  });

  it("[DOGF-20] [DOGF-21] reads 'Saving...' meanwhile, then closes and tells", async () => {
    let finish: (saved: unknown) => void = () => {};
    fakeConvex.mutation("dogs:create", () => new Promise((resolve) => (finish = resolve)));
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    const saving = screen.getByRole("button", { name: "Saving..." });
    expect(saving.hasAttribute("disabled")).toBe(true);
    await act(async () => finish({ warnings: [] }));
    expect(await screen.findByText("Dog added successfully")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("[DOGF-21] sends only what changed, with the state it was based on", async () => {
    const nell = makeDog({ name: "Nell", updatedAt: 77 });
    const { user } = await openEdit(nell);
    await user.type(field("Color"), "Tan");
    await submitEdit(user);
    expect(fakeConvex.callsOf("dogs:update")).toEqual([
      {
        dogId: nell._id,
        expectedUpdatedAt: 77,
        today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
        color: "Tan",
      },
    ]);
    expect(await screen.findByText("Dog updated successfully")).toBeTruthy();
  });

  it("[DOGF-22] [GAP-DOG-26] stays open with the typed text when saving fails", async () => {
    fakeConvex.mutation("dogs:create", () => {
      throw new Error("down");
    });
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    expect(await screen.findByText("Failed to save dog")).toBeTruthy();
    expect(field("Name").value).toBe("Aria");
    expect(within(screen.getByRole("dialog")).getByRole("button", { name: "Add Dog" })).toBeTruthy();
  });

  it("keeps the text and says so while the connection is down", async () => {
    fakeConvex.mutation("dogs:create", () => new Promise(() => {}));
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    act(() => fakeConvex.setConnected(false));
    expect(await screen.findByText(/The connection is down/u, undefined, { timeout: 4000 })).toBeTruthy();
    expect(field("Name").value).toBe("Aria");
  });

  it("asks before Escape throws typed text away", async () => {
    const { user } = openAdd();
    await user.type(field("Name"), "Aria");
    await user.keyboard("{Escape}");
    const question = screen.getByRole("alertdialog", { name: "Discard what you typed?" });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(field("Name").value).toBe("Aria");
  });

  it("[GAP-AUTH-08] offers text that was typed before and never saved", async () => {
    const first = openAdd();
    await first.user.type(field("Name"), "Aria");
    first.unmount();
    const { user } = openAdd();
    expect(field("Name").value).toBe("");
    await user.click(screen.getByRole("button", { name: "Restore" }));
    expect(field("Name").value).toBe("Aria");
  });
});

describe("somebody else's change", () => {
  async function editWhileChanged() {
    const nell = makeDog({ name: "Nell", updatedAt: 1 });
    const view = await openEdit(nell);
    await view.user.type(field("Color"), "Tan");
    act(() => showDogs([{ ...nell, name: "Nell of Oak", updatedAt: 2 }]));
    return { ...view, nell };
  }

  it("[GAP-API-11] is told without touching the typed text", async () => {
    await editWhileChanged();
    expect(screen.getByText("Somebody else changed this dog while you were editing it.")).toBeTruthy();
    expect(field("Name").value).toBe("Nell");
    expect(field("Color").value).toBe("Tan");
    expect(document.activeElement).toBe(field("Color"));
    expect(screen.getByRole("button", { name: "Update Dog" }).hasAttribute("disabled")).toBe(true);
  });

  it("[GAP-API-11] leaves the other fields as they are now when the breeder keeps theirs", async () => {
    const { user, nell } = await editWhileChanged();
    await user.click(screen.getByRole("button", { name: "Keep Mine" }));
    await submitEdit(user);
    const [call] = fakeConvex.callsOf("dogs:update");
    expect(call).toMatchObject({ dogId: nell._id, expectedUpdatedAt: 2, color: "Tan" });
    expect(call).not.toHaveProperty("name");
  });

  it("[GAP-API-11] loads the newer record when the breeder wants it", async () => {
    const { user } = await editWhileChanged();
    await user.click(screen.getByRole("button", { name: "Load Newer" }));
    expect(field("Name").value).toBe("Nell of Oak");
    expect(field("Color").value).toBe("");
    expect(screen.queryByText(/Somebody else changed/u)).toBeNull();
  });

  it("says that the dog was deleted and keeps the text", async () => {
    const nell = makeDog({ name: "Nell" });
    const { user } = await openEdit(nell);
    await user.type(field("Color"), "Tan");
    act(() => showDogs([]));
    expect(screen.getByText(/Somebody else deleted this dog/u)).toBeTruthy();
    expect(field("Color").value).toBe("Tan");
  });
});
