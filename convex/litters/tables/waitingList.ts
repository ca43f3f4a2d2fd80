/**
 * Who waits for a puppy of a kennel, in the kennel's order, with their wishes and the offer they have. Written by
 * litters/model/waitingList.ts and litters/model/puppyOffers.ts. An offer does not hold its puppy: accepting it reserves.
 */
import { v } from "convex/values";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../../../domain/litters/record";
import { recordTable } from "../../platform/tables/recordTable";

const DESCRIPTION = { ...APPLICANT_FIELDS, ...APPLICANT_STATE };

export const waitingList = recordTable(DESCRIPTION, {
  // In a file, whether they stand in the list comes between these.
  columns: ({ puppyId, offerUntil, offersDeclined, ...recorded }) => ({
    ...recorded,
    /** Whether they stand in the order of the list. */
    isActive: v.boolean(),
    /** Their place, the lowest first; for one that left, when that was. */
    rank: v.number(),
    /** The place they had when they left, to which they go back. */
    leftRank: v.optional(v.number()),
    ...{ puppyId, offerUntil, offersDeclined },
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_active_and_rank", ["kennelId", "isActive", "rank"])
      .index("by_kennel_and_puppy", ["kennelId", "puppyId"]),
  onDelete: {
    puppyId: { does: "clear", by: "by_kennel_and_puppy" },
  },
  history: {
    place: 240,
    label: "Applicant",
    plural: "Waiting list",
    area: "breeding",
    isConfidential: true,
    titles: ["name"],
  },
  export: {
    place: 100,
    printed: ["name", "email", "phone", "breed", "gender", "status", "notes"],
  },
  backup: { place: 140, one: "waiting list entry", many: "waiting list entries" },
});
