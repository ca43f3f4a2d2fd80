/**
 * The webhook events that were handled, so that a repeated event changes nothing. Each row is written in the
 * transaction that saves the event's result (billing/model/billingSync.ts). Old rows are deleted.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const stripeEvents = defineTable({ eventId: v.string(), type: v.string() }).index("by_event", [
  "eventId",
]);
