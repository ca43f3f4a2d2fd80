/**
 * The applicants for a kennel's puppies, in the kennel's order, with their wishes and their offer. Written by
 * litters/model/waitingList.ts and litters/model/puppyOffers.ts. An offer does not reserve the puppy. Accepting the
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
    isActive: v.boolean(),
    /** The lowest rank is first. For a former applicant: when the applicant left the list. */
    rank: v.number(),
    /** A former applicant who returns to the list gets this rank back. */
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
