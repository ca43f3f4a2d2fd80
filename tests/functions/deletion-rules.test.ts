/** Tests what each table declares about its rows when a record that they name is deleted. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import {
  CHILDREN,
  childrenIn,
  isNothingWithout,
  namingsOf,
  OWNERS_OF_CHILDREN,
  ownersOf,
  RETURNING,
  subjectIn,
} from "../../convex/platform/model/changes/deletionRules";
import { text } from "../../domain/history/describing";
import { rows } from "../../convex/platform/tables/rows";

describe("the owner of a row", () => {
  it("is the record with which the row is deleted, then the wider record whose history shows it", () => {
    expect(ownersOf("puppyWeights")).toEqual(["puppyId", "litterId"]);
    expect(subjectIn("puppyWeights", { puppyId: "p", litterId: "l" })).toEqual({ table: "litters", id: "l" });
    expect(subjectIn("puppyWeights", { puppyId: "p" })).toEqual({ table: "puppies", id: "p" });
    expect(ownersOf("kennels")).toEqual([]);
  });

  it("must exist for the row to be restored, unless the table declares otherwise", () => {
    expect(isNothingWithout("puppyWeights", "puppyId")).toBe(true);
    expect(isNothingWithout("puppyWeights", "litterId")).toBe(false);
    expect(isNothingWithout("litters", "breedingId")).toBe(true);
    expect(isNothingWithout("reminders", "dogId")).toBe(false);
  });
});

describe("the order of a deletion", () => {
  it("first checks for refusals, then deletes the row's own rows, and removes it from other records last", () => {
    for (const [owner, ...inOrder] of [
      ["breedings", "refuse", "cascade"],
      ["dogs", "keepName", "cascade", "clear"],
    ] as const) {
      const found = namingsOf(owner).map(({ rule }) => rule.does);
      expect(new Set(found)).toEqual(new Set(inOrder));
      expect(found).toEqual(inOrder.flatMap((does) => found.filter((each) => each === does)));
    }
  });

  it.each(["dogs", "puppies"])("deletes the bookings of %s before the doses that they name", (owner) => {
    const tables = namingsOf(owner).map(({ table }) => table);
    expect(tables.indexOf("scheduledVaccinations")).toBeLessThan(tables.indexOf("immunizations"));
  });
});

describe("a batched deletion", () => {
  it("is declared by table and field, and only for rows that may be deleted after their owner", () => {
    expect(CHILDREN.get("puppyWeights.puppyId")).toMatchObject({ owner: "puppies" });
    expect(CHILDREN.has("puppies.litterId")).toBe(false);
    expect(CHILDREN.has("healthRecords.dogId")).toBe(false);
    expect(OWNERS_OF_CHILDREN.has("puppies")).toBe(true);
    expect(OWNERS_OF_CHILDREN.has("photos")).toBe(false);
  });

  it("leaves out a table whose field is only cleared", () => {
    expect(CHILDREN.has("activities.dogId")).toBe(true);
    expect(childrenIn("activities")).toEqual([]);
    expect(childrenIn("reminders").map(({ field }) => field)).toEqual(["dogId", "litterId", "breedingId"]);
  });
});

describe("a batched restore", () => {
  it("restores a record after the records that it names", () => {
    const place = (table: string) => RETURNING.indexOf(table);
    expect(place("healthAttachments")).toBeGreaterThan(place("healthRecords"));
    expect(place("scheduledVaccinations")).toBeGreaterThan(place("immunizations"));
    expect(RETURNING.at(-1)).toBe("reminders");
  });
});

describe("a table that names a record", () => {
  const walks = defineTable({ kennelId: v.id("kennels"), dogId: v.id("dogs"), km: v.number() })
    .index("by_kennel_and_km", ["kennelId", "km"])
    .index("by_kennel_and_dog", ["kennelId", "dogId"]);

  it("does not compile unless it declares what happens to its rows, with an index over that field", () => {
    const described = rows("log", walks, {
      onDelete: { dogId: { does: "cascade", by: "by_kennel_and_dog" } },
    });
    expect(described.onDelete.dogId.by).toBe("by_kennel_and_dog");
    // @ts-expect-error nothing is said of the dog
    rows("log", walks);
    // @ts-expect-error nor here
    rows("log", walks, { onDelete: {} });
    // @ts-expect-error the index does not find the walks of a dog
    rows("log", walks, { onDelete: { dogId: { does: "clear", by: "by_kennel_and_km" } } });
    // @ts-expect-error it does not say why
    rows("log", walks, { onDelete: { dogId: { does: "refuse", by: "by_kennel_and_dog" } } });
    // @ts-expect-error there is no such field
    rows("log", walks, { onDelete: { dogId: { does: "keepName", by: "by_kennel_and_dog", as: "x" } } });
    rows("work", walks);
  });

  it("does not compile unless it declares its history and export, when people enter its rows", () => {
    const onDelete = { dogId: { does: "cascade", by: "by_kennel_and_dog" } } as const;
    const words = { label: "Walk", plural: "Walks", area: "dogs" } as const;
    const history = { ...words, titles: [], fields: { km: text("Kilometers") }, unkept: ["dogId"] };
    const described = rows("record", walks, { onDelete, history, export: { printed: ["km"] } });
    expect(described.history.label).toBe("Walk");
    // @ts-expect-error nothing is said of its files
    rows("record", walks, { onDelete, history });
    // @ts-expect-error nothing is said of the history
    rows("record", walks, { onDelete, export: { printed: ["km"] } });
  });
});
