/**
 * The puppies of a litter as rows: reading them, and moving the litter's and the breeding's numbers in the
 * transaction that changes one. Source: decision GAP-LIT-03.
 */
import { puppiesOf } from "./puppyRows";
import { fail } from "../../../domain/errors";
import { followPuppies, tallyPuppies, type LitterCounts } from "../../../domain/litters/counts";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { littersOf } from "../../breedings/model/breedings";
import { followLitter } from "../../reminders/model/plannedReminders";

/** Returns a litter that a record of the kennel refers to. */
export const requireLitterRow = async (ctx: QueryCtx, id: Id<"litters">): Promise<Doc<"litters">> =>
  (await ctx.db.get("litters", id)) ?? fail("NOT_FOUND");

const sumOf = (rows: readonly Doc<"litters">[], field: "numberBorn" | "numberAlive"): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

/** Brings a breeding's day and numbers in line with its litters; without any they are cleared. */
export async function followLitters(
  ctx: MutationCtx,
  breeding: Pick<Doc<"breedings">, "_id" | "kennelId">,
): Promise<void> {
  const rows = await littersOf(ctx, breeding);
  const days = rows.map((row) => row.whelpingDate).sort();
  await ctx.db.patch("breedings", breeding._id, {
    actualDueDate: days[0],
    numberBorn: rows.length === 0 ? undefined : sumOf(rows, "numberBorn"),
    numberAlive: rows.length === 0 ? undefined : sumOf(rows, "numberAlive"),
  });
}

const isSame = (before: LitterCounts, after: LitterCounts): boolean =>
  before.numberBorn === after.numberBorn &&
  before.numberAlive === after.numberAlive &&
  before.numberMales === after.numberMales &&
  before.numberFemales === after.numberFemales;

/** Brings a litter's numbers, and those counted from it, in line after its puppies changed from what they were. */
export async function followChange(
  ctx: MutationCtx,
  litterId: Id<"litters">,
  before: readonly Doc<"puppies">[],
): Promise<void> {
  const litter = await requireLitterRow(ctx, litterId);
  const after = await puppiesOf(ctx, litter);
  const counts = followPuppies(litter, tallyPuppies(before), tallyPuppies(after));
  if (!isSame(litter, counts)) {
    await ctx.db.patch("litters", litterId, counts);
    await followLitter(ctx, { ...litter, ...counts });
    await followLitters(ctx, { _id: litter.breedingId, kennelId: litter.kennelId });
  }
}
