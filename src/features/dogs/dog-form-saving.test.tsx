/** Saving the dog form: success, failure, and somebody else's change meanwhile. */
import "@/testing/dom";
import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  field,
  fillRequired,
  openAdd,
  openEdit,
  resetKennel,
  showDogs,
  submitAdd,
  submitEdit,
} from "@/testing/dog-form";
import { makeDog } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(resetKennel);

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

  it("tells of a save that ends after the form was closed, and leaves another form open", async () => {
    let finish: (saved: unknown) => void = () => {};
    fakeConvex.mutation("dogs:create", () => new Promise((resolve) => (finish = resolve)));
    const { user } = openAdd();
    await fillRequired(user);
    await submitAdd(user);
    act(() => fakeConvex.setConnected(false));
    await screen.findByText(/The connection is down/u, undefined, { timeout: 4000 });
    await user.click(
      within(screen.getByRole("dialog")).getAllByRole("button", { name: "Close" })[0] as HTMLElement,
    );
    await user.click(screen.getAllByRole("button", { name: "Add Dog" })[0] as HTMLElement);
    await act(async () => finish({ warnings: [] }));
    expect(await screen.findByText("Dog added successfully")).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Add New Dog" })).toBeTruthy();
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
