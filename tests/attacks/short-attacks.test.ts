/**
 * Runs each attack of `attacks/` for a second while an honest breeder works. `npm run attack` measures speed and
 * memory.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { WORDLESS } from "./attack";
import { openBattlefield, type Battlefield } from "./battlefield";
import { ATTACK_NAMES } from "./catalogue";
import { withstand } from "./withstanding";

let field: Battlefield;
beforeAll(async () => {
  field = await openBattlefield(["Ann"]);
});
afterAll(() => field.end());

it.each(ATTACK_NAMES)("the server withstands %s", async (name) => {
  const { failures, errors, endings } = await withstand(field, name, { before: 0, during: 1, after: 0 });
  expect({ failures, errors }).toEqual({ failures: [], errors: "" });
  expect(
    Object.keys(endings).filter((ending) => /\b500\b/u.test(ending) || ending.includes(WORDLESS)),
  ).toEqual([]);
});
