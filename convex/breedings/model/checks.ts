/** Validity of breedings and their accounts. */
import { GESTATION_DAYS } from "../../../domain/breedings/rules";
import { checkBreedingDays } from "../../../domain/breedings/dates";
import { addDays } from "../../../domain/dates/calendar-days";
import { financeEntrySchema } from "../../../domain/breedings/schemas";
import { shapeFaults, type Check, type Checks, type Fault } from "../../platform/model/changes/checking";
import { checkMatingDay, findParent } from "./breedings";

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
  const day = await checkMatingDay(ctx, breeding, breeding.breedingDate);
  if (day === null) return faults;
  // The date is required; the one that fits the birth replaces it.
  return { ...faults, breedingDate: { ...day, instead: addDays(day.bornOn, -GESTATION_DAYS) } };
};

export const breedingChecks: Checks = {
  breedings: {
    own: ({ breedingDate, expectedDueDate = null }) => checkBreedingDays({ breedingDate, expectedDueDate }),
    derived: ({ status, isCalledOff }) => ({ isCalledOff: status === "failed" ? isCalledOff : undefined }),
    among: checkAmong,
  },
  breedingFinances: { own: (entry) => shapeFaults(financeEntrySchema, entry) },
};
