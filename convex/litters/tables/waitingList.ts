/**
 * The applicants for a kennel's puppies, in the kennel's order, with their wishes and their offer. Written by
 * litters/model/waitingList.ts and litters/model/puppyOffers.ts. An offer does not reserve the puppy; accepting the
 * offer does.
 */
import { v } from "convex/values";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../../../domain/litters/record";
import { recordTable } from "../../platform/tables/recordTable";

const DESCRIPTION = { ...APPLICANT_FIELDS, ...APPLICANT_STATE };

export const waitingList = recordTable(DESCRIPTION, {
  // In an export, the column that says whether the applicant is on the list is between these columns.
  columns: ({ puppyId, offerUntil, offersDeclined, ...recorded }) => ({
    ...recorded,
    /** Whether the applicant is on the list. */
    isActive: v.boolean(),
    /** The applicant's rank, the lowest first. For a former applicant: when the applicant left the list. */
    rank: v.number(),
    /** The earlier rank of a former applicant. The applicant gets this rank back when returning to the list. */
    leftRank: v.optional(v.number()),
    ...{ puppyId, offerUntil, offersDeclined },
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_active_and_rank", ["kennelId", "isActive", "rank"])
      .index("by_kennel_and_puppy", ["kennelId", "puppyId"])
      .index("by_kennel_and_contact", ["kennelId", "contactId"]),
  onDelete: {
    puppyId: { does: "clear", by: "by_kennel_and_puppy" },
    contactId: { does: "clear", by: "by_kennel_and_contact" },
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
