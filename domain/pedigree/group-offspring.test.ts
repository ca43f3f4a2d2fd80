/** Tests the sorting of offspring into litters. */
import { describe, expect, it } from "vitest";
import { groupOffspring } from "./group-offspring";

const child = (name: string, dateOfBirth: string | null, mate: string | null) => ({
  name,
  dateOfBirth,
  mate,
});

describe("groupOffspring", () => {
  it("groups offspring with the same other parent and the same date of birth", () => {
    const groups = groupOffspring([
      child("Ada", "2023-05-01", "dam1"),
      child("Ben", "2023-05-01", "dam2"),
      child("Cleo", "2023-05-01", "dam1"),
      child("Dan", "2024-05-01", "dam1"),
    ]);
    expect(groups.map(({ mate, dateOfBirth, offspring }) => [mate, dateOfBirth, offspring.length])).toEqual([
      ["dam1", "2024-05-01", 1],
      ["dam1", "2023-05-01", 2],
      ["dam2", "2023-05-01", 1],
    ]);
  });

  it("puts offspring without a birth date last", () => {
    const groups = groupOffspring([child("Ada", null, "dam1"), child("Ben", "2019-01-01", null)]);
    expect(groups.map(({ offspring }) => offspring.map(({ name }) => name))).toEqual([["Ben"], ["Ada"]]);
  });

  it("returns an empty list for no offspring", () => expect(groupOffspring([])).toEqual([]));
});
