/**
 * Who waits for a puppy of a kennel, in the kennel's order, with their wishes and the offer they have. Written by
 * litters/model/waitingList.ts and litters/model/puppyOffers.ts. An offer does not hold its puppy: accepting it reserves.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { APPLICANT_STATUSES } from "../../../domain/constants/waiting-list";
import { genderValidator } from "../../dogs/tables/dogs";
import { rows } from "../../platform/tables/rows";

export const applicantStatusValidator = v.union(...APPLICANT_STATUSES.map((status) => v.literal(status)));

export const waitingList = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    name: v.string(),
    email: v.optional(v.string()),
    phone: v.optional(v.string()),
    address: v.optional(v.string()),
    gender: v.optional(genderValidator),
    color: v.optional(v.string()),
    breed: v.optional(v.string()),
    /** The day from which they could take a puppy. */
    wantedFrom: v.optional(v.string()),
    depositCents: v.optional(v.number()),
    notes: v.optional(v.string()),
    status: applicantStatusValidator,
    /** Whether they stand in the order of the list. */
    isActive: v.boolean(),
    /** Their place, the lowest first; for one that left, when that was. */
    rank: v.number(),
    /** The place they had when they left, to which they go back. */
    leftRank: v.optional(v.number()),
    /** The puppy they are offered, or got. */
    puppyId: v.optional(v.id("puppies")),
    offerUntil: v.optional(v.string()),
    /** Offers they said no to, or let pass. */
    offersDeclined: v.number(),
    /** When a person last saved the entry. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_active_and_rank", ["kennelId", "isActive", "rank"])
    .index("by_kennel_and_puppy", ["kennelId", "puppyId"]),
  {
    onDelete: {
      puppyId: { does: "stay" },
    },
  },
);
