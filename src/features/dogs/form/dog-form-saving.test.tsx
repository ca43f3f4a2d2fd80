/** Saving the dog form: success, failure, and another user's change while the form is open. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  field,
  fillRequired,
  openAdd,
  openEdit,
  PARENTS,
  resetKennel,
  showDogs,
  submitAdd,
  submitEdit,
} from "@/testing/dog-form";
import { api } from "@convex/_generated/api";
import { makeDog } from "@/testing/dogs";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(resetKennel);

describe("saving the dog form", () => {
  it("[DOGF-19] names the dialog and its button for a new dog", () => {
    openAdd();
    const dialog = screen.getByRole("dialog", { name: "Add New Dog" });
    expect(within(dialog).getByRole("button", { name: "Add Dog" })).toBeTruthy();
  });

  it("[DOGF-15] [DOGF-19] fills the form of an existing dog and names it Edit Dog", async () => {
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

  it("saves a dog and starts another one of its breed; a refused dog can then be saved alone", async () => {
    const { user } = openAdd();
    const another = () => user.click(screen.getByRole("button", { name: "Save and Add Another" }));
    await another();
    expect(screen.getByText("Name is required")).toBeTruthy();
    await fillRequired(user);
    await another();
    expect(await screen.findByText("Dog added successfully")).toBeTruthy();
    expect([field("Name").value, field("Breed").value]).toEqual(["", "Beagle"]);
    expect(screen.queryByText("Name is required")).toBeNull();
    await user.type(field("Name"), "Bruno");
    fakeConvex.mutation(api.dogs.dogs.create, () => Promise.reject(coded("INTERNAL")));
    await another();
    expect(field("Name").value).toBe("Bruno");
    fakeConvex.mutation(api.dogs.dogs.create, () => ({ warnings: [] }));
    await submitAdd(user);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.callsOf(api.dogs.dogs.create)).toMatchObject([
      { name: "Aria", breed: "Beagle" },
      { name: "Bruno", breed: "Beagle" },
      { name: "Bruno", breed: "Beagle" },
    ]);
  });

  it("does not offer another new dog after a change", async () => {
    await openEdit(makeDog({ name: "Nell" }));
    expect(screen.queryByRole("button", { name: "Save and Add Another" })).toBeNull();
  });

  it("[DOGF-20] [DOGF-21] shows 'Saving...' meanwhile, then closes and shows a message", async () => {
    let finish: (saved: unknown) => void = () => {};
    fakeConvex.mutation(api.dogs.dogs.create, () => new Promise((resolve) => (finish = resolve)));
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    const saving = screen.getByRole("button", { name: "Saving..." });
    expect(saving.hasAttribute("disabled")).toBe(true);
    await act(async () => finish({ warnings: [] }));
    expect(await screen.findByText("Dog added successfully")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("[DOGF-21] sends only the changed fields, with the version that the user saw", async () => {
    const nell = makeDog({ name: "Nell", updatedAt: 77 });
    const { user } = await openEdit(nell);
    await user.type(field("Color"), "Tan");
    await submitEdit(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.update)).toEqual([
      {
        dogId: nell._id,
        expectedUpdatedAt: 77,
        today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
        color: "Tan",
      },
    ]);
    expect(await screen.findByText("Dog updated successfully")).toBeTruthy();
  });

  it("[DOGF-22] [GAP-DOG-26] stays open with the typed text if saving fails", async () => {
    fakeConvex.mutation(api.dogs.dogs.create, () => {
      throw new Error("down");
    });
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    expect(await screen.findByText("Failed to save dog")).toBeTruthy();
    expect(field("Name").value).toBe("Aria");
    expect(within(screen.getByRole("dialog")).getByRole("button", { name: "Add Dog" })).toBeTruthy();
  });

  it("keeps the text and says so while the connection is lost", async () => {
    fakeConvex.mutation(api.dogs.dogs.create, () => new Promise(() => {}));
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    act(() => fakeConvex.setConnected(false));
    expect(await screen.findByText(/The connection is down/u)).toBeTruthy();
    expect(field("Name").value).toBe("Aria");
  });

  it("shows a message for a save that ends after the form was closed, and leaves another form open", async () => {
    let finish: (saved: unknown) => void = () => {};
    fakeConvex.mutation(api.dogs.dogs.create, () => new Promise((resolve) => (finish = resolve)));
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    act(() => fakeConvex.setConnected(false));
    await screen.findByText(/The connection is down/u);
    await user.click(
      within(screen.getByRole("dialog")).getAllByRole("button", { name: "Close" })[0] as HTMLElement,
    );
    await user.click(screen.getAllByRole("button", { name: "Add Dog" })[0] as HTMLElement);
    await act(async () => finish({ warnings: [] }));
    expect(await screen.findByText("Dog added successfully")).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Add New Dog" })).toBeTruthy();
  });

  it("asks before Escape discards typed text", async () => {
    const { user } = openAdd();
    await user.type(field("Name"), "Aria");
    await user.keyboard("{Escape}");
    const question = screen.getByRole("alertdialog", { name: "Discard what you typed?" });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(field("Name").value).toBe("Aria");
  });

  it("[GAP-AUTH-08] offers text that was typed earlier and never saved", async () => {
    const first = openAdd();
    await first.user.type(field("Name"), "Aria");
    first.unmount();
    const { user } = openAdd();
    expect(field("Name").value).toBe("");
    await user.click(screen.getByRole("button", { name: "Restore" }));
    expect(field("Name").value).toBe("Aria");
  });
});

describe("another user's change", () => {
  const SAVED_AT = new Date(2026, 10, 21, 10, 42).getTime();
  const stefans = (fields: string[]) => [{ savedAt: SAVED_AT, fields, name: "Stefan Berg", isSelf: false }];

  /** Stefan saves Nell while the form has a color and more notes. */
  async function editWhileChanged(theirs: Partial<ReturnType<typeof makeDog>>, notes = "") {
    const nell = makeDog({ name: "Nell", color: "Black", notes: "Calm", updatedAt: 1 });
    const view = await openEdit(nell);
    await view.user.clear(field("Color"));
    await view.user.type(field("Color"), "Tan");
    if (notes) await view.user.type(screen.getByLabelText("Notes"), notes);
    fakeConvex.query(api.dogs.dogs.editsSince, () => stefans(Object.keys(theirs)));
    const newer = { ...nell, ...theirs, updatedAt: 2 };
    act(() => showDogs([newer, ...PARENTS]));
    return { ...view, nell, newer };
  }
  const chooser = () => within(screen.getByRole("dialog", { name: /^Two Versions of/u }));
  const version = (name: string, which: RegExp) =>
    within(chooser().getByRole("radiogroup", { name })).getByRole("radio", { name: which });
  const saveChosen = { name: "Save Chosen" };

  it("[GAP-API-11] of an untouched field appears in the form with the user's name, and moves nothing", async () => {
    await editWhileChanged({ name: "Nell of Oak" });
    expect(field("Name").value).toBe("Nell of Oak");
    expect(field("Color").value).toBe("Tan");
    expect(document.activeElement).toBe(field("Color"));
    const note = screen.getByText("Stefan Berg changed Name in the meantime.");
    expect(note.closest("[role=status]")?.textContent).toContain("The form shows the newer value.");
  });

  it("[GAP-API-11] of another field is merged: only this user's field is sent, on top of the newer version", async () => {
    const { user, nell } = await editWhileChanged({ name: "Nell of Oak" });
    await submitEdit(user);
    const [call] = fakeConvex.callsOf(api.dogs.dogs.update);
    expect(call).toMatchObject({ dogId: nell._id, expectedUpdatedAt: 2, color: "Tan" });
    expect(call).not.toHaveProperty("name");
  });

  it("[GAP-API-11] of the same field is shown, and saving first asks which value to keep", async () => {
    const { user } = await editWhileChanged({ color: "Red" });
    expect(screen.getByText("Stefan Berg changed Color, and so did you.")).toBeTruthy();
    expect(field("Color").value).toBe("Tan");
    await submitEdit(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.update)).toEqual([]);
    expect(version("Color", /^Mine/u).closest("label")?.textContent).toContain("Tan");
    const theirs = version("Color", /^Theirs/u);
    expect(theirs.closest("label")?.textContent).toMatch(/Stefan Berg, Nov 21, 2026, 10:42.AM.*Red/u);
  });

  it("[GAP-API-11] is overwritten if this user chooses their own value", async () => {
    const { user } = await editWhileChanged({ color: "Red", name: "Nell of Oak" });
    await submitEdit(user);
    await user.click(version("Color", /^Mine/u));
    await user.click(chooser().getByRole("button", saveChosen));
    const [call] = fakeConvex.callsOf(api.dogs.dogs.update);
    expect(call).toMatchObject({ expectedUpdatedAt: 2, color: "Tan" });
    expect(call).not.toHaveProperty("name");
    expect(await screen.findByText("Dog updated successfully")).toBeTruthy();
  });

  it("[GAP-API-11] is kept if this user chooses the other value", async () => {
    const { user } = await editWhileChanged({ color: "Red" });
    await submitEdit(user);
    await user.click(version("Color", /^Theirs/u));
    await user.click(chooser().getByRole("button", saveChosen));
    const [call] = fakeConvex.callsOf(api.dogs.dogs.update);
    expect(call).toMatchObject({ expectedUpdatedAt: 2 });
    expect(call).not.toHaveProperty("color");
  });

  it("[GAP-API-11] of the notes can be joined with this user's notes, so that no text is lost", async () => {
    const { user } = await editWhileChanged({ notes: "Calm with cats" }, ", likes water");
    await submitEdit(user);
    await user.click(version("Notes", /^Both/u));
    await user.click(chooser().getByRole("button", saveChosen));
    expect(fakeConvex.callsOf(api.dogs.dogs.update)[0]).toMatchObject({
      notes: "Calm with cats\n\nCalm, likes water",
      color: "Tan",
    });
  });

  it("[GAP-API-11] must be decided for every field before saving", async () => {
    const { user } = await editWhileChanged({ color: "Red", notes: "Wild" }, "!");
    await submitEdit(user);
    await user.click(version("Color", /^Mine/u));
    await user.click(chooser().getByRole("button", saveChosen));
    expect(chooser().getByRole("alert").textContent).toBe("Choose a value for Notes.");
    expect(document.activeElement?.getAttribute("role")).toBe("radio");
    await user.click(chooser().getByRole("button", { name: "All Theirs" }));
    await user.click(chooser().getByRole("button", saveChosen));
    expect(fakeConvex.callsOf(api.dogs.dogs.update)).toHaveLength(1);
  });

  it("[GAP-API-11] can be decided later: Back returns to the form with the typed text", async () => {
    const { user } = await editWhileChanged({ color: "Red" });
    await user.click(screen.getByRole("button", { name: "Compare Versions" }));
    await user.click(chooser().getByRole("button", { name: "Back to Form" }));
    expect(screen.queryByRole("dialog", { name: /^Two Versions/u })).toBeNull();
    expect(field("Color").value).toBe("Tan");
  });

  it("[GAP-API-11] that arrives after the choice causes a new question", async () => {
    const { user, newer } = await editWhileChanged({ color: "Red" });
    await submitEdit(user);
    await user.click(version("Color", /^Theirs/u));
    act(() => showDogs([{ ...newer, color: "Blue", updatedAt: 3 }, ...PARENTS]));
    expect(version("Color", /^Theirs/u).closest("label")?.textContent).toContain("Blue");
    expect(version("Color", /^Theirs/u).getAttribute("aria-checked")).toBe("false");
  });

  it("[GAP-API-11] is no conflict if both users typed the same value", async () => {
    const { user } = await editWhileChanged({ color: "Tan" });
    expect(screen.queryByText(/and so did you/u)).toBeNull();
    await submitEdit(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.update)[0]).not.toHaveProperty("color");
  });

  it("[GAP-API-11] that is known only after the server's refusal is merged and saved again automatically", async () => {
    const nell = makeDog({ name: "Nell", updatedAt: 1 });
    const { user } = await openEdit(nell);
    await user.type(field("Color"), "Tan");
    fakeConvex.mutation(api.dogs.dogs.update, ({ expectedUpdatedAt }) => {
      if (expectedUpdatedAt === 2) return { warnings: [] };
      throw coded("STALE_UPDATE");
    });
    await submitEdit(user);
    expect(screen.getByRole("button", { name: "Saving..." })).toBeTruthy();
    act(() => showDogs([{ ...nell, name: "Nell of Oak", updatedAt: 2 }, ...PARENTS]));
    expect(await screen.findByText("Dog updated successfully")).toBeTruthy();
    expect(fakeConvex.callsOf(api.dogs.dogs.update).at(-1)).toMatchObject({
      expectedUpdatedAt: 2,
      color: "Tan",
    });
    expect(fakeConvex.callsOf(api.dogs.dogs.update).at(-1)).not.toHaveProperty("name");
  });

  it("[GAP-API-11] of the same field that is known only after the server's refusal lets the user choose", async () => {
    const nell = makeDog({ name: "Nell", updatedAt: 1 });
    const { user } = await openEdit(nell);
    await user.type(field("Color"), "Tan");
    fakeConvex.mutation(api.dogs.dogs.update, () => {
      throw coded("STALE_UPDATE");
    });
    await submitEdit(user);
    act(() => showDogs([{ ...nell, color: "Red", updatedAt: 2 }, ...PARENTS]));
    expect((await screen.findByRole("dialog", { name: "Two Versions of Nell" })).textContent).toContain(
      "Red",
    );
  });

  it("[GAP-API-11] [GAP-AUTH-08] is not overwritten by a restored draft that is older", async () => {
    const nell = makeDog({ name: "Nell", color: "Black", updatedAt: 1 });
    const first = await openEdit(nell);
    await first.user.clear(field("Color"));
    await first.user.type(field("Color"), "Tan");
    first.unmount();
    const { user } = await openEdit({ ...nell, name: "Nell of Oak", color: "Red", updatedAt: 2 });
    await user.click(screen.getByRole("button", { name: "Restore" }));
    expect(field("Name").value).toBe("Nell of Oak");
    expect(field("Color").value).toBe("Tan");
    await submitEdit(user);
    expect(version("Color", /^Theirs/u).closest("label")?.textContent).toContain("Red");
  });

  it("of a status or its date is decided for both fields together", async () => {
    const { user } = await editWhileChanged({ status: "sold", statusChangedOn: "2026-11-20" });
    await submitEdit(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.update)[0]).not.toHaveProperty("status");
    expect(fakeConvex.callsOf(api.dogs.dogs.update)[0]).not.toHaveProperty("statusChangedOn");
  });

  it("is a deletion: the form says so and keeps the text", async () => {
    const nell = makeDog({ name: "Nell" });
    const { user } = await openEdit(nell);
    await user.type(field("Color"), "Tan");
    act(() => showDogs([]));
    expect(screen.getByText(/Somebody else deleted this dog/u)).toBeTruthy();
    expect(field("Color").value).toBe("Tan");
  });
});
