/** Choosing sire and dam. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  field,
  fillRequired,
  openAdd,
  openEdit,
  PARENTS,
  resetKennel,
  submitAdd,
  submitEdit,
} from "@/testing/dog-form";
import { api } from "@convex/_generated/api";
import { makeDog } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(resetKennel);

describe("the fields for parents", () => {
  const optionsOf = () => screen.getAllByRole("option").map((option) => option.getAttribute("aria-label"));

  it("[DOGF-10] [DOGF-13] offer males as sire, with name, call name and breed", async () => {
    const { user } = openAdd();
    await user.click(field("Sire"));
    expect(optionsOf()).toEqual(["Rex of Oak, Rex, Beagle", "Add external ancestor"]);
  });

  it("[DOGF-11] offer females as dam", async () => {
    const { user } = openAdd();
    await user.click(field("Dam"));
    expect(optionsOf()).toEqual(["Bella, Poodle", "Add external ancestor"]);
  });

  it("[DOGF-12] do not offer the edited dog as its own parent", async () => {
    const { user } = await openEdit(makeDog({ name: "Rusty", gender: "male" }));
    await user.click(field("Sire"));
    expect(optionsOf()).toEqual(["Rex of Oak, Rex, Beagle", "Add external ancestor"]);
  });

  it("[GAP-DOG-27] search on the server as the breeder types, and send the choice", async () => {
    const { user } = openAdd();
    await fillRequired(user);
    await user.type(field("Sire"), "rex");
    await waitFor(() =>
      expect(fakeConvex.subscriptionsOf(api.dogs.dogs.searchParents).at(-1)).toEqual({
        kennelId: "kennel1",
        gender: "male",
        search: "rex",
      }),
    );
    await user.click(screen.getByRole("option", { name: /Rex of Oak/u }));
    expect(field("Sire").value).toBe("Rex of Oak");
    await submitAdd(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.create)[0]).toMatchObject({ sireId: PARENTS[0]?._id });
  });

  it("show the chosen parent again if the typed text matches none", async () => {
    const { user } = openAdd();
    await user.click(field("Dam"));
    await user.click(screen.getByRole("option", { name: /Bella/u }));
    await user.type(field("Dam"), "xyz");
    await user.click(field("Name"));
    expect(field("Dam").value).toBe("Bella");
    await user.click(screen.getByRole("button", { name: "Clear dam" }));
    expect(field("Dam").value).toBe("");
  });

  it("[GAP-DOG-17] can record an external ancestor and choose it as the parent", async () => {
    fakeConvex.mutation(api.dogs.dogs.createExternal, ({ name }) => ({ ...PARENTS[0], _id: "ext1", name }));
    const { user } = openAdd();
    await fillRequired(user);
    await user.type(field("Sire"), "Old Champion");
    await user.click(screen.getByRole("option", { name: "Add external ancestor" }));
    const dialog = screen.getByRole("dialog", { name: "Add external ancestor" });
    await user.click(within(dialog).getByRole("button", { name: "Add Ancestor" }));
    expect(fakeConvex.callsOf(api.dogs.dogs.createExternal)[0]).toMatchObject({
      kennelId: "kennel1",
      name: "Old Champion",
      breed: "Beagle",
      gender: "male",
    });
    await waitFor(() => expect(field("Sire").value).toBe("Old Champion"));
    await submitAdd(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.create)[0]).toMatchObject({ sireId: "ext1" });
  });

  it("[GAP-DOG-15] keep a parent that is known only by name until the user chooses another", async () => {
    const rusty = makeDog({ name: "Rusty", sireName: "Old Duke" });
    const { user } = await openEdit(rusty);
    expect(field("Sire").value).toBe("Old Duke");
    await user.click(field("Sire"));
    await user.click(screen.getByRole("option", { name: /Rex of Oak/u }));
    await submitEdit(user);
    expect(fakeConvex.callsOf(api.dogs.dogs.update)[0]).toMatchObject({
      sireId: PARENTS[0]?._id,
      sireName: null,
    });
  });
});
