/**
 * Recording and changing litters. A litter brings its breeding to whelped; the breeding's day and numbers are those
 * of its litters, kept in the same transaction. Sources: document 001 section 7, decisions GAP-LIT-02 and GAP-LIT-03.
 */
import { LITTERS_PER_BREEDING } from "../../domain/constants/breedings";
import { warnOfDueDate } from "../../domain/breedings/dates";
import { fail, failOnFields, type FieldErrors } from "../../domain/errors";
import { checkCounts } from "../../domain/litters/counts";
import { newLitterSchema } from "../../domain/schemas/litter";
import { parseOrFail } from "../../domain/schemas/parse";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { recordActivity } from "./activities";
import { describeBreeding, enterStatus, littersOf, titleOf, type ReachedBreeding } from "./breedings";
import type { BreedingEntry } from "./breedingShape";
import { adjustCounter } from "./counters";
import { trustedToday } from "./dogs";
import type { Access } from "./identity";
import { toLitterEntry, type SavedLitter } from "./litterShape";

async function requireRow(ctx: QueryCtx, id: Id<"litters">): Promise<Doc<"litters">> {
  return (await ctx.db.get("litters", id)) ?? fail("NOT_FOUND");
}

/** Refuses puppies born before the mating or after today. */
const checkWhelpingDay = (whelpingDate: string, breedingDate: string, today: string): FieldErrors => {
  if (whelpingDate > today) return { whelpingDate: "Whelping date cannot be in the future" };
  return whelpingDate < breedingDate
    ? { whelpingDate: "Whelping date cannot be before the mating date" }
    : {};
};

/** Warns of a day that no pregnancy fits. */
function warningsOf(whelpingDate: string, { breedingDate }: Doc<"breedings">): string[] {
  return warnOfDueDate({ breedingDate, expectedDueDate: whelpingDate }) === null
    ? []
    : [`The whelping date ${whelpingDate} is unusually far from the mating on ${breedingDate}`];
}

const sumOf = (rows: readonly Doc<"litters">[], field: "numberBorn" | "numberAlive"): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

/** Brings a breeding's day and numbers in line with its litters; without any they are cleared. */
async function followLitters(ctx: MutationCtx, breeding: Doc<"breedings">): Promise<void> {
  const rows = await littersOf(ctx, breeding);
  const days = rows.map((row) => row.whelpingDate).sort();
  await ctx.db.patch("breedings", breeding._id, {
    actualDueDate: days[0],
    numberBorn: rows.length === 0 ? undefined : sumOf(rows, "numberBorn"),
    numberAlive: rows.length === 0 ? undefined : sumOf(rows, "numberAlive"),
  });
}

const puppiesInWords = (count: number): string => (count === 1 ? "1 puppy" : `${count} puppies`);

async function tellOfBirth(ctx: MutationCtx, entry: BreedingEntry, litter: Doc<"litters">): Promise<void> {
  const numbers = litter.numberBorn === 0 ? "" : `: ${puppiesInWords(litter.numberBorn)}`;
  await recordActivity(ctx, litter.kennelId, {
    type: "litter_born",
    title: "Litter born",
    description: `${titleOf(entry)}${numbers}`,
    ...(entry.damId && { dogId: entry.damId }),
  });
}

/**
 * Records a litter of a breeding and brings that one to whelped, unless it is completed already; throws
 * VALIDATION_FAILED, or LIMIT_REACHED when the breeding has all the litters it may.
 */
export async function createLitterOfBreeding(
  ctx: MutationCtx,
  access: Access,
  breeding: Doc<"breedings">,
  { today, ...fields }: { today: string },
): Promise<SavedLitter> {
  const day = trustedToday(today);
  const { whelping = {}, notes, ...typed } = parseOrFail(newLitterSchema, fields);
  failOnFields({
    ...checkWhelpingDay(typed.whelpingDate, breeding.breedingDate, day),
    ...checkCounts(typed),
  });
  if ((await littersOf(ctx, breeding)).length >= LITTERS_PER_BREEDING) {
    fail("LIMIT_REACHED", { count: LITTERS_PER_BREEDING });
  }
  const { kennelId } = breeding;
  const id = await ctx.db.insert("litters", {
    kennelId,
    breedingId: breeding._id,
    ...typed,
    notes: notes ?? undefined,
    whelping: {
      complications: whelping.complications ?? undefined,
      assistanceRequired: whelping.assistanceRequired,
      veterinarianPresent: whelping.veterinarianPresent,
      notes: whelping.notes ?? undefined,
    },
    updatedAt: Date.now(),
  });
  await adjustCounter(ctx, kennelId, "litters", 1);
  await followLitters(ctx, breeding);
  await reachWhelped(ctx, { breeding, access });
  const litter = await requireRow(ctx, id);
  const entry = await describeBreeding(ctx, (await ctx.db.get("breedings", breeding._id)) ?? breeding);
  await tellOfBirth(ctx, entry, litter);
  return { ...toLitterEntry(litter, entry), warnings: warningsOf(litter.whelpingDate, breeding) };
}

async function reachWhelped(ctx: MutationCtx, reached: ReachedBreeding): Promise<void> {
  if (reached.breeding.status !== "completed") await enterStatus(ctx, reached, "whelped");
}
