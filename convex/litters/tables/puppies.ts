/**
 * The puppies of a kennel's litters: how each was born, what it looks like and to whom it goes. Written by
 * litters/model/puppies.ts, which keeps the litter's numbers and the counts by status in line in the same transaction.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BIRTH_ASSISTANCE, PRESENTATIONS, PUPPY_STATUSES } from "../../../domain/constants/litters";
import { genderValidator } from "../../dogs/tables/dogs";
import { rows } from "../../platform/tables/rows";

export const puppyStatusValidator = v.union(...PUPPY_STATUSES.map((status) => v.literal(status)));
export const presentationValidator = v.union(...PRESENTATIONS.map((way) => v.literal(way)));
export const birthAssistanceValidator = v.union(...BIRTH_ASSISTANCE.map((help) => v.literal(help)));

/** Who a puppy is reserved for or sold to. */
export const buyerValidator = v.object({
  name: v.string(),
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
  address: v.optional(v.string()),
});

export const puppies = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    litterId: v.id("litters"),
    /** Place in the birth order, from 1. */
    order: v.number(),
    name: v.optional(v.string()),
    /** Absent until somebody has looked. */
    gender: v.optional(genderValidator),
    color: v.optional(v.string()),
    markings: v.optional(v.string()),
    collarColor: v.optional(v.string()),
    microchipNumber: v.optional(v.string()),
    notes: v.optional(v.string()),
    bornAt: v.optional(v.number()),
    birthWeightGrams: v.optional(v.number()),
    presentation: v.optional(presentationValidator),
    assistance: v.optional(birthAssistanceValidator),
    isStillborn: v.optional(v.boolean()),
    status: puppyStatusValidator,
    /** The day it died. */
    diedOn: v.optional(v.string()),
    priceCents: v.optional(v.number()),
    depositCents: v.optional(v.number()),
    buyer: v.optional(buyerValidator),
    reservedUntil: v.optional(v.string()),
    reservedAt: v.optional(v.number()),
    /** The day it was sold, and the day somebody wrote that down: within the latter a sale can be undone. */
    saleDate: v.optional(v.string()),
    saleRecordedOn: v.optional(v.string()),
    /** The dog it became. */
    dogId: v.optional(v.id("dogs")),
    /** When a person last saved the puppy. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_status", ["kennelId", "status"])
    .index("by_kennel_and_litter_and_order", ["kennelId", "litterId", "order"])
    .index("by_kennel_and_sale_date", ["kennelId", "saleDate"])
    .index("by_kennel_and_dog", ["kennelId", "dogId"]),
);
