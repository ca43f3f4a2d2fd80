/** Putting former values back in litters, puppies, photos and applicants. */
import { fail } from "../../../domain/errors";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../../../domain/records/applicant";
import { LITTER_FIELDS } from "../../../domain/records/litter";
import { PUPPY_FIELDS, PUPPY_STATE } from "../../../domain/records/puppy";
import { namesOf, omitFields } from "../../../domain/records/record";
import type { Doc } from "../../_generated/dataModel";
import {
  formerOf,
  has,
  objectOf,
  revertRow,
  typedOf,
  type Revert,
  type Reverts,
} from "../../platform/model/reverting";
import { nextVersion } from "../../platform/model/versions";
import { revertPhoto as revertDogPhoto } from "../../dogs/model/reverts";
import { updateLitter } from "./litters";
import { updatePuppy } from "./puppies";
import { updatePuppyCheck } from "./puppyHealthChecks";
import { setPuppyCaption } from "./puppyPhotos";
import { isWeighedAgain } from "./puppyWeights";
import { returnApplicant, updateApplicant, withdrawApplicant } from "./waitingList";

/**
 * Puts back what a litter was. The notes of the whelping are written as they were: nothing follows from them, and the
 * form cannot take a yes or no back to being open.
 */
const revertLitter: Revert<"litters"> = async (ctx, litter, values, { today }) => {
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
const revertPuppy: Revert<"puppies"> = async (ctx, puppy, values) => {
  const typed = typedOf(values, namesOf(PUPPY_FIELDS));
  if (Object.keys(typed).length > 0) await updatePuppy(ctx, { puppy }, typed);
  const former = formerOf<"puppies">(values, PUPPY_STEPS);
  const isBuyer = Object.keys(values).some((name) => name.startsWith("buyer."));
  if (Object.keys(former).length === 0 && !isBuyer) return;
  const row = (await ctx.db.get("puppies", puppy._id)) ?? fail("NOT_FOUND");
  const buyer = objectOf({ buyer: row.buyer }, values, "buyer") as Doc<"puppies">["buyer"];
  const status = former.status ?? row.status;
  await ctx.db.patch("puppies", row._id, {
    ...former,
    ...(isBuyer && { buyer }),
    ...(status === "available" && { reservedAt: undefined }),
    ...(status !== "sold" && { saleRecordedOn: undefined }),
    updatedAt: nextVersion(row),
  });
};

/** Puts back a photo's caption, or a dog's main photo. */
const revertPhoto: Revert<"photos"> = async (ctx, photo, values, step) => {
  if (photo.puppyId === undefined) return await revertDogPhoto(ctx, photo, values, step);
  const { caption } = values;
  if (has(values, "caption")) await setPuppyCaption(ctx, photo, typeof caption === "string" ? caption : null);
};

/** Takes a puppy's weight back, or lets it count again unless it was typed again by now. */
const revertPuppyWeight: Revert<"puppyWeights"> = async (ctx, row, values) => {
  if (values.removedAt === undefined && (await isWeighedAgain(ctx, row))) return;
  await revertRow(ctx, "puppyWeights", row, values);
};

/** Puts back what a puppy's check was. */
const revertPuppyCheck: Revert<"puppyHealthChecks"> = async (ctx, check, values, { today }) => {
  const names = ["checkDate", "weightGrams", "temperatureFahrenheit", "notes", "veterinarian"];
  await updatePuppyCheck(ctx, check, { today, ...typedOf(values, names) });
};

/**
 * Puts back what an applicant was. Off the list and back on it they go as by hand, to its end; an offer is written as it
 * was, as nothing follows from it.
 */
const revertApplicant: Revert<"waitingList"> = async (ctx, applicant, values) => {
  const typed = typedOf(values, namesOf(APPLICANT_FIELDS));
  if (Object.keys(typed).length > 0) await updateApplicant(ctx, applicant, typed);
  const former = formerOf<"waitingList">(values, namesOf(APPLICANT_STATE));
  if (Object.keys(former).length === 0) return;
  let row = (await ctx.db.get("waitingList", applicant._id)) ?? fail("NOT_FOUND");
  const isActive = values.status === "waiting" || values.status === "offered";
  if (values.status === "withdrawn") await withdrawApplicant(ctx, row);
  else if (isActive && !row.isActive) await returnApplicant(ctx, row);
  row = (await ctx.db.get("waitingList", applicant._id)) ?? fail("NOT_FOUND");
  await ctx.db.patch("waitingList", row._id, { ...former, updatedAt: nextVersion(row) });
};

/** How each kind of record has former values put back. */
export const litterReverts = {
  litters: revertLitter,
  puppies: revertPuppy,
  photos: revertPhoto,
  puppyHealthChecks: revertPuppyCheck,
  puppyWeights: revertPuppyWeight,
  waitingList: revertApplicant,
} satisfies Reverts;
