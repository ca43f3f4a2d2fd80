/**
 * Income and costs of a breeding: the entries, the stud fee and the sales of the puppies. Every amount is in whole
 * cents.
 */
import { puppyName } from "../../../domain/litters/words";
import { v, type Infer } from "convex/values";
import { LITTERS_PER_BREEDING, MAX_ENTRIES_PER_BREEDING } from "../../../domain/breedings/rules";
import { MAX_PUPPIES_BORN } from "../../../domain/litters/rules";
import { checkLimit } from "../../../domain/errors";
import { addMoney, NO_MONEY, type Money } from "../../../domain/reports/finances";
import { financeEntrySchema } from "../../../domain/breedings/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { financeCategoryValidator, financeKindValidator } from "../tables/breedingFinances";
import { logBreedingActivity } from "./breedingActivities";
import { ParentReader } from "../../platform/model/paging/parents";
import { studMoneyOf } from "../../dogs/model/studFees";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";
import { getOrFail } from "../../platform/model/paging/rows";

const textOrNull = v.union(v.string(), v.null());

export const financeEntryShape = v.object({
  _id: v.id("breedingFinances"),
  kind: financeKindValidator,
  category: financeCategoryValidator,
  amountCents: v.number(),
  bookedOn: v.string(),
  description: textOrNull,
  updatedAt: v.number(),
});
type FinanceEntry = Infer<typeof financeEntryShape>;

export const financeEntryArgs = {
  kind: v.string(),
  category: v.string(),
  amountCents: v.number(),
  bookedOn: v.string(),
  description: v.optional(textOrNull),
};

export const moneyShape = v.object({
  salesCents: v.number(),
  studIncomeCents: v.number(),
  otherIncomeCents: v.number(),
  studCostCents: v.number(),
  otherCostCents: v.number(),
});

export const accountShape = v.object({
  entries: v.array(financeEntryShape),
  /** Only sold puppies, the earliest sale first. */
  sales: v.array(
    v.object({
      puppyId: v.id("puppies"),
      name: v.string(),
      saleDate: v.string(),
      priceCents: v.union(v.number(), v.null()),
    }),
  ),
  money: moneyShape,
});

const toEntry = (row: Doc<"breedingFinances">): FinanceEntry => ({
  _id: row._id,
  kind: row.kind,
  category: row.category,
  amountCents: row.amountCents,
  bookedOn: row.bookedOn,
  description: row.description ?? null,
  updatedAt: row.updatedAt,
});

const entriesOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Doc<"breedings">,
): Promise<Doc<"breedingFinances">[]> =>
  await ctx.db
    .query("breedingFinances")
    .withIndex("by_kennel_and_breeding_and_date", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id))
    .take(MAX_ENTRIES_PER_BREEDING);

/** Negative for a cost. */
export const moneyOfEntry = ({
  kind,
  amountCents,
}: Pick<Doc<"breedingFinances">, "kind" | "amountCents">): Money =>
  kind === "cost"
    ? { ...NO_MONEY, otherCostCents: amountCents }
    : { ...NO_MONEY, otherIncomeCents: amountCents };

async function salesOf(ctx: QueryCtx, { kennelId, _id }: Doc<"breedings">): Promise<Doc<"puppies">[]> {
  const litters = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_breeding", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id))
    .take(LITTERS_PER_BREEDING);
  const puppies = await Promise.all(
    litters.map(
      async (litter) =>
        await ctx.db
          .query("puppies")
          .withIndex("by_kennel_and_litter_and_order", (q) =>
            q.eq("kennelId", kennelId).eq("litterId", litter._id),
          )
          .take(MAX_PUPPIES_BORN),
    ),
  );
  return puppies.flat().filter(({ status }) => status === "sold");
}

export async function describeAccount(
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  today: string | undefined,
): Promise<Infer<typeof accountShape>> {
  const entries = await entriesOf(ctx, breeding);
  const sold = await salesOf(ctx, breeding);
  const salesCents = sold.reduce((sum, { priceCents = 0 }) => sum + priceCents, 0);
  return {
    entries: entries.map(toEntry),
    sales: sold
      .map((puppy) => ({
        puppyId: puppy._id,
        name: puppyName(puppy),
        saleDate: puppy.saleDate ?? "",
        priceCents: puppy.priceCents ?? null,
      }))
      .sort((one, other) => one.saleDate.localeCompare(other.saleDate)),
    money: entries
      .map(moneyOfEntry)
      .reduce(
        addMoney,
        addMoney(await studMoneyOf(breeding, new ParentReader(ctx), today), { ...NO_MONEY, salesCents }),
      ),
  };
}

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createEntry(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  fields: object,
): Promise<FinanceEntry> {
  const { description, ...typed } = parseOrFail(financeEntrySchema, fields);
  checkLimit((await entriesOf(ctx, breeding)).length, MAX_ENTRIES_PER_BREEDING);
  const { kennelId, _id: breedingId } = breeding;
  const row = {
    kennelId,
    breedingId,
    ...typed,
    description: description ?? undefined,
    updatedAt: Date.now(),
  };
  const id = await ctx.db.insert("breedingFinances", row);
  await logBreedingActivity(ctx, breeding, "Breeding account changed");
  return toEntry(await getOrFail(ctx, "breedingFinances", id));
}

export async function logFinances(ctx: MutationCtx, { breedingId }: Doc<"breedingFinances">): Promise<void> {
  const breeding = await ctx.db.get("breedings", breedingId);
  if (breeding) await logBreedingActivity(ctx, breeding, "Breeding account changed");
}

/** Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the entry after `expectedUpdatedAt`. */
export async function updateEntry(
  ctx: MutationCtx,
  entry: Doc<"breedingFinances">,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
): Promise<FinanceEntry> {
  checkVersion(entry, expectedUpdatedAt);
  const { description, ...typed } = parseOrFail(financeEntrySchema, fields);
  const change = { ...typed, description: description ?? undefined };
  const saved = await saveRow(ctx, "breedingFinances", entry, change);
  await logFinances(ctx, entry);
  return toEntry(saved);
}

export async function removeEntry(ctx: MutationCtx, entry: Doc<"breedingFinances">): Promise<null> {
  await ctx.db.delete("breedingFinances", entry._id);
  await logFinances(ctx, entry);
  return null;
}
