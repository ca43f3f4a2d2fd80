/** Every field of the dog form is merged exactly once and displayed in a breeder's words. */
import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { dogForm } from "@/features/dogs/form/dog-form";
import { makeDog } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { DOG_FIELDS } from "@domain/dogs/record";
import { namesOf } from "@domain/records/record";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(() => fakeConvex.reset());

describe("the groups of the dog form", () => {
  it("[GAP-API-11] contain every field of the form exactly once", () => {
    expect(dogForm.groups.flatMap(({ fields }) => fields).sort()).toEqual(namesOf(DOG_FIELDS).sort());
  });

  const shown = (key: string, values: object) => {
    const group = dogForm.groups.find((candidate) => candidate.key === key);
    return render(<>{group?.show({ ...dogForm.emptyValues, ...values })}</>).container.textContent;
  };

  it.each([
    ["color", { color: "  " }, "Empty"],
    ["titles", { titles: "CH" }, "CH"],
    ["gender", { gender: "female" }, "Female"],
    ["dateOfBirth", { dateOfBirth: "2025-06-15" }, "June 15, 2025"],
    ["weight", { weight: "62.5" }, "62.5 lbs"],
    ["height", {}, "Empty"],
    ["status", { status: "active", statusChangedOn: "2025-06-15" }, "Active"],
    ["status", { status: "sold", statusChangedOn: "2025-06-15" }, "Sold on June 15, 2025"],
    ["breeding", { isBreedingDog: false, breedingRights: "full" }, "Not a breeding dog"],
    ["breeding", { isBreedingDog: true, breedingRights: "full" }, "Breeding dog, rights: Full"],
    ["sire", { sireId: "", sireName: "Rex" }, "Rex"],
    ["dam", {}, "Empty"],
  ])("show %s of %j as %s", (key, values, text) => {
    expect(shown(key, values)).toBe(text);
  });

  it("show a parent by name, even if its record was deleted", () => {
    const rex = makeDog({ name: "Rex of Oak" });
    fakeConvex.query(api.dogs.dogs.get, ({ dogId }) => (dogId === rex._id ? rex : null));
    expect(shown("sire", { sireId: rex._id })).toBe("Rex of Oak");
    expect(shown("dam", { damId: "gone" })).toBe("A dog that was deleted");
  });
});
