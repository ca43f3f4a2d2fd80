/**
 * The heats of a kennel's bitches. A heat starts on the first day of bleeding. Written by heats/model/heats.ts;
 * deleted with the bitch.
 */
import { v } from "convex/values";
import { HEAT_FIELDS } from "../../../domain/heats/record";
import { recordTable } from "../../platform/tables/recordTable";

export const heats = recordTable(HEAT_FIELDS, {
  columns: (recorded) => ({
    dogId: v.id("dogs"),
    ...recorded,
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_start", ["kennelId", "startOn"])
      .index("by_kennel_and_dog_and_start", ["kennelId", "dogId", "startOn"]),
  onDelete: {
    dogId: { does: "cascade", by: "by_kennel_and_dog_and_start" },
  },
  history: {
    place: 100,
    label: "Heat",
    plural: "Heats",
    area: "breeding",
    titles: ["startOn"],
  },
  export: {
    place: 50,
    printed: ["dogId", "startOn", "endOn", "signs", "notes"],
  },
  backup: { place: 50 },
});
