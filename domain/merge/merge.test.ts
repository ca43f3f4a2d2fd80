/** Tests the merge of two people's changes of one record. No change is lost unless a person decides so. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreesIn, joinTexts, mergeEdits, type FieldGroup } from "./merge";

interface Values {
  name: string;
  color: string;
  weight: number | null;
  status: string;
  since: string;
}

const groups: readonly FieldGroup<Values>[] = [
  { key: "name", fields: ["name"] },
  { key: "color", fields: ["color"] },
  { key: "weight", fields: ["weight"] },
  { key: "status", fields: ["status", "since"] },
];

const base: Values = { name: "Nell", color: "", weight: 30, status: "active", since: "" };
const keys = (found: readonly FieldGroup<Values>[]) => found.map(({ key }) => key);
const merge = (mine: Partial<Values>, theirs: Partial<Values>) =>
  mergeEdits(groups, { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } });

describe("[GAP-API-11] mergeEdits", () => {
  it("takes fields that only the other user changed, and keeps fields that only I changed", () => {
    const { mine, conflicts, adopted } = merge({ color: "Tan" }, { name: "Nell of Oak", weight: 31 });
    expect(mine).toEqual({ ...base, color: "Tan", name: "Nell of Oak", weight: 31 });
    expect(keys(conflicts)).toEqual([]);
    expect(keys(adopted)).toEqual(["name", "weight"]);
  });

  it("keeps my value of a field that both users changed, so that a person can decide", () => {
    const { mine, base: stands, conflicts } = merge({ color: "Tan" }, { color: "Red", name: "Nell of Oak" });
    expect(mine).toMatchObject({ color: "Tan", name: "Nell of Oak" });
    expect(stands).toMatchObject({ color: "", name: "Nell of Oak" });
    expect(keys(conflicts)).toEqual(["color"]);
  });

  it("reports no conflict if both values are the same, whatever the spelling is", () => {
    expect(keys(merge({ color: " Tan " }, { color: "Tan" }).conflicts)).toEqual([]);
    expect(keys(merge({ weight: null }, { weight: null }).conflicts)).toEqual([]);
    expect(keys(merge({ color: "  " }, {}).conflicts)).toEqual([]);
  });

  it("decides about fields of one group together", () => {
    const { mine, conflicts } = merge({ since: "2025-06-01" }, { status: "sold", since: "2025-06-02" });
    expect(keys(conflicts)).toEqual(["status"]);
    expect(mine).toMatchObject({ status: "active", since: "2025-06-01" });
  });

  it("treats a value as my change after a decision", () => {
    const first = merge({ color: "Tan" }, { color: "Red" });
    const theirs = { ...base, color: "Red" };
    const decided = mergeEdits(groups, { base: theirs, mine: first.mine, theirs });
    expect(keys(decided.conflicts)).toEqual([]);
    expect(decided.mine.color).toBe("Tan");
  });

  const anyText = fc.constantFrom("", "a", "b", " a");
  const anyValues = fc.record<Values>({
    name: anyText,
    color: anyText,
    weight: fc.constantFrom(null, 1, 2),
    status: anyText,
    since: anyText,
  });

  it("never loses a value: each group has my version, the other user's version if mine is unchanged, or a conflict", () => {
    fc.assert(
      fc.property(anyValues, anyValues, anyValues, (begun, mine, theirs) => {
        const result = mergeEdits(groups, { base: begun, mine, theirs });
        for (const group of groups) {
          const isConflict = result.conflicts.includes(group);
          const isMineNew = !agreesIn(group, begun, mine);
          const isTheirsNew = !agreesIn(group, begun, theirs);
          if (isMineNew) expect(agreesIn(group, result.mine, mine)).toBe(true);
          if (!isMineNew && isTheirsNew) expect(agreesIn(group, result.mine, theirs)).toBe(true);
          expect(isConflict).toBe(isMineNew && isTheirsNew && !agreesIn(group, mine, theirs));
        }
      }),
    );
  });

  it("changes nothing when it is repeated with the same versions", () => {
    fc.assert(
      fc.property(anyValues, anyValues, anyValues, (begun, mine, theirs) => {
        const once = mergeEdits(groups, { base: begun, mine, theirs });
        const twice = mergeEdits(groups, { base: once.base, mine: once.mine, theirs });
        expect(twice.mine).toEqual(once.mine);
        expect(keys(twice.conflicts)).toEqual(keys(once.conflicts));
        expect(twice.adopted).toEqual([]);
      }),
    );
  });
});

describe("joinTexts", () => {
  it("keeps both texts, and leaves out an empty text", () => {
    expect(joinTexts("Calm ", " Good with cats")).toBe("Calm\n\nGood with cats");
    expect(joinTexts("", "Good with cats")).toBe("Good with cats");
  });
});
