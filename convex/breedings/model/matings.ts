/**
 * The matings of a breeding. The breeding stores its own mating date and type. The first mating with that date and
 * type is the mating that counts. A breeding need not have such a mating.
 */
import { v, type Infer } from "convex/values";
import { PLACES } from "../../../domain/contacts/naming";
import { MATING_FIELDS } from "../../../domain/breedings/record";
import { kindOfMating, MAX_MATINGS_PER_BREEDING, TYPE_OF_MATING } from "../../../domain/breedings/rules";
import { checkLimit, fail, failOnFields } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { admitPeople } from "../../contacts/model/naming";
import { recordKind } from "../../platform/model/changes/recordKind";
import { getOrFail } from "../../platform/model/paging/rows";
import { logBreedingActivity } from "./breedingActivities";
import { checkMatingDay, moveMating } from "./breedings";

type OfBreeding = Pick<Doc<"breedings">, "_id" | "kennelId">;
/** The mating date and type, now or before a change. */
type Counted = Pick<Doc<"breedings">, "breedingDate" | "breedingType">;

/** The earliest mating is first. */
export const queryMatings = (ctx: QueryCtx, { kennelId, _id }: OfBreeding) =>
  ctx.db
    .query("matings")
    .withIndex("by_kennel_and_breeding_and_day", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id));

export const matingsOf = async (ctx: QueryCtx, breeding: OfBreeding): Promise<Doc<"matings">[]> =>
  await queryMatings(ctx, breeding).take(MAX_MATINGS_PER_BREEDING);

/** Returns undefined if no mating has this date and type. */
export const countingAmong = (rows: readonly Doc<"matings">[], { breedingDate, breedingType }: Counted) =>
  rows.find(({ on, kind }) => on === breedingDate && TYPE_OF_MATING[kind] === breedingType);

export const matings = recordKind({
  table: "matings",
  fields: MATING_FIELDS,
  index: "by_kennel_and_breeding_and_day",
  more: {
    shape: { breedingId: v.id("breedings"), isCounting: v.boolean() },
    reader: (ctx) => async (row) => {
      const { breedingId } = row;
      const breeding = await getOrFail(ctx, "breedings", breedingId);
      const counting = countingAmong(await matingsOf(ctx, breeding), breeding);
      return { breedingId, isCounting: counting?._id === row._id };
    },
  },
  tell: async (ctx, before, after) => {
    const row = after ?? before;
    const breeding = row && (await ctx.db.get("breedings", row.breedingId));
    const title = before ? (after ? "Mating changed" : "Mating deleted") : "Mating recorded";
    if (breeding) await logBreedingActivity(ctx, breeding, title);
  },
  admit: async (ctx, { row, own = {}, values, args }) => {
    const { breedingId } = { ...own, ...row };
    const breeding = await getOrFail(ctx, "breedings", breedingId ?? fail("NOT_FOUND"));
    const late = await checkMatingDay(ctx, breeding, values.on);
    failOnFields({ ...(late && { on: late.message }) });
    const all = await matingsOf(ctx, breeding);
    const others = all.filter(({ _id }) => _id !== row?._id);
    if (!row) checkLimit(others.length, MAX_MATINGS_PER_BREEDING);
    const { breedingDate, breedingType } = breeding;
    const isTyped = row !== null || Reflect.get(args, "kind") !== undefined;
    const kind = isTyped ? values.kind : kindOfMating(breedingType);
    const isFirstOfDay = values.on === breedingDate && others.every(({ on }) => on !== breedingDate);
    const isMoved = values.on !== row?.on || kind !== row.kind;
    const isCounting = (row && countingAmong(all, breeding)?._id === row._id) || (isMoved && isFirstOfDay);
    const counted = { breedingDate: values.on, breedingType: TYPE_OF_MATING[kind] };
    const isSame = counted.breedingDate === breedingDate && counted.breedingType === breedingType;
    if (isCounting && !isSame) await moveMating(ctx, breeding, counted);
    const people = await admitPeople(ctx, PLACES.matings, breeding.kennelId, { values, former: row });
    const named = Object.entries(people).map(([name, value]) => [name, value ?? undefined] as const);
    return { kind, ...Object.fromEntries(named) };
  },
});

export type Mating = Infer<typeof matings.shape>;

/** The earliest mating is first. */
export async function listMatings(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<Mating[]> {
  const describe = matings.answering(ctx);
  return await Promise.all((await matingsOf(ctx, breeding)).map(describe));
}
