/** Tests which animals still belong to the kennel, by status. */
import { describe, expect, it } from "vitest";
import { DOG_STATUSES } from "./rules";
import { PUPPY_STATUSES } from "../litters/rules";
import { goneLast, isDead, isGone, isInKennel } from "./standing";

describe("the standing of a dog", () => {
  it("[GAP-DOG-05] [GAP-BILL-05] is in the kennel for an active or retired dog, and gone for a deceased or sold dog", () => {
    expect(DOG_STATUSES.filter((status) => isGone({ status }))).toEqual(["deceased", "sold"]);
    const own = DOG_STATUSES.filter((status) => isInKennel({ status, isExternal: false }));
    expect(own).toEqual(["active", "retired"]);
    expect(DOG_STATUSES.filter((status) => isDead({ status }))).toEqual(["deceased"]);
  });

  it("[GAP-PUP-02] is gone for a sold or deceased puppy, but not for a reserved or kept puppy", () => {
    expect(PUPPY_STATUSES.filter((status) => isGone({ status }))).toEqual(["sold", "deceased"]);
  });

  it("is never in the kennel for an external ancestor", () => {
    expect(isInKennel({ status: "active", isExternal: true })).toBe(false);
  });

  it("sorts dogs that have left the kennel to the end and otherwise keeps the order", () => {
    const dogs = [
      { name: "Abel", status: "deceased" },
      { name: "Bella", status: "retired" },
      { name: "Cora", status: "sold" },
      { name: "Dora", status: "active" },
    ] as const;
    expect(goneLast(dogs).map(({ name }) => name)).toEqual(["Bella", "Dora", "Abel", "Cora"]);
  });
});
