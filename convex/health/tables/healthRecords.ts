/**
 * The health records of a kennel's dogs: findings and treatments of veterinarians. Written by
 * health/model/healthRecords.ts. A projection stores the number of attachments in `attachmentCount`. Deleted with
 * the dog.
 */
import { v } from "convex/values";
import { HEALTH_RECORD_FIELDS, HEALTH_RECORD_STATE } from "../../../domain/health/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { recordTable } from "../../platform/tables/recordTable";

const DESCRIPTION = { ...HEALTH_RECORD_FIELDS, ...HEALTH_RECORD_STATE };

export const { recordType: healthRecordTypeValidator } = rowFields(HEALTH_RECORD_FIELDS);

export const healthRecords = recordTable(DESCRIPTION, {
  columns: (recorded) => ({
    ...recorded,
    /** The date of the follow-up while it is open. */
    openFollowUpOn: v.optional(v.string()),
    attachmentCount: v.number(),
    /** The text is in lower case and without accents. The dog's names are included. */
    searchText: v.string(),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_date", ["kennelId", "dateRecorded"])
      .index("by_kennel_and_dog_and_date", ["kennelId", "dogId", "dateRecorded"])
      .index("by_kennel_and_dog_and_open_follow_up", ["kennelId", "dogId", "openFollowUpOn"])
      .index("by_kennel_and_type_and_date", ["kennelId", "recordType", "dateRecorded"])
      .index("by_kennel_and_open_follow_up", ["kennelId", "openFollowUpOn"])
      .searchIndex("by_words", {
        searchField: "searchText",
        filterFields: ["kennelId", "dogId", "recordType"],
      }),
  onDelete: {
    dogId: { does: "cascade", by: "by_kennel_and_dog_and_date", inBatches: "back" },
  },
  history: {
    place: 120,
    label: "Health record",
    plural: "Health records",
    area: "health",
    titles: ["title"],
  },
  export: {
    place: 120,
    printed: [
      "dateRecorded",
      "dogId",
      "recordType",
      "title",
      "diagnosis",
      "treatment",
      "veterinarian",
      "costCents",
    ],
  },
  backup: { place: 60 },
});

/** The number of a record's attachments is stored here; a new record has none. */
export const RECORD_PARTS = { table: "healthRecords", fresh: { attachmentCount: 0 } } as const;
