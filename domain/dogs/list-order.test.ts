/**
 * Tests the order of the list of dogs: names in the order that people expect, each column in both directions, empty
 * values last.
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
  it("sorts number 9 before number 10, and ignores case and accents", () => {
    const dogs = ["Number 10", "number 9", "Élan", "Echo", "Foxtrot"].map((name) => dog(name));
    expect(names(sortDogs(dogs, "name", "asc"))).toEqual([
      "Echo",
      "Élan",
      "Foxtrot",
      "number 9",
      "Number 10",
    ]);
    expect(names(sortDogs(dogs, "name", "desc"))).toEqual([
      "Number 10",
      "number 9",
      "Foxtrot",
      "Élan",
      "Echo",
    ]);
  });

  it("sorts dogs without a value last in both directions", () => {
    const dogs = [dog("A"), dog("B", { dateOfBirth: "2020-01-02" }), dog("C", { dateOfBirth: "2019-01-02" })];
    expect(names(sortDogs(dogs, "dateOfBirth", "asc"))).toEqual(["C", "B", "A"]);
    expect(names(sortDogs(dogs, "dateOfBirth", "desc"))).toEqual(["B", "C", "A"]);
  });

  it("sorts statuses in the order of a dog's life, and dogs with equal statuses by name", () => {
    const dogs = [dog("S", { status: "sold" }), dog("B 10"), dog("B 9"), dog("R", { status: "retired" })];
    expect(names(sortDogs(dogs, "status", "asc"))).toEqual(["B 9", "B 10", "R", "S"]);
    expect(names(sortDogs(dogs, "status", "desc"))).toEqual(["S", "R", "B 9", "B 10"]);
  });

  it("keeps every dog, whatever the column is", () => {
    const dogs = [dog("B", { callName: "Z" }), dog("A", { registrationNumber: "1" })];
    for (const column of DOG_SORT_COLUMNS) expect(sortDogs(dogs, column, "asc")).toHaveLength(2);
  });
});
