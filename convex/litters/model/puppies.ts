/**
 * Records, changes and deletes puppies. follows.ts updates the litter's counts and the positions of the other
 * puppies. Sources: decisions GAP-PUP-01 and GAP-LIT-02.
 */
import { v, type Infer } from "convex/values";
import { MAX_PUPPIES_BORN } from "../../../domain/litters/rules";
import { checkLifeDay, latestDayOnEarth } from "../../../domain/dates/calendar-days";
import { checkLimit, fail, failOnFields } from "../../../domain/errors";
import { checkDeath, checkTimeOfBirth } from "../../../domain/litters/puppy-status";
import { PUPPY_FORM_FIELDS, PUPPY_STATE } from "../../../domain/litters/record";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordKind } from "../../platform/model/changes/recordKind";
import type { Access } from "../../platform/model/people/identity";
import { puppiesOf } from "./puppyRows";
import { getOrFail } from "../../platform/model/paging/rows";
import { logLitterActivity, logPuppyActivity } from "./puppyActivities";

/** The access contains the caller's rights in the puppy's kennel. */
export interface ReachedPuppy {
  readonly puppy: Doc<"puppies">;
  readonly access: Access;
}

const lastPlace = (puppies: readonly Doc<"puppies">[]): number =>
  Math.max(0, ...puppies.map(({ order }) => order));

/** If the puppy is already in the litter, it is moved to the end. Throws LIMIT_REACHED. */
async function placeOfNew(
  ctx: MutationCtx,
  litter: Pick<Doc<"litters">, "_id" | "kennelId">,
  wanted: number | undefined,
): Promise<number> {
  const others = await puppiesOf(ctx, litter);
  checkLimit(others.length, MAX_PUPPIES_BORN);
  const last = lastPlace(others) + 1;
  const holder = others.find(({ order }) => order === wanted);
  if (holder) await ctx.db.patch("puppies", holder._id, { order: last });
  return wanted ?? last;
}

const numberOrNull = v.union(v.number(), v.null());

export const puppies = recordKind({
  table: "puppies",
  fields: PUPPY_FORM_FIELDS,
  state: PUPPY_STATE,
  index: "by_kennel_and_litter_and_order",
  more: {
    shape: {
      litterId: v.id("litters"),
      isStillborn: v.boolean(),
      reservedAt: numberOrNull,
      saleRecordedOn: v.union(v.string(), v.null()),
    },
    reader:
      () =>
      ({ litterId, isStillborn = false, reservedAt = null, saleRecordedOn = null }) => ({
        ...{ litterId, isStillborn, reservedAt, saleRecordedOn },
      }),
  },
  tell: async (ctx, before, after) => {
    const puppy = after ?? before;
    const title = before ? `Puppy ${after ? "changed" : "deleted"}` : "Puppy added";
    if (puppy) await logPuppyActivity(ctx, puppy, title);
  },
  admit: async (ctx, { kennelId, row, own = {}, typed }) => {
    const { litterId, status } = { ...own, ...row };
    const { _id, whelpingDate: bornOn } = await getOrFail(ctx, "litters", litterId ?? fail("NOT_FOUND"));
    const bounds = { today: latestDayOnEarth(Date.now()), bornOn };
    failOnFields({
      ...checkDeath({ ...typed, status: status ?? "available" }),
      ...checkLifeDay("chippedOn", "Day of chipping", typed.chippedOn ?? undefined, bounds),
      // An unchanged time is not checked, because the whelping date may have been corrected since.
      ...(typed.bornAt !== row?.bornAt && checkTimeOfBirth(typed.bornAt, bornOn)),
    });
    return {
      order: row ? (typed.order ?? row.order) : await placeOfNew(ctx, { kennelId, _id }, typed.order),
    };
  },
});

export type Puppy = Infer<typeof puppies.shape>;

/** The puppy is added at the end of the whelping order. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createPuppy(
  ctx: MutationCtx,
  { _id: litterId, kennelId, whelpingDate }: Doc<"litters">,
  { isStillborn = false, ...fields }: { isStillborn?: boolean },
): Promise<Puppy> {
  const born = isStillborn
    ? { status: "deceased" as const, isStillborn, diedOn: whelpingDate }
    : { status: "available" as const };
  return await puppies.create(ctx, { kennelId, dog: null, own: { litterId, ...born } }, fields);
}

/**
 * Records as many males, females and puppies of unknown sex as the litter's entered numbers require. Dead puppies
 * are not added, because only the user knows which puppies died.
 */
export async function createMissingPuppies(ctx: MutationCtx, litter: Doc<"litters">): Promise<null> {
  const before = await puppiesOf(ctx, litter);
  const count = (gender: "male" | "female") => before.filter((puppy) => puppy.gender === gender).length;
  const genders = [
    ...Array.from({ length: Math.max(0, litter.numberMales - count("male")) }, () => "male" as const),
    ...Array.from({ length: Math.max(0, litter.numberFemales - count("female")) }, () => "female" as const),
  ];
  const living = before.filter(({ status }) => status !== "deceased").length;
  const missing = Math.min(
    litter.numberAlive - living,
    litter.numberBorn - before.length,
    MAX_PUPPIES_BORN - before.length,
  );
  const last = lastPlace(before);
  for (let index = 0; index < missing; index += 1) {
    const gender = genders[index];
    await ctx.db.insert("puppies", {
      kennelId: litter.kennelId,
      litterId: litter._id,
      order: last + index + 1,
      ...(gender && { gender }),
      status: "available",
      updatedAt: Date.now(),
    });
  }
  if (missing <= 0) return null;
  await logLitterActivity(ctx, litter, "Puppies added");
  return null;
}

/** Also deletes the weights and checks. Throws HAS_SOLD_PUPPIES if the puppy was sold. */
export async function removePuppy(ctx: MutationCtx, puppy: Doc<"puppies">): Promise<null> {
  if (puppy.status === "sold") fail("HAS_SOLD_PUPPIES", { count: 1 });
  await puppies.remove(ctx, puppy);
  return null;
}
