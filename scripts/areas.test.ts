/** The check that `platform` names no table of another area. */
import { expect, it } from "vitest";
import { foreignTablesIn } from "./areas.mjs";

const named = (text: string) => foreignTablesIn(text, ["heats", "puppies"]);

it("finds a table in a type, a query and an import", () => {
  expect(named('const row: Doc<"heats"> | null = null;')).toEqual(["heats"]);
  expect(named('await ctx.db.query("puppies").first();')).toEqual(["puppies"]);
  expect(named('import { heats } from "../../heats/tables/heats";')).toEqual(["heats"]);
});

it("takes neither a word of a comment nor a longer name for a table", () => {
  expect(named("// puppies and heats")).toEqual([]);
  expect(named('ctx.db.query("puppiesOfOld"); import { x } from "../tables/heatsOfOld";')).toEqual([]);
});
