/** Rules for undoing changes of litters, puppies, photos and applicants, in addition to the general rules. */
import { failOnFields } from "../../../domain/errors";
import { differencesOf } from "../../../domain/history/differences";
import { APPLICANT_STATE, PUPPY_STATE } from "../../../domain/litters/record";
import { namesOf } from "../../../domain/records/record";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { logPhotosActivity } from "../../dogs/model/dogActivities";
import { without, type Reverts } from "../../platform/model/changes/reverting";
import { checkPuppyDays } from "./litters";
import { logLitterActivity, logPuppyActivity } from "./puppyActivities";
import { isWeighedAgain } from "./puppyWeights";
import { checkListRoom, isOnList, logApplicantActivity } from "./waitingList";
import { getOrFail } from "../../platform/model/paging/rows";

/** Only offers, acceptances and refusals change these fields of an applicant. */
const OF_STEPS: ReadonlySet<string> = new Set(namesOf(APPLICANT_STATE));

async function tellPhoto(ctx: MutationCtx, { dogId, puppyId }: Doc<"photos">): Promise<void> {
  const dog = dogId && (await ctx.db.get("dogs", dogId));
  if (dog) await logPhotosActivity(ctx, dog, "Photos changed");
  else if (puppyId) await logPuppyActivity(ctx, await getOrFail(ctx, "puppies", puppyId), "Photos changed");
}

export const litterReverts: Reverts = {
  litters: {
    prepare: async (ctx, litter, values) => {
      const { whelpingDate } = values;
      if (typeof whelpingDate === "string") failOnFields(await checkPuppyDays(ctx, litter, whelpingDate));
      return values;
    },
    untold: ["whelping"],
    tell: async (ctx, saved) => await logLitterActivity(ctx, saved, "Litter changed"),
  },
  puppies: {
    // The dog that the puppy is recorded as does not change.
    prepare: (_ctx, _puppy, values) => without(values, "dogId"),
    untold: namesOf(PUPPY_STATE),
    tell: async (ctx, saved) => await logPuppyActivity(ctx, saved, "Puppy changed"),
  },
  photos: { tell: tellPhoto },
  puppyHealthChecks: {
    tell: async (ctx, { puppyId }) =>
      await logPuppyActivity(ctx, await getOrFail(ctx, "puppies", puppyId), "Puppy health check changed"),
  },
  puppyWeights: {
    // The entry counts again, unless the weight was entered again.
    prepare: async (ctx, row, values) =>
      values.removedAt === undefined && (await isWeighedAgain(ctx, row)) ? {} : values,
  },
  waitingList: {
    prepare: async (ctx, applicant, values) => {
      if (!applicant.isActive && isOnList({ ...applicant, ...values })) {
        await checkListRoom(ctx, applicant.kennelId);
      }
      return values;
    },
    tell: async (ctx, saved, before) => {
      const isBack = isOnList(saved);
      if (isBack !== isOnList(before)) {
        await logApplicantActivity(ctx, saved, isBack ? "Back on the waiting list" : "Left the waiting list");
      }
      if (differencesOf("waitingList", before, saved).some(({ name }) => !OF_STEPS.has(name))) {
        await logApplicantActivity(ctx, saved, "Waiting list entry changed");
      }
    },
  },
};
