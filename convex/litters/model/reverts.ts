/** What putting former values of litters, puppies, photos and applicants back has of its own. */
import { APPLICANT_STATE, PUPPY_STATE } from "../../../domain/litters/record";
import { namesOf } from "../../../domain/records/record";
import { revertPhoto as revertDogPhoto } from "../../dogs/model/reverts";
import { has, without, type Revert, type Reverts } from "../../platform/model/changes/reverting";
import { changePlaces, requirePuppyRow } from "./puppies";
import { logLitterActivity, logPuppyActivity } from "./puppyActivities";
import { setPuppyCaption } from "./puppyPhotos";
import { isWeighedAgain } from "./puppyWeights";
import { logApplicantActivity, returnApplicant, withdrawApplicant } from "./waitingList";

/** Puts back a photo's caption, or a dog's main photo. */
const preparePhoto: Revert<"photos">["prepare"] = async (ctx, photo, values, step) => {
  if (photo.puppyId === undefined) return await revertDogPhoto(ctx, photo, values, step);
  const { caption } = values;
  if (has(values, "caption")) await setPuppyCaption(ctx, photo, typeof caption === "string" ? caption : null);
  return {};
};

/** Off the list and back on it an applicant goes as by hand. */
const prepareApplicant: Revert<"waitingList">["prepare"] = async (ctx, applicant, values) => {
  const isActive = values.status === "waiting" || values.status === "offered";
  if (values.status === "withdrawn") await withdrawApplicant(ctx, applicant);
  else if (isActive && !applicant.isActive) await returnApplicant(ctx, applicant);
  return values;
};

export const litterReverts: Reverts = {
  litters: {
    untold: ["whelping"],
    tell: async (ctx, saved) => await logLitterActivity(ctx, saved, "Litter changed"),
  },
  puppies: {
    prepare: async (ctx, puppy, values) => {
      if (typeof values.order === "number") await changePlaces(ctx, puppy, values.order);
      // Which dog it became stays.
      return without(values, "dogId");
    },
    untold: namesOf(PUPPY_STATE),
    tell: async (ctx, saved) => await logPuppyActivity(ctx, saved, "Puppy changed"),
  },
  photos: { prepare: preparePhoto },
  puppyHealthChecks: {
    tell: async (ctx, { puppyId }) =>
      await logPuppyActivity(ctx, await requirePuppyRow(ctx, puppyId), "Puppy health check changed"),
  },
  puppyWeights: {
    // It counts again unless it was typed again by now.
    prepare: async (ctx, row, values) =>
      values.removedAt === undefined && (await isWeighedAgain(ctx, row)) ? {} : values,
  },
  waitingList: {
    prepare: prepareApplicant,
    untold: namesOf(APPLICANT_STATE),
    tell: async (ctx, saved) => await logApplicantActivity(ctx, saved, "Waiting list entry changed"),
  },
};
