/** Validates genetic results. */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { readEmbarkLines } from "../../../domain/genetics/embark";
import { checkGenotype } from "../../../domain/genetics/record";
import type { Check, Checks, Faults } from "../../platform/model/changes/checking";

/**
 * These fields must be removed from the result. If the result then has no content, it is left out together with its
 * locus.
 */
const ownFaults: Check<"genotypes">["own"] = (row) => {
  let found: Faults = {};
  for (;;) {
    const lost = Object.fromEntries(Object.keys(found).map((field) => [field, undefined]));
    const more = checkGenotype({ ...row, ...lost });
    const fields = Object.keys(more);
    if (fields.length === 0) return found;
    if (fields.every((field) => Reflect.get({ ...row, ...lost }, field) === undefined)) {
      return { ...found, locus: "The result says nothing" };
    }
    found = { ...found, ...more };
  }
};

export const geneticChecks: Checks = {
  knownContradictions: {},
  geneticFiles: {
    own: ({ lines }) => ("problem" in readEmbarkLines(lines) ? { lines: "The file has no results" } : {}),
    among: async (ctx, { dogId, testedOn }) => {
      const dog = await ctx.db.get("dogs", dogId);
      return checkLifeDay("testedOn", "Test date", testedOn, { bornOn: dog?.dateOfBirth });
    },
  },
  genotypes: {
    own: ownFaults,
    among: async (ctx, { dogId, testedOn }) => {
      const dog = await ctx.db.get("dogs", dogId);
      return checkLifeDay("testedOn", "Test date", testedOn, { bornOn: dog?.dateOfBirth });
    },
  },
};
