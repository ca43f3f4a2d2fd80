/** Tests the texts of the history. */
import { describe, expect, it } from "vitest";
import type { ShownEvent } from "./events";
import {
  alteredInWords,
  authorInWords,
  actionInWords,
  historyRows,
  recordInWords,
  sentenceOf,
  valueInWords,
} from "./words";

describe("the texts of the history", () => {
  it("show dates, money, choices, flags, weights and lists in readable form", () => {
    expect(valueInWords("dogs", "dateOfBirth", "2025-06-15")).toBe("June 15, 2025");
    expect(valueInWords("breedings", "studFeeCents", 150_050)).toBe("$1,500.50");
    expect(valueInWords("breedings", "breedingType", "artificial_insemination")).toBe(
      "Artificial insemination",
    );
    expect(valueInWords("dogs", "isBreedingDog", true)).toBe("Yes");
    expect(valueInWords("dogs", "weight", 20.5)).toBe("20.5 lbs");
    expect(valueInWords("heats", "signs", ["swelling", "standing"])).toBe("Swelling, Standing");
    expect(valueInWords("dogs", "color", null)).toBe("nothing");
  });

  it("name a record by its kind, title and dog", () => {
    expect(recordInWords({ table: "dogs", title: "Bella", dogName: null, event: null })).toBe("Dog Bella");
    expect(recordInWords({ table: "dogWeights", title: "2025-06-15", dogName: "Bella", event: null })).toBe(
      "Weight of June 15, 2025, Bella",
    );
    expect(
      recordInWords({ table: "dogWeights", title: "2025-06-15", dogName: "Bella", grams: 9100, event: null }),
    ).toBe("Weight of June 15, 2025, Bella, 9,100 g");
    expect(recordInWords({ table: "photos", title: "", dogName: "Bella", event: null })).toBe("Photo, Bella");
  });

  it("name the kind only once if the title starts with it", () => {
    const words = (title: string) =>
      recordInWords({ table: "puppies", title, dogName: "Bella", event: null });
    expect(words("Puppy 3")).toBe("Puppy 3, Bella");
    expect(words("Puppy")).toBe("Puppy, Bella");
    expect(words("Red collar")).toBe("Puppy Red collar, Bella");
  });

  it("describe in one sentence that a reminder was completed, or is pending again", () => {
    const record = { table: "reminders", event: null } as const;
    const state = { name: "state", before: "pending", after: "completed" };
    const day = { name: "completedDate", before: null, after: "2025-06-15" };
    expect(sentenceOf(record, [state, day])).toBe("Marked as completed on June 15, 2025");
    expect(
      sentenceOf(record, [
        { name: "state", before: "completed", after: "pending" },
        { name: "completedDate", before: "2025-06-15", after: null },
      ]),
    ).toBe("No longer marked as completed");
    expect(sentenceOf(record, [state, day, { name: "title", before: "A", after: "B" }])).toBeNull();
    expect(sentenceOf(record, [{ name: "title", before: "A", after: "B" }])).toBeNull();
  });

  it("name the person who made the change", () => {
    expect(authorInWords({ by: null, isSelf: true, source: null })).toBe("by you");
    expect(authorInWords({ by: "Olga", isSelf: false, source: "undo" })).toBe("by Olga, by an undo");
    expect(authorInWords({ by: null, isSelf: false, source: "nightly" })).toBe("by Studbook itself");
  });

  it("describe events of the team and of restores", () => {
    const about = { table: "kennels", title: "", dogName: null } as const;
    const told = (event: Partial<ShownEvent> & Pick<ShownEvent, "what">) => {
      const change = {
        ...about,
        kind: "noted",
        event: { about: null, role: null, counts: null, ...event },
      } as const;
      return `${actionInWords(change)}: ${recordInWords(change)}`;
    };
    expect(told({ what: "invited", about: "mia@example.com", role: "staff" })).toBe(
      "Invited: mia@example.com as Staff",
    );
    expect(told({ what: "left" })).toBe("Left the team: somebody whose account was deleted");
    const counts = { added: 3, replaced: 2, removed: 0 };
    expect(told({ what: "restored", about: "kennel.json", counts })).toBe(
      "Backup restored: kennel.json: 3 added, 2 replaced, 0 removed",
    );
    const event = { what: "rights_changed", about: "Mia", role: null, counts: null } as const;
    const field = { name: "members", before: "none", after: "write" };
    expect(alteredInWords({ table: "kennels", event }, field)).toEqual({
      ...{ label: "Team", before: "No access", after: "View and change" },
    });
  });

  it("are exported as one row for each field", () => {
    const change = {
      table: "dogs",
      kind: "changed",
      at: 0,
      by: "Olga",
      isSelf: false,
      source: null,
      title: "Bella",
      dogName: null,
      event: null,
      fields: [
        { name: "color", before: null, after: "Red" },
        { name: "weight", before: 20, after: 21 },
      ],
    } as const;
    const [, ...rows] = historyRows([change], "Petra");
    const start = ["1970-01-01T00:00:00.000Z", "Olga", "", "Changed", "Dog Bella"];
    expect(rows).toEqual([
      [...start, "Color", "", "Red"],
      [...start, "Weight", "20 lbs", "21 lbs"],
    ]);
  });
});
