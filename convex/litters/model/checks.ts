/** Validates litters, puppies, their weights and checks, and the waiting list. */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import {
  checkAgainstPuppies,
  checkBirth,
  checkCounts,
  fitPuppies,
  tallyPuppies,
} from "../../../domain/litters/counts";
import { checkDeposit } from "../../../domain/litters/deposit";
import { checkDeath } from "../../../domain/litters/puppy-status";
import { MAX_PUPPIES_BORN } from "../../../domain/litters/rules";
import { WHELPING_FIELDS } from "../../../domain/litters/record";
import { checkRow } from "../../../domain/records/row-check";
import { newPuppyCheckSchema, weighingSchema } from "../../../domain/litters/schemas";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  roomOf,
  shapeFaults,
  type Check,
  type Checks,
  type Fault,
  type Faults,
} from "../../platform/model/changes/checking";
import { checkWhelpingDay } from "./litters";
import { photoCheck } from "../../dogs/model/checks";
import { checkReturn } from "./puppyPhotos";
import { puppiesOf, queryPuppies } from "./puppyRows";
import { checkListRoom, isOnList } from "./waitingList";
import { isBeforeBirth } from "./puppyWeights";

const litterOwn: Check<"litters">["own"] = (row, today) => ({
  ...checkCounts(row),
  ...checkBirth(row),
  ...checkRow(WHELPING_FIELDS, row.whelping, "whelping."),
  ...checkLifeDay("whelpingDate", "Whelping date", row.whelpingDate, { today }),
});

const litterAmong: Check<"litters">["among"] = async (ctx, litter, { today }) => {
  const breeding = await ctx.db.get("breedings", litter.breedingId);
  if (!breeding) return { breedingId: "Breeding was not found" };
  const day = checkWhelpingDay(litter.whelpingDate, breeding.breedingDate, today);
  const tally = tallyPuppies(await puppiesOf(ctx, litter));
  const wrong = Object.entries(checkAgainstPuppies(litter, tally));
  const fitting: Readonly<Record<string, unknown>> = { ...fitPuppies(litter, tally) };
  const counts = wrong.map(([name, message]) => [name, { message, instead: fitting[name] }] as const);
  return { ...day, ...Object.fromEntries(counts) };
};

const puppyOwn: Check<"puppies">["own"] = (row, today) => {
  const faults: Record<string, Fault> = { ...checkDeposit(row) };
  if (row.isStillborn === true && row.status !== "deceased") faults.isStillborn = "This puppy did not die";
  if (row.diedOn !== undefined && row.status !== "deceased") faults.diedOn = "This puppy did not die";
  else Object.assign(faults, checkLifeDay("diedOn", "Date of death", row.diedOn, { today }));
  Object.assign(
    faults,
    checkDeath(row),
    checkLifeDay("chippedOn", "Day of chipping", row.chippedOn, { today }),
  );
  Object.assign(faults, checkLifeDay("saleDate", "Sale date", row.saleDate, { today }));
  if (row.saleRecordedOn !== undefined && row.saleRecordedOn > today)
    faults.saleRecordedOn = "is in the future";
  return faults;
};

const puppyAmong: Check<"puppies">["among"] = async (ctx, puppy) => {
  const litter = await ctx.db.get("litters", puppy.litterId);
  if (!litter) return { litterId: "Litter was not found" };
  const { diedOn, chippedOn, saleDate, order, dogId } = puppy;
  const { whelpingDate: bornOn } = litter;
  const faults: Record<string, Fault | undefined> = {
    ...checkLifeDay("diedOn", "Date of death", diedOn, { bornOn }),
    ...checkLifeDay("chippedOn", "Day of chipping", chippedOn, { bornOn }),
    ...checkLifeDay("saleDate", "Sale date", saleDate, { bornOn }),
  };
  const others = (await puppiesOf(ctx, litter)).filter(({ _id }) => _id !== puppy._id);
  if (others.some((other) => other.order === order)) {
    const instead = Math.max(...others.map((other) => other.order)) + 1;
    faults.order = { message: "Another puppy has this place", instead };
  }
  const holders =
    dogId === undefined
      ? []
      : await ctx.db
          .query("puppies")
          .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", puppy.kennelId).eq("dogId", dogId))
          .take(2);
  if (holders.some(({ _id }) => _id !== puppy._id)) faults.dogId = "Another puppy became this dog";
  const breeding = dogId && (await ctx.db.get("breedings", litter.breedingId));
  if (breeding && (breeding.sireId === dogId || breeding.damId === dogId)) {
    faults.dogId = "A dog cannot be its own parent";
  }
  return faults;
};

/** A puppy's record must not refer to another litter. */
async function litterFaults(
  ctx: QueryCtx,
  { puppyId, litterId }: { readonly puppyId: Id<"puppies">; readonly litterId: Id<"litters"> },
): Promise<{ faults: Faults; litter: Doc<"litters"> | null }> {
  const puppy = await ctx.db.get("puppies", puppyId);
  const litter = puppy && (await ctx.db.get("litters", puppy.litterId));
  if (!litter) return { faults: { puppyId: "Puppy was not found" }, litter: null };
  if (litter._id === litterId) return { faults: {}, litter };
  return { faults: { litterId: { message: "The puppy is of another litter", instead: litter._id } }, litter };
}

const weightAmong: Check<"puppyWeights">["among"] = async (ctx, weight) => {
  const { faults, litter } = await litterFaults(ctx, weight);
  return litter && isBeforeBirth(weight.weighedAt, litter)
    ? { ...faults, weighedAt: "A weighing cannot be before the birth" }
    : faults;
};

const checkAmong: Check<"puppyHealthChecks">["among"] = async (ctx, check) => {
  const { faults, litter } = await litterFaults(ctx, check);
  return {
    ...faults,
    ...checkLifeDay("checkDate", "Check date", check.checkDate, { bornOn: litter?.whelpingDate }),
  };
};

const weightDoubles: Check<"puppyWeights">["doubles"] = async (ctx, { _id, kennelId, entryKey }) => {
  const rows = await ctx.db
    .query("puppyWeights")
    .withIndex("by_kennel_and_entry_key", (q) => q.eq("kennelId", kennelId).eq("entryKey", entryKey))
    .take(2);
  return rows.some((row) => row._id !== _id) ? { entryKey: "This entry is already there" } : {};
};

const weightOwn: Check<"puppyWeights">["own"] = (row) => {
  const now = Date.now();
  return {
    ...(row.weighedAt > now && {
      weighedAt: { message: "A weighing cannot be in the future", instead: now },
    }),
    ...shapeFaults(weighingSchema, row),
  };
};

export const litterChecks: Checks = {
  litters: { own: litterOwn, among: litterAmong },
  puppies: {
    own: puppyOwn,
    derived: ({ status, reservedAt, saleRecordedOn }) => ({
      reservedAt: status === "available" ? undefined : reservedAt,
      saleRecordedOn: status === "sold" ? saleRecordedOn : undefined,
    }),
    among: puppyAmong,
    returning: roomOf(
      MAX_PUPPIES_BORN,
      ({ litterId }) => litterId,
      (ctx, { kennelId, litterId: _id }) => queryPuppies(ctx, { kennelId, _id }),
    ),
  },
  photos: {
    ...photoCheck,
    returning: async (ctx, photo, isWithin) => {
      if (photo.puppyId === undefined) return await photoCheck.returning(ctx, photo, isWithin);
      if (!isWithin(photo.puppyId)) await checkReturn(ctx, photo);
      return {};
    },
  },
  puppyWeights: { own: weightOwn, doubles: weightDoubles, among: weightAmong },
  puppyHealthChecks: {
    own: (row, today) => ({
      ...shapeFaults(newPuppyCheckSchema, row),
      ...checkLifeDay("checkDate", "Check date", row.checkDate, { today }),
    }),
    among: checkAmong,
  },
  waitingList: {
    derived: (row) => ({ isActive: isOnList(row) }),
    returning: async (ctx, row) => {
      if (row.isActive) await checkListRoom(ctx, row.kennelId, row._id);
      return {};
    },
  },
};
