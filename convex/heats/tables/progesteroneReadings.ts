/**
 * Progesterone readings of heats, in the laboratory's unit. Written by heats/model/heats.ts; deleted with their
 * heat.
 */
import { v } from "convex/values";
import { text } from "../../../domain/history/describing";
import { READING_FIELDS } from "../../../domain/heats/record";
import { recordTable } from "../../platform/tables/recordTable";

export const progesteroneReadings = recordTable(READING_FIELDS, {
  columns: (recorded) => ({
    heatId: v.id("heats"),
    dogId: v.id("dogs"),
    ...recorded,
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_dog_and_taken", ["kennelId", "dogId", "takenOn"])
      .index("by_kennel_and_heat_and_taken", ["kennelId", "heatId", "takenOn"]),
  onDelete: {
    heatId: { does: "cascade", by: "by_kennel_and_heat_and_taken", inBatches: "both" },
    dogId: { does: "follow" },
  },
  history: {
    place: 110,
    label: "Progesterone reading",
    plural: "Progesterone readings",
    area: "breeding",
    titles: ["takenOn"],
    fields: { unit: text("Unit") },
  },
  export: {
    place: 60,
    title: "Progesterone",
    printed: ["dogId", "takenOn", "takenTime", "value", "unit", "laboratory"],
  },
});
