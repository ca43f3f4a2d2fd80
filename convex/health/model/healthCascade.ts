/**
 * What of a dog's health goes with the dog, its records with their files, its doses, tests, weights and medication, and
 * what follows the dog's name. Source: decision GAP-DOG-15.
 */
import { MAX_HEALTH_RECORDS_PER_DOG } from "../../../domain/constants/health";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { removeVaccinationsOf } from "../../vaccinations/model/doseRows";
import { removeWeightsOf } from "./dogWeightRows";
import { followAtOnce } from "../../platform/model/cascadeRoom";
import { removeAttachmentsOf } from "./healthAttachments";
import { searchTextOf } from "./healthSearch";
import { removeTestsOf } from "./healthTestRows";
import { removeCoursesOf } from "./medicationRows";
import { removeVeterinariansOf } from "./veterinaryRecords";

const recordsOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"healthRecords">[]> =>
  await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .take(MAX_HEALTH_RECORDS_PER_DOG);

/**
 * Deletes a dog's health records, immunizations, tests, weights and medication; attachments, tests, weights and the
 * doses of medication beyond what fits the transaction go in batches. Throws TOO_MANY_AT_ONCE.
 */
export async function removeHealthOf(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const records = await recordsOf(ctx, dog);
  followAtOnce(ctx, records.length);
  for (const record of records) {
    await removeAttachmentsOf(ctx, record);
    await ctx.db.delete("healthRecords", record._id);
  }
  await removeVaccinationsOf(ctx, dog.kennelId, { dogId: dog._id });
  await removeVeterinariansOf(ctx, dog.kennelId, { dogId: dog._id });
  await removeTestsOf(ctx, dog);
  await removeWeightsOf(ctx, dog);
  await removeCoursesOf(ctx, dog);
}

/** Makes a dog's records be found by the names that the dog has now. */
export async function refoldHealthOf(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  for (const record of await recordsOf(ctx, dog)) {
    await ctx.db.patch("healthRecords", record._id, { searchText: searchTextOf(record, dog) });
  }
}
