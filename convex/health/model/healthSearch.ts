/** The folded text by which health records are found. Source: decision GAP-HLT-08. */
import { MAX_HEALTH_RECORDS_PER_DOG } from "../../../domain/constants/health";
import { foldForSearch } from "../../../domain/text/text";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

type Searched = Pick<
  Doc<"healthRecords">,
  "title" | "description" | "diagnosis" | "veterinarian" | "vetClinic"
>;

/** Folds what a search for a record looks through, the dog's names included. */
export const searchTextOf = (
  { title, description, diagnosis, veterinarian, vetClinic }: Searched,
  dog: Pick<Doc<"dogs">, "name" | "callName">,
): string =>
  foldForSearch(
    [dog.name, dog.callName, title, veterinarian, vetClinic, diagnosis, description]
      .filter((text) => text !== undefined)
      .join(" \n"),
  );

/** Makes a dog's records be found by the names that the dog has now, where a change gave it others. */
export async function followNames(
  ctx: MutationCtx,
  before: Pick<Doc<"dogs">, "name" | "callName">,
  dog: Doc<"dogs">,
): Promise<void> {
  const isRenamed = before.name !== dog.name || before.callName !== dog.callName;
  if (!isRenamed || dog.healthRecordCount === 0) return;
  const records = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .take(MAX_HEALTH_RECORDS_PER_DOG);
  for (const record of records) {
    await ctx.db.patch("healthRecords", record._id, { searchText: searchTextOf(record, dog) });
  }
}
