/**
 * The puppies of a kennel's litters: birth, appearance and buyer. Written by litters/model/puppies.ts. The same
 * transaction updates the litter's counts and the kennel's counts by status.
 */
import { v } from "convex/values";
import { PUPPY_FIELDS, PUPPY_STATE } from "../../../domain/litters/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { recordTable } from "../../platform/tables/recordTable";

const DESCRIPTION = { ...PUPPY_FIELDS, ...PUPPY_STATE };

export const { status: puppyStatusValidator } = rowFields(PUPPY_STATE);

// The fields are in the order of an export's columns.
export const puppies = recordTable(DESCRIPTION, {
  columns: ({ saleDate, dogId, ...recorded }) => ({
    litterId: v.id("litters"),
    ...recorded,
    /** Absent for a puppy that was born alive. */
    isStillborn: v.optional(recorded.isStillborn),
    reservedAt: v.optional(v.number()),
    saleDate,
    /** The sale can be undone for some time after this date. */
    saleRecordedOn: v.optional(v.string()),
    dogId,
  }),
  indexes: (table) =>
    table
      // A search reads the newest records of each status.
      .index("by_kennel", ["kennelId"])
      .index("by_kennel_and_status", ["kennelId", "status"])
      .index("by_kennel_and_litter_and_order", ["kennelId", "litterId", "order"])
      .index("by_kennel_and_sale_date", ["kennelId", "saleDate"])
      .index("by_kennel_and_dog", ["kennelId", "dogId"])
      .index("by_kennel_and_buyer", ["kennelId", "buyerId", "status"]),
  onDelete: {
    litterId: { does: "cascade", by: "by_kennel_and_litter_and_order" },
    dogId: { does: "clear", by: "by_kennel_and_dog" },
    buyerId: { does: "clear", by: "by_kennel_and_buyer" },
  },
  history: {
    place: 70,
    label: "Puppy",
    plural: "Puppies",
    area: "breeding",
    titles: ["name", "collarColor", "order"],
  },
  export: {
    place: 40,
    printed: [
      "litterId",
      "order",
      "name",
      "gender",
      "color",
      "status",
      "buyer.name",
      "priceCents",
      "saleDate",
    ],
  },
  backup: { place: 40 },
});
