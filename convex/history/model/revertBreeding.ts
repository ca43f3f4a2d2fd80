/** Putting former values back in dogs, photos, heats, breedings, litters and puppies. */
import { fail } from "../../../domain/errors";
import { BREEDING_FIELDS } from "../../../domain/records/breeding";
import { DOG_FIELDS } from "../../../domain/records/dog";
import { HEAT_FIELDS } from "../../../domain/records/heat";
import { LITTER_FIELDS } from "../../../domain/records/litter";
import { READING_FIELDS } from "../../../domain/records/reading";
import { PUPPY_FIELDS, PUPPY_STATE } from "../../../domain/records/puppy";
import { namesOf, omitFields } from "../../../domain/records/record";
import type { Doc } from "../../_generated/dataModel";
import { updateBreeding, enterStatus } from "../../breedings/model/breedings";
import { updateEntry } from "../../breedings/model/breedingFinances";
import { updateDog } from "../../dogs/model/dogs";
import { followPuppy } from "../../vaccinations/model/doseRows";
import { setSpayed, updateHeat, updateReading } from "../../heats/model/heats";
import { followChange } from "../../litters/model/litterPuppies";
import { puppiesOf } from "../../litters/model/puppyRows";
import { updateLitter } from "../../litters/model/litters";
import { setCaption, setPrimary } from "../../dogs/model/photos";
import { updatePuppy } from "../../litters/model/puppies";
import { updatePuppyCheck } from "../../litters/model/puppyHealthChecks";
import { has, objectOf, typedOf, wholeOf, type Revert } from "./revert";
import { nextVersion } from "../../platform/model/versions";

/** Puts back what a dog was. */
export const revertDog: Revert<"dogs"> = async (ctx, dog, values, { access, today }) => {
  const typed = typedOf(values, namesOf(DOG_FIELDS));
  if (Object.keys(typed).length > 0) await updateDog(ctx, dog, { today, ...typed });
  if (!has(values, "spayedOn")) return;
  const saved = (await ctx.db.get("dogs", dog._id)) ?? fail("NOT_FOUND");
  const { spayedOn } = values;
  await setSpayed(
    ctx,
    { dog: saved, access },
    { today, spayedOn: typeof spayedOn === "string" ? spayedOn : null },
  );
};

/** Puts back a photo's caption, or its place as the main photo. */
export const revertPhoto: Revert<"photos"> = async (ctx, photo, values) => {
  const { caption } = values;
  if (has(values, "caption")) await setCaption(ctx, photo, typeof caption === "string" ? caption : null);
  if (values.isPrimary === true) await setPrimary(ctx, photo);
};

/** Puts back what a heat was. */
export const revertHeat: Revert<"heats"> = async (ctx, heat, values, { today }) => {
  const dog = (await ctx.db.get("dogs", heat.dogId)) ?? fail("NOT_FOUND");
  const typed = typedOf(values, namesOf(HEAT_FIELDS));
  await updateHeat(ctx, { heat, dog }, { today, ...typed });
};

/** Puts back what a reading was. */
export const revertReading: Revert<"progesteroneReadings"> = async (ctx, row, values, { today }) => {
  const heat = (await ctx.db.get("heats", row.heatId)) ?? fail("NOT_FOUND");
  const dog = (await ctx.db.get("dogs", row.dogId)) ?? fail("NOT_FOUND");
  const whole = wholeOf(row, values, namesOf(READING_FIELDS));
  await updateReading(ctx, { heat, dog }, { today, readingId: row._id, ...whole });
};

/** Puts back what a breeding was, its status included; a parent that was known by name only stays a record. */
export const revertBreeding: Revert<"breedings"> = async (ctx, breeding, values) => {
  const { sireId, damId, status } = values;
  const typed: Record<string, unknown> = {
    ...typedOf(values, namesOf(BREEDING_FIELDS)),
    ...(typeof sireId === "string" && { sireId }),
    ...(typeof damId === "string" && { damId }),
  };
  if (Object.keys(typed).length > 0) await updateBreeding(ctx, breeding, typed);
  if (typeof status !== "string") return;
  const saved = (await ctx.db.get("breedings", breeding._id)) ?? fail("NOT_FOUND");
  // A status that the breeding had is one of them.
  await enterStatus(ctx, saved, status as Doc<"breedings">["status"]);
};

/** Puts back an entry of income or cost. */
export const revertEntry: Revert<"breedingFinances"> = async (ctx, entry, values) => {
  const names = ["kind", "category", "amountCents", "bookedOn", "description"];
  await updateEntry(ctx, entry, wholeOf(entry, values, names));
};

/**
 * Puts back what a litter was. The notes of the whelping are written as they were: nothing follows from them, and the
 * form cannot take a yes or no back to being open.
 */
export const revertLitter: Revert<"litters"> = async (ctx, litter, values, { today }) => {
  const typed = typedOf(values, namesOf(LITTER_FIELDS));
  if (Object.keys(typed).length > 0) await updateLitter(ctx, litter, { today, ...typed });
  if (!Object.keys(values).some((name) => name.startsWith("whelping."))) return;
  const whelping = objectOf({ whelping: litter.whelping }, values, "whelping") ?? {};
  const saved = (await ctx.db.get("litters", litter._id)) ?? fail("NOT_FOUND");
  await ctx.db.patch("litters", litter._id, { whelping, updatedAt: nextVersion(saved) });
};

/** What steps set of a puppy; which dog it became stays. */
const PUPPY_STEPS = namesOf(omitFields(PUPPY_STATE, ["buyer", "dogId"]));

/**
 * Puts back what a puppy was. Its status with buyer, price and days is one state that steps lead to and no form sets, so
 * it is written as it was, and the litter's numbers, the sales and what is due follow.
 */
export const revertPuppy: Revert<"puppies"> = async (ctx, puppy, values) => {
  const typed = typedOf(values, namesOf(PUPPY_FIELDS));
  if (Object.keys(typed).length > 0) await updatePuppy(ctx, { puppy }, typed);
  const state = PUPPY_STEPS.filter((name) => has(values, name));
  const isBuyer = Object.keys(values).some((name) => name.startsWith("buyer."));
  if (state.length === 0 && !isBuyer) return;
  const before = await puppiesOf(ctx, { _id: puppy.litterId, kennelId: puppy.kennelId });
  const row = (await ctx.db.get("puppies", puppy._id)) ?? fail("NOT_FOUND");
  // Values that this row had are of the row's types.
  const former = Object.fromEntries(state.map((name) => [name, values[name]])) as Partial<Doc<"puppies">>;
  const buyer = objectOf({ buyer: row.buyer }, values, "buyer") as Doc<"puppies">["buyer"];
  const status = former.status ?? row.status;
  await ctx.db.patch("puppies", row._id, {
    ...former,
    ...(isBuyer && { buyer }),
    ...(status === "available" && { reservedAt: undefined }),
    ...(status !== "sold" && { saleRecordedOn: undefined }),
    updatedAt: nextVersion(row),
  });
  await followChange(ctx, row.litterId, before);
  await followPuppy(ctx, (await ctx.db.get("puppies", row._id)) ?? fail("NOT_FOUND"));
};

/** Takes a puppy's weight back, or lets it count again; nothing else follows from it. */
export const revertPuppyWeight: Revert<"puppyWeights"> = async (ctx, row, values) => {
  const { removedAt } = values;
  if (!has(values, "removedAt")) return;
  await ctx.db.patch("puppyWeights", row._id, {
    removedAt: typeof removedAt === "number" ? removedAt : undefined,
  });
};

/** Puts back what a puppy's check was. */
export const revertPuppyCheck: Revert<"puppyHealthChecks"> = async (ctx, check, values, { today }) => {
  const names = ["checkDate", "weightGrams", "temperatureFahrenheit", "notes", "veterinarian"];
  await updatePuppyCheck(ctx, check, { today, ...typedOf(values, names) });
};
