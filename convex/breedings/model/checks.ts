/** What must be true of breedings and their accounts. */
import { GESTATION_DAYS } from "../../../domain/constants/breedings";
import { checkBreedingDays } from "../../../domain/breedings/dates";
import { addDays } from "../../../domain/dates/calendar-days";
import { financeEntrySchema } from "../../../domain/schemas/finance";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { shapeFaults, type Check, type Checks, type Fault } from "../../platform/model/checking";
import { findParent, littersOf } from "./breedings";

/** A mating after its litter's birth cannot have been; the day that fits the birth stands in its place, as there must be one. */
async function checkMatingDay(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<Fault | null> {
  const [first] = (await littersOf(ctx, breeding)).map(({ whelpingDate }) => whelpingDate).sort();
  if (first === undefined || first >= breeding.breedingDate) return null;
  return {
    message: `Its litter was born on ${first}`,
    instead: addDays(first, -GESTATION_DAYS),
  };
}

const checkAmong: Check<"breedings">["among"] = async (ctx, breeding) => {
  const faults: Record<string, Fault> = {};
  for (const [role, field] of [
    ["sire", "sireId"],
    ["dam", "damId"],
  ] as const) {
    const id = breeding[field];
    const found = id && (await findParent(ctx, breeding.kennelId, role, id));
    if (typeof found === "string" && found !== "") faults[field] = found;
  }
  const day = await checkMatingDay(ctx, breeding);
  return day === null ? faults : { ...faults, breedingDate: day };
};

export const breedingChecks: Checks = {
  breedings: {
    own: ({ breedingDate, expectedDueDate = null }) => checkBreedingDays({ breedingDate, expectedDueDate }),
    derived: ({ status, isCalledOff }) => ({ isCalledOff: status === "failed" ? isCalledOff : undefined }),
    among: checkAmong,
  },
  breedingFinances: { own: (entry) => shapeFaults(financeEntrySchema, entry) },
};
