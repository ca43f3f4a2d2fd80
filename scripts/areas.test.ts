/** Tests the checks that read `platform` and the imports. */
import { expect, it } from "vitest";
import { foreignTablesIn, shareFinding } from "./areas.mjs";

const named = (text: string) => foreignTablesIn(text, ["heats", "puppies"]);

it("the check of areas finds a table's name in a type, a query and an import", () => {
  expect(named('const row: Doc<"heats"> | null = null;')).toEqual(["heats"]);
  expect(named('await ctx.db.query("puppies").first();')).toEqual(["puppies"]);
  expect(named('import { heats } from "../../heats/tables/heats";')).toEqual(["heats"]);
});

it("the check of areas ignores words in comments and longer names that contain a table's name", () => {
  expect(named("// puppies and heats")).toEqual([]);
  expect(named('ctx.db.query("puppiesOfOld"); import { x } from "../tables/heatsOfOld";')).toEqual([]);
});

it("the check of areas requires the recorded share of imports within areas, neither lower nor higher", () => {
  expect(shareFinding(78.1, 78.2)).toBeNull();
  expect(shareFinding(78.4, 78.2)).toBeNull();
  expect(shareFinding(77.8, 78.2)).toContain("77.8 % of imports stay in their own area, 78.2 % did");
  expect(shareFinding(79, 78.2)).toContain("raise WITHIN_PERCENT");
});
