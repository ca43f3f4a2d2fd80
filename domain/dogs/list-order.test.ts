/**
 * Tests the order of the list of dogs: names in the order of their keys, other texts in natural order, each column
 * in both directions, empty values last.
 */
import { describe, expect, it } from "vitest";
import { DOG_SORT_COLUMNS, sortDogs } from "./list-order";

const dog = (name: string, changes: object = {}) => ({
  name,
  breed: "Beagle",
  gender: "female",
  status: "active" as const,
  isBreedingDog: false,
  ...changes,
});
const names = (dogs: readonly { name: string }[]) => dogs.map(({ name }) => name);

describe("sortDogs", () => {
  it("sorts names by their keys, as the index does, and ignores case and accents", () => {
    const sorted = ["Echo", "Élan", "Foxtrot", "Oak Hill 0", "oak hill 10", "Oak Hill 100", "Oak Hill 20"];
    const dogs = sorted.toReversed().map((name) => dog(name));
    expect(names(sortDogs(dogs, "name", "asc"))).toEqual(sorted);
    expect(names(sortDogs(dogs, "name", "desc"))).toEqual(sorted.toReversed());
  });

  it("sorts number 9 before number 10 in other columns", () => {
    const dogs = ["HP 10", "hp 9"].map((registrationNumber, at) => dog(`Dog ${at}`, { registrationNumber }));
    expect(names(sortDogs(dogs, "registrationNumber", "asc"))).toEqual(["Dog 1", "Dog 0"]);
  });

  it("sorts dogs without a value last in both directions", () => {
    const dogs = [dog("A"), dog("B", { dateOfBirth: "2020-01-02" }), dog("C", { dateOfBirth: "2019-01-02" })];
    expect(names(sortDogs(dogs, "dateOfBirth", "asc"))).toEqual(["C", "B", "A"]);
    expect(names(sortDogs(dogs, "dateOfBirth", "desc"))).toEqual(["B", "C", "A"]);
  });

  it("sorts statuses in the order of a dog's life, and dogs with equal statuses by name", () => {
    const dogs = [dog("S", { status: "sold" }), dog("B 9"), dog("B 10"), dog("R", { status: "retired" })];
    expect(names(sortDogs(dogs, "status", "asc"))).toEqual(["B 10", "B 9", "R", "S"]);
    expect(names(sortDogs(dogs, "status", "desc"))).toEqual(["S", "R", "B 10", "B 9"]);
  });

  it("keeps every dog, whatever the column is", () => {
    const dogs = [dog("B", { callName: "Z" }), dog("A", { registrationNumber: "1" })];
    for (const column of DOG_SORT_COLUMNS) expect(sortDogs(dogs, column, "asc")).toHaveLength(2);
  });
});
