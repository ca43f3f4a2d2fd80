/**
 * The diary of a litter for its families. Nobody outside the kennel can read an entry before `sharedAt`. After
 * that, only families in its audience can read it. Written by families/model/diary.ts; deleted with the litter.
 */
import { v } from "convex/values";
import { DIARY_FIELDS, DIARY_STATE } from "../../../domain/families/record";
import { recordTable } from "../../platform/tables/recordTable";

export const diaryEntries = recordTable(
  { ...DIARY_FIELDS, ...DIARY_STATE },
  {
    columns: ({ sharedAt, ...recorded }) => ({
      litterId: v.id("litters"),
      ...recorded,
      /** Deleted photos are left out. */
      photoIds: v.array(v.id("photos")),
      sharedAt,
    }),
    indexes: (table) =>
      table
        .index("by_kennel_and_litter", ["kennelId", "litterId"])
        .index("by_kennel_and_litter_and_shared", ["kennelId", "litterId", "sharedAt"]),
    onDelete: { litterId: { does: "cascade", by: "by_kennel_and_litter" } },
    history: {
      place: 92,
      label: "Diary entry",
      plural: "Diary",
      area: "breeding",
      titles: ["text"],
    },
    export: { place: 72, printed: ["litterId", "text", "audience", "sharedAt"] },
    backup: { place: 122, one: "diary entry", many: "diary entries" },
  },
);
