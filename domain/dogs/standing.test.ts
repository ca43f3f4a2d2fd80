/** Which animals still belong to the kennel, by status. */
import { describe, expect, it } from "vitest";
import { DOG_STATUSES } from "./rules";
import { PUPPY_STATUSES } from "../litters/rules";
import { goneLast, isDead, isGone, isInKennel } from "./standing";

describe("the standing of a dog", () => {
  it("[GAP-DOG-05] [GAP-BILL-05] has left the kennel when deceased or sold, and is in it when active or retired", () => {
    expect(DOG_STATUSES.filter((status) => isGone({ status }))).toEqual(["deceased", "sold"]);
    const own = DOG_STATUSES.filter((status) => isInKennel({ status, isExternal: false }));
    expect(own).toEqual(["active", "retired"]);
    expect(DOG_STATUSES.filter((status) => isDead({ status }))).toEqual(["deceased"]);
  });

  it("[GAP-PUP-02] has left for a puppy that was sold or died, not for one that is reserved or kept", () => {
    expect(PUPPY_STATUSES.filter((status) => isGone({ status }))).toEqual(["sold", "deceased"]);
  });

  it("is never in the kennel for an ancestor from outside", () => {
    expect(isInKennel({ status: "active", isExternal: true })).toBe(false);
  });

  it("sorts dogs that have left the kennel behind the others and keeps the order otherwise", () => {
    const dogs = [
      { name: "Abel", status: "deceased" },
      { name: "Bella", status: "retired" },
      { name: "Cora", status: "sold" },
      { name: "Dora", status: "active" },
    ] as const;
    expect(goneLast(dogs).map(({ name }) => name)).toEqual(["Bella", "Dora", "Abel", "Cora"]);
  });
});
