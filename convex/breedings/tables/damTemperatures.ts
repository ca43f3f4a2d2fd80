/**
 * Temperatures of a bitch before whelping. The client creates `entryKey` when the user enters a temperature, so an
 * entry that is sent twice is stored once. Written by breedings/model/damTemperatures.ts; deleted with the
 * breeding.
 */
import { v } from "convex/values";
import { DAM_TEMPERATURE_FIELDS } from "../../../domain/breedings/record";
import { recordTable } from "../../platform/tables/recordTable";

export const damTemperatures = recordTable(DAM_TEMPERATURE_FIELDS, {
  columns: ({ temperatureFahrenheit }) => ({
    breedingId: v.id("breedings"),
    takenAt: v.number(),
    temperatureFahrenheit,
    entryKey: v.optional(v.string()),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_breeding_and_taken", ["kennelId", "breedingId", "takenAt"])
      .index("by_kennel_and_entry_key", ["kennelId", "entryKey"]),
  onDelete: {
    breedingId: { does: "cascade", by: "by_kennel_and_breeding_and_taken" },
  },
  history: {
    place: 36,
    label: "Dam's temperature",
    plural: "Dam's temperatures",
    area: "breeding",
    titles: ["takenAt"],
  },
  export: {
    place: 87,
    printed: ["breedingId", "takenAt", "temperatureFahrenheit"],
  },
  backup: { place: 26, one: "dam's temperature", many: "dam's temperatures" },
});
