/**
 * Updates that follow from changes of health records: the primary veterinarian, the searchable text, the dog's
 * weight, and the files of certificates.
 */
import { MAX_HEALTH_RECORDS_PER_DOG } from "../../domain/health/rules";
import { fromGrams } from "../../domain/health/weights";
import type { Doc } from "../_generated/dataModel";
import { chosenOf, saveChanged, watch, type Settle } from "../changes/describing";
import { nextVersion } from "../platform/model/changes/edits";
import { keepFile, takeBackFile } from "../platform/model/files/keptFiles";
import { weightRowsOf } from "./model/dogWeightRows";
import { searchTextOf } from "./model/healthSearch";
import { veterinariansOf } from "./model/veterinaryRecords";

/** Exactly one of a dog's veterinarians is the primary veterinarian. */
const primaryVeterinarian: Settle<"dogs"> = {
  name: "primary veterinarian",
  owners: ["dogs"],
  watches: [
    watch({ table: "veterinaryRecords", fields: ["dogId", "isPrimary"], ownerOf: ({ dogId }) => dogId }),
  ],
  recalculate: async (ctx, { kennelId, _id }, former) => {
    const rows = await veterinariansOf(ctx, kennelId, _id);
    const chosen = chosenOf(rows, former("veterinaryRecords", rows), ({ isPrimary }) => isPrimary);
    for (const row of rows) {
      await saveChanged(ctx, "veterinaryRecords", row, { isPrimary: row._id === chosen?._id });
    }
  },
};

/** The searchable text of a record contains the record's own words and the dog's names. */
const recordSearch: Settle<"healthRecords"> = {
  name: "search texts of health records",
  owners: ["healthRecords"],
  isLight: true,
  watches: [
    watch({
      table: "healthRecords",
      fields: ["dogId", "title", "description", "diagnosis", "veterinarian", "vetClinic"],
      ownerOf: ({ _id }) => _id,
    }),
    watch({
      table: "dogs",
      fields: ["name", "callName"],
      isMember: false,
      ownerOf: () => undefined,
      ownersOf: async (ctx, { kennelId, _id: dogId, healthRecordCount }) => {
        // If a dog has no counted records, all its records come from this transaction and are settled as changes of
        // their own.
        if (healthRecordCount === 0) return [];
        const records = await ctx.db
          .query("healthRecords")
          .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
          .take(MAX_HEALTH_RECORDS_PER_DOG);
        return records.map(({ _id }) => _id);
      },
    }),
  ],
  recalculate: async (ctx, record) => {
    const dog = await ctx.db.get("dogs", record.dogId);
    if (dog) await saveChanged(ctx, "healthRecords", record, { searchText: searchTextOf(record, dog) });
  },
};

const newestOf = (rows: readonly Doc<"dogWeights">[]): Doc<"dogWeights"> | undefined =>
  [...rows].sort(
    (one, other) => other.weighedOn.localeCompare(one.weighedOn) || other._creationTime - one._creationTime,
  )[0];

/** The dog's weight is copied from the latest weighing, until somebody enters another weight for the dog. */
const newestWeight: Settle<"dogs"> = {
  name: "newest weights",
  owners: ["dogs"],
  isOfChanges: true,
  watches: [watch({ table: "dogWeights", fields: ["grams", "weighedOn"], ownerOf: ({ dogId }) => dogId })],
  recalculate: async (ctx, dog, former) => {
    const rows = await weightRowsOf(ctx, dog);
    const [was, is] = [newestOf(former("dogWeights", rows)), newestOf(rows)];
    // Weights that are restored together with their dog do not change the dog's weight.
    const isNew = former("dogs", [dog]).length === 0;
    if (!is || isNew || (was?._id === is._id && was.grams === is.grams)) return;
    const weight = fromGrams(is.grams, "lb");
    if (weight !== dog.weight) await ctx.db.patch("dogs", dog._id, { weight, updatedAt: nextVersion(dog) });
  },
};

/** If a certificate is removed from its test, its file is kept as long as the removal can be undone. */
const certificateFiles: Settle<"healthTests"> = {
  name: "files of certificates",
  owners: ["healthTests"],
  isLight: true,
  isOfChanges: true,
  watches: [watch({ table: "healthTests", fields: ["certificate"], ownerOf: ({ _id }) => _id })],
  recalculate: async (ctx, test, former) => {
    const [before] = former("healthTests", [test]);
    const [was, is] = [before?.certificate?.storageId, test.certificate?.storageId];
    if (was === is) return;
    if (was) await keepFile(ctx, test.kennelId, was);
    if (is) await takeBackFile(ctx, test.kennelId, is);
  },
};

export const healthSettles: readonly Settle[] = [
  ...[primaryVeterinarian, recordSearch],
  ...[newestWeight, certificateFiles],
];
