/** Validates breedings, their matings, pregnancy checks, temperatures and accounts. */
import {
  GESTATION_DAYS,
  MAX_CHECKS_PER_BREEDING,
  MAX_MATINGS_PER_BREEDING,
  MAX_TEMPERATURES_PER_BREEDING,
} from "../../../domain/breedings/rules";
import { checkBreedingDays } from "../../../domain/breedings/dates";
import { addDays } from "../../../domain/dates/calendar-days";
import { MATING_FIELDS } from "../../../domain/breedings/record";
import { financeEntrySchema } from "../../../domain/breedings/schemas";
import { changeShape } from "../../../domain/records/record";
import {
  isAmongFirst,
  roomOf,
  shapeFaults,
  type Check,
  type Checks,
  type Fault,
  type Faults,
} from "../../platform/model/changes/checking";
import { checkMatingDay, findParent } from "./breedings";
import { queryMatings } from "./matings";
import { queryChecks } from "./pregnancyChecks";
import { checkTaken, queryTemperatures, temperatureChangesSchema } from "./damTemperatures";

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
  // The date is required, so an invalid date is replaced by a date that fits the birth.
  return { ...faults, breedingDate: { ...day, instead: addDays(day.bornOn, -GESTATION_DAYS) } };
};

const temperatureOwn: Check<"damTemperatures">["own"] = (row) => shapeFaults(temperatureChangesSchema, row);

const atMost = (most: number, what: string): Faults => ({
  breedingId: `A breeding has at most ${most} ${what}`,
});

const temperatureAmong: Check<"damTemperatures">["among"] = async (ctx, row) => {
  const { kennelId, breedingId: _id, takenAt } = row;
  const breeding = await ctx.db.get("breedings", _id);
  const now = Date.now();
  if (!breeding) return { breedingId: "Breeding was not found" };
  if (!(await isAmongFirst(queryTemperatures(ctx, { kennelId, _id }), MAX_TEMPERATURES_PER_BREEDING, row)))
    return atMost(MAX_TEMPERATURES_PER_BREEDING, "temperatures");
  const { takenAt: message } = checkTaken(takenAt, breeding, now);
  // The time is required, so an invalid time is replaced by the nearest possible time.
  const instead = takenAt > now ? now : Date.parse(breeding.breedingDate);
  return message === undefined ? {} : { takenAt: { message, instead } };
};

const temperatureDoubles: Check<"damTemperatures">["doubles"] = async (ctx, { _id, kennelId, entryKey }) => {
  if (entryKey === undefined) return {};
  const rows = await ctx.db
    .query("damTemperatures")
    .withIndex("by_kennel_and_entry_key", (q) => q.eq("kennelId", kennelId).eq("entryKey", entryKey))
    .take(2);
  return rows.some((row) => row._id !== _id) ? { entryKey: "This entry is already there" } : {};
};

const matingAmong: Check<"matings">["among"] = async (ctx, row) => {
  const { kennelId, breedingId: _id } = row;
  const breeding = await ctx.db.get("breedings", _id);
  if (!breeding) return { breedingId: "Breeding was not found" };
  if (!(await isAmongFirst(queryMatings(ctx, { kennelId, _id }), MAX_MATINGS_PER_BREEDING, row)))
    return atMost(MAX_MATINGS_PER_BREEDING, "matings");
  const late = await checkMatingDay(ctx, breeding, row.on);
  return late ? { on: { message: late.message, instead: breeding.breedingDate } } : {};
};

export const breedingChecks: Checks = {
  breedings: {
    own: ({ breedingDate, expectedDueDate = null }) => checkBreedingDays({ breedingDate, expectedDueDate }),
    derived: ({ status, isCalledOff }) => ({ isCalledOff: status === "failed" ? isCalledOff : undefined }),
    among: checkAmong,
  },
  matings: {
    own: (row) => shapeFaults(changeShape(MATING_FIELDS), row),
    among: matingAmong,
    returning: roomOf(
      MAX_MATINGS_PER_BREEDING,
      ({ breedingId }) => breedingId,
      (ctx, { kennelId, breedingId }) => queryMatings(ctx, { kennelId, _id: breedingId }),
    ),
  },
  pregnancyChecks: {
    among: async (ctx, row) => {
      const { kennelId, breedingId: _id } = row;
      const isKept = await isAmongFirst(queryChecks(ctx, { kennelId, _id }), MAX_CHECKS_PER_BREEDING, row);
      return isKept ? {} : atMost(MAX_CHECKS_PER_BREEDING, "pregnancy checks");
    },
    returning: roomOf(
      MAX_CHECKS_PER_BREEDING,
      ({ breedingId }) => breedingId,
      (ctx, { kennelId, breedingId }) => queryChecks(ctx, { kennelId, _id: breedingId }),
    ),
  },
  damTemperatures: {
    own: temperatureOwn,
    among: temperatureAmong,
    doubles: temperatureDoubles,
    returning: roomOf(
      MAX_TEMPERATURES_PER_BREEDING,
      ({ breedingId }) => breedingId,
      (ctx, { kennelId, breedingId }) => queryTemperatures(ctx, { kennelId, _id: breedingId }),
    ),
  },
  breedingFinances: { own: (entry) => shapeFaults(financeEntrySchema, entry) },
};
