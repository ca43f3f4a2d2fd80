/**
 * Vaccinations scheduled for a date. Completing a row creates the dose and completes the reminder. Written by
 * vaccinations/model/scheduledVaccinations.ts; deleted with the patient. Source: decisions GAP-VAX-05 and 06.
 */
import { v } from "convex/values";
import { hidden, text } from "../../../domain/history/describing";
import { BOOKING_RECORD } from "../../../domain/vaccinations/record";
import { recordTable } from "../../platform/tables/recordTable";

export const scheduledVaccinations = recordTable(BOOKING_RECORD, {
  columns: (recorded) => ({
    /** The dog, or otherwise the puppy. */
    dogId: v.optional(v.id("dogs")),
    puppyId: v.optional(v.id("puppies")),
    ...recorded,
    vaccineKey: v.string(),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_status_and_date", ["kennelId", "status", "scheduledDate"])
      .index("by_kennel_and_status_and_completed", ["kennelId", "status", "completedOn"])
      .index("by_kennel_and_dog_and_status_and_date", ["kennelId", "dogId", "status", "scheduledDate"])
      .index("by_kennel_and_puppy_and_status_and_date", ["kennelId", "puppyId", "status", "scheduledDate"])
      .index("by_kennel_and_immunization", ["kennelId", "immunizationId"]),
  onDelete: {
    dogId: {
      does: "cascade",
      by: "by_kennel_and_dog_and_status_and_date",
      inBatches: "back",
    },
    puppyId: {
      does: "cascade",
      by: "by_kennel_and_puppy_and_status_and_date",
      inBatches: "back",
    },
    immunizationId: { does: "clear", by: "by_kennel_and_immunization" },
  },
  history: {
    place: 160,
    label: "Scheduled vaccination",
    plural: "Scheduled vaccinations",
    area: "health",
    titles: ["vaccineName"],
    fields: { immunizationId: hidden, puppyId: text("Puppy") },
  },
  export: {
    place: 150,
    printed: ["dogId", "puppyId", "vaccineName", "scheduledDate", "status", "veterinarianName"],
  },
});
