/** What follows from the tables' own words on what becomes of their rows when a record goes that they name. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import {
  CHILDREN,
  childrenIn,
  isNothingWithout,
  OWNERS_OF_CHILDREN,
  ownersOf,
  RETURNING,
  subjectsOf,
} from "../../convex/platform/model/deletionRules";
import { tablesOfKind } from "../../convex/platform/model/kennelTables";
import { rows } from "../../convex/platform/tables/rows";
import { HISTORY_TABLES } from "../../domain/history/records";

const CHILD_KINDS = [
  "activities.dogId",
  "dogWeights.dogId",
  "healthAttachments.recordId",
  "healthTests.dogId",
  "medicationDoses.courseId",
  "progesteroneReadings.heatId",
  "puppyHealthChecks.puppyId",
  "puppyWeights.puppyId",
  "reminders.breedingId",
  "reminders.dogId",
  "reminders.litterId",
];

const OWNERS = {
  dogWeights: { dogId: "dogs" },
  healthAttachments: { recordId: "healthRecords" },
  healthTests: { dogId: "dogs" },
  medicationDoses: { courseId: "medicationCourses" },
  progesteroneReadings: { heatId: "heats" },
  puppyHealthChecks: { puppyId: "puppies" },
  puppyWeights: { puppyId: "puppies" },
  reminders: { breedingId: "breedings", dogId: "dogs", litterId: "litters" },
};

const OWNERS_IN_HISTORY: Record<string, string[]> = {
  photos: ["dogId"],
  breedingDocuments: ["breedingId"],
  breedingFinances: ["breedingId"],
  puppies: ["litterId"],
  puppyWeights: ["puppyId", "litterId"],
  puppyHealthChecks: ["puppyId", "litterId"],
  heats: ["dogId"],
  progesteroneReadings: ["heatId", "dogId"],
  healthRecords: ["dogId"],
  healthAttachments: ["recordId"],
  healthTests: ["dogId"],
  immunizations: ["dogId", "puppyId"],
  scheduledVaccinations: ["dogId", "puppyId"],
  dogWeights: ["dogId"],
  medicationCourses: ["dogId"],
  medicationDoses: ["courseId"],
  veterinaryRecords: ["dogId"],
  reminders: ["dogId", "litterId", "breedingId"],
  reminderSeries: ["dogId", "litterId", "breedingId"],
};

const LATER = [
  "healthRecords",
  "immunizations",
  "scheduledVaccinations",
  "healthTests",
  "dogWeights",
  "medicationDoses",
  "progesteroneReadings",
  "puppyWeights",
  "puppyHealthChecks",
  "healthAttachments",
  "reminders",
];

const SUBJECTS = ["dogId", "litterId", "breedingId", "recordId", "courseId", "puppyId"];

describe("the lists of today", () => {
  it("follow from the tables", () => {
    expect([...CHILDREN.keys()].sort()).toEqual(CHILD_KINDS);
    const owners = Object.fromEntries(
      tablesOfKind("record").flatMap((table) => {
        const children = childrenIn(table);
        return children.length === 0
          ? []
          : [[table, Object.fromEntries(children.map(({ field, owner }) => [field, owner]))]];
      }),
    );
    expect(owners).toEqual(OWNERS);
    expect([...OWNERS_OF_CHILDREN].sort()).toEqual([
      "breedings",
      "dogs",
      "healthRecords",
      "heats",
      "litters",
      "medicationCourses",
      "puppies",
    ]);
    expect([...RETURNING].sort()).toEqual([...LATER].sort());
  });

  it("say the same of owners and subjects", () => {
    for (const table of HISTORY_TABLES) {
      const owners = OWNERS_IN_HISTORY[table] ?? [];
      expect(ownersOf(table)).toEqual(owners);
      expect(subjectsOf(table).filter((name) => SUBJECTS.includes(name))).toEqual(
        SUBJECTS.filter((name) => owners.includes(name)),
      );
      const needed = owners.filter(
        (_, index) => index === 0 && table !== "reminders" && table !== "reminderSeries",
      );
      if (table === "litters") needed.push("breedingId");
      expect([...owners, "breedingId"].filter((name) => isNothingWithout(table, name))).toEqual(
        [...owners, "breedingId"].filter((name) => needed.includes(name)),
      );
    }
  });
});

describe("what a row belongs to", () => {
  it("is the record with which it goes, then the wider one, which its history is shown in", () => {
    expect(ownersOf("puppyWeights")).toEqual(["puppyId", "litterId"]);
    expect(subjectsOf("puppyWeights")).toEqual(["litterId", "puppyId"]);
    expect(ownersOf("kennels")).toEqual([]);
  });

  it("must be there for it to come back, unless its table says otherwise", () => {
    expect(isNothingWithout("puppyWeights", "puppyId")).toBe(true);
    expect(isNothingWithout("puppyWeights", "litterId")).toBe(false);
    expect(isNothingWithout("litters", "breedingId")).toBe(true);
    expect(isNothingWithout("reminders", "dogId")).toBe(false);
  });
});

describe("what goes in batches", () => {
  it("is named by its table and field, and is only what may go after its owner", () => {
    expect(CHILDREN.get("puppyWeights.puppyId")).toMatchObject({ owner: "puppies" });
    expect(CHILDREN.has("puppies.litterId")).toBe(false);
    expect(CHILDREN.has("healthRecords.dogId")).toBe(false);
    expect(OWNERS_OF_CHILDREN.has("puppies")).toBe(true);
    expect(OWNERS_OF_CHILDREN.has("photos")).toBe(false);
  });

  it("is no child that waits where only a field is emptied", () => {
    expect(CHILDREN.has("activities.dogId")).toBe(true);
    expect(childrenIn("activities")).toEqual([]);
    expect(childrenIn("reminders").map(({ field }) => field)).toEqual(["dogId", "litterId", "breedingId"]);
  });
});

describe("what comes back in batches", () => {
  it("comes after what it names", () => {
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

  it("says what becomes of its rows, by an index over that field, or does not compile", () => {
    const described = rows("record", walks, {
      onDelete: { dogId: { does: "cascade", by: "by_kennel_and_dog" } },
    });
    expect(described.onDelete.dogId.by).toBe("by_kennel_and_dog");
    // @ts-expect-error nothing is said of the dog
    rows("record", walks);
    // @ts-expect-error nor here
    rows("record", walks, { onDelete: {} });
    // @ts-expect-error the index does not find the walks of a dog
    rows("record", walks, { onDelete: { dogId: { does: "clear", by: "by_kennel_and_km" } } });
    // @ts-expect-error there is no such field
    rows("record", walks, { onDelete: { dogId: { does: "keepName", by: "by_kennel_and_dog", as: "x" } } });
    rows("work", walks);
  });
});
