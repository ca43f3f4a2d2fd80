/**
 * The heats of a kennel's bitches. The day one starts is the first day of bleeding. Written by heats/model/heats.ts; a
 * bitch's heats go when she goes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { described } from "../../../domain/history/describing";
import { HEAT_FIELDS } from "../../../domain/heats/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

export const heats = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    dogId: v.id("dogs"),
    ...rowFields(HEAT_FIELDS),
    /** When a person last saved the heat. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_start", ["kennelId", "startOn"])
    .index("by_kennel_and_dog_and_start", ["kennelId", "dogId", "startOn"]),
  {
    onDelete: {
      dogId: { does: "cascade", by: "by_kennel_and_dog_and_start" },
    },
    history: {
      place: 100,
      label: "Heat",
      plural: "Heats",
      area: "breeding",
      titles: ["startOn"],
      fields: described(HEAT_FIELDS),
      unkept: ["dogId", "updatedAt"],
    },
    export: {
      place: 50,
      printed: ["dogId", "startOn", "endOn", "signs", "notes"],
      described: HEAT_FIELDS,
    },
    backup: { place: 50 },
  },
);
