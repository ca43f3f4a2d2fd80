/**
 * Who waits for a puppy of a kennel, in the kennel's order, with their wishes and the offer they have. Written by
 * litters/model/waitingList.ts and litters/model/puppyOffers.ts. An offer does not hold its puppy: accepting it reserves.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { described } from "../../../domain/history/describing";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../../../domain/litters/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

const DESCRIPTION = { ...APPLICANT_FIELDS, ...APPLICANT_STATE };

// In an export, whether they stand in the list comes between these.
const { status, ...offer } = rowFields(APPLICANT_STATE);

export const waitingList = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    ...rowFields(APPLICANT_FIELDS),
    status,
    /** Whether they stand in the order of the list. */
    isActive: v.boolean(),
    /** Their place, the lowest first; for one that left, when that was. */
    rank: v.number(),
    /** The place they had when they left, to which they go back. */
    leftRank: v.optional(v.number()),
    ...offer,
    /** When a person last saved the entry. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_active_and_rank", ["kennelId", "isActive", "rank"])
    .index("by_kennel_and_puppy", ["kennelId", "puppyId"]),
  {
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
      fields: described(DESCRIPTION),
      unkept: ["isActive", "rank", "leftRank", "updatedAt"],
    },
    export: {
      place: 100,
      printed: ["name", "email", "phone", "breed", "gender", "status", "notes"],
      described: DESCRIPTION,
    },
    backup: { place: 140, one: "waiting list entry", many: "waiting list entries" },
  },
);
