/** Rules for undoing changes of health records, in addition to the general rules. */
import { differencesOf } from "../../../domain/history/differences";
import type { Doc } from "../../_generated/dataModel";
import { has, without, type Revert, type Reverts } from "../../platform/model/changes/reverting";
import { logWeightActivity } from "./dogWeights";
import { dogAfter as dogOfRecordAfter, logRecordActivity } from "./healthRecords";
import { healthTests } from "./healthTests";
import { courses } from "./medicationCourses";
import { isGivenAgain } from "./medicationDoses";
import { dogAfter as dogOfVeterinarianAfter, veterinarians } from "./veterinaryRecords";

const CERTIFICATE = ["fileName", "storageId", "fileSize", "fileType"].map((part) => `certificate.${part}`);

/** A removed or replaced certificate is restored if its file still exists. */
const prepareTest: Revert<"healthTests">["prepare"] = async (ctx, _test, values) => {
  if (!has(values, "certificate.storageId")) return values;
  // The field contains the id of a certificate's file, or is empty.
  const file = values["certificate.storageId"] as Doc<"keptFiles">["storageId"] | undefined;
  const isStored = file === undefined || (await ctx.db.system.get("_storage", file)) !== null;
  return isStored ? values : without(values, ...CERTIFICATE);
};

const tellRecord: Revert<"healthRecords">["tell"] = async (ctx, saved, before) => {
  const isDone = saved.followUpDoneOn !== undefined;
  const names = differencesOf("healthRecords", before, saved).map(({ name }) => name);
  if (names.some((name) => name !== "followUpDoneOn"))
    await logRecordActivity(ctx, saved, "Health record changed");
  if (!names.includes("followUpDoneOn")) return;
  await logRecordActivity(ctx, saved, isDone ? "Follow-up done" : "Follow-up reopened");
};

export const healthReverts: Reverts = {
  dogWeights: {
    tell: async (ctx, { dogId, grams }) => {
      const dog = await ctx.db.get("dogs", dogId);
      if (dog) await logWeightActivity(ctx, dog, "Weight changed", grams);
    },
  },
  healthRecords: {
    prepare: async (ctx, record, values) => {
      if (typeof values.dogId === "string") await dogOfRecordAfter(ctx, record, values.dogId);
      return values;
    },
    tell: tellRecord,
  },
  healthTests: {
    prepare: prepareTest,
    untold: ["certificate"],
    tell: async (ctx, saved, before) => await healthTests.tell(ctx, before, saved),
  },
  medicationCourses: {
    untold: ["stoppedOn", "stopReason"],
    tell: async (ctx, saved, before) => await courses.tell(ctx, before, saved),
  },
  medicationDoses: {
    // The dose counts again, unless another dose has filled its slot.
    prepare: async (ctx, row, values) =>
      values.removedAt === undefined && (await isGivenAgain(ctx, row)) ? {} : values,
  },
  veterinaryRecords: {
    prepare: async (ctx, row, values) => {
      if (typeof values.dogId !== "string") return values;
      await dogOfVeterinarianAfter(ctx, row, values.dogId);
      // If an undo changes the veterinarian's dog, the veterinarian becomes primary only if the user chose that or
      // the dog has no other veterinarian.
      return { isPrimary: false, ...values };
    },
    tell: async (ctx, saved, before) => await veterinarians.tell(ctx, before, saved),
  },
};
