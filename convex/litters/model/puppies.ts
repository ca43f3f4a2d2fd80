/**
 * Recording, changing and deleting puppies. What the litter and the other puppies' places are then follows (follows.ts).
 * Sources: decisions GAP-PUP-01 and GAP-LIT-02.
 */
import { differencesOf } from "../../../domain/history/differences";
import { MAX_PUPPIES_BORN } from "../../../domain/litters/rules";
import { fail } from "../../../domain/errors";
import { PUPPY_FORM_FIELDS } from "../../../domain/litters/record";
import { applyChanges, omitFields, valuesIn, type Stored } from "../../../domain/records/record";
import { parseOrFail } from "../../../domain/records/parse";
import { newPuppySchema, puppyChangesSchema } from "../../../domain/litters/schemas";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { removeRow } from "../../platform/model/changes/removing";
import type { Access } from "../../platform/model/people/identity";
import { puppiesOf } from "./puppyRows";
import { logLitterActivity, logPuppyActivity } from "./puppyActivities";
import { storedFields } from "../../platform/tables/recordValidators";
import { toPuppy, type Puppy } from "./puppyShape";
import { nextVersion } from "../../platform/model/changes/edits";
import { getOrFail } from "../../platform/model/paging/rows";

/** A puppy the caller may see, with the caller's standing in its kennel. */
export interface ReachedPuppy {
  readonly puppy: Doc<"puppies">;
  readonly access: Access;
}

/** The fields that are stored as typed; the place in the order is taken among the others. */
const TYPED_FIELDS = omitFields(PUPPY_FORM_FIELDS, ["order"]);
type Typed = Stored<typeof TYPED_FIELDS>;

/** Lays typed fields over a puppy's. */
const applyFields = (before: Typed, typed: Typed) =>
  storedFields(TYPED_FIELDS, applyChanges(TYPED_FIELDS, valuesIn(TYPED_FIELDS, before), typed));

/** Returns the last place of the whelping order. */
const lastPlace = (puppies: readonly Doc<"puppies">[]): number =>
  Math.max(0, ...puppies.map(({ order }) => order));

/** Records a puppy at the end of the whelping order; throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createPuppy(ctx: MutationCtx, litter: Doc<"litters">, fields: object): Promise<Puppy> {
  const { isStillborn = false, order, ...typed } = parseOrFail(newPuppySchema, fields);
  const before = await puppiesOf(ctx, litter);
  if (before.length >= MAX_PUPPIES_BORN) fail("LIMIT_REACHED", { count: MAX_PUPPIES_BORN });
  const last = lastPlace(before) + 1;
  // A new puppy pushes the one that it meets to the end.
  const holder = before.find((puppy) => puppy.order === order);
  if (holder) await ctx.db.patch("puppies", holder._id, { order: last });
  const id = await ctx.db.insert("puppies", {
    kennelId: litter.kennelId,
    litterId: litter._id,
    order: order ?? last,
    ...applyFields({}, typed),
    ...(isStillborn && { isStillborn, diedOn: litter.whelpingDate }),
    status: isStillborn ? "deceased" : "available",
    updatedAt: Date.now(),
  });
  const puppy = await getOrFail(ctx, "puppies", id);
  await logPuppyActivity(ctx, puppy, "Puppy added");
  return toPuppy(puppy);
}

/**
 * Records the puppies of a litter whose numbers were typed, as many as are missing: males, females and those of
 * unknown sex as the numbers say; puppies counted dead stay to be recorded by hand, for nobody knows which they were.
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

/** Changes a puppy; throws VALIDATION_FAILED, or STALE_UPDATE when it was saved since `expectedUpdatedAt`. */
export async function updatePuppy(
  ctx: MutationCtx,
  { puppy }: Pick<ReachedPuppy, "puppy">,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
): Promise<Puppy> {
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== puppy.updatedAt) fail("STALE_UPDATE");
  const { order = puppy.order, ...typed } = parseOrFail(puppyChangesSchema, fields);
  const values = applyFields(puppy, typed);
  await ctx.db.patch("puppies", puppy._id, { ...values, order, updatedAt: nextVersion(puppy) });
  const saved = await getOrFail(ctx, "puppies", puppy._id);
  if (differencesOf("puppies", puppy, saved).length > 0) await logPuppyActivity(ctx, saved, "Puppy changed");
  return toPuppy(saved);
}

/** Deletes a puppy with its weights and checks; throws HAS_SOLD_PUPPIES for one that was sold. */
export async function removePuppy(ctx: MutationCtx, puppy: Doc<"puppies">): Promise<null> {
  if (puppy.status === "sold") fail("HAS_SOLD_PUPPIES", { count: 1 });
  await removeRow(ctx, "puppies", puppy);
  await logPuppyActivity(ctx, puppy, "Puppy deleted");
  return null;
}
