/**
 * The breedings of a kennel, from plan to outcome. When the record of a parent is deleted, the parent's name
 * remains as text (dogs/model/dogs.ts). `numberBorn`, `numberAlive` and `actualDueDate` are copied from the
 * litters. Written by breedings/model/breedings.ts.
 */
import { v } from "convex/values";
import { STUD_FEE_WAYS } from "../../../domain/breedings/rules";
import { BREEDING_PARENTS, BREEDING_RECORD, BREEDING_STATE } from "../../../domain/breedings/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { recordTable } from "../../platform/tables/recordTable";

export const { status: breedingStatusValidator } = rowFields(BREEDING_STATE);

// The fields are in the order of an export's columns.
export const breedings = recordTable(BREEDING_RECORD, {
  columns: ({ breedingDate, expectedDueDate, breedingType, status, ...recorded }) => ({
    ...rowFields(BREEDING_PARENTS),
    breedingDate,
    expectedDueDate,
    actualDueDate: v.optional(v.string()),
    breedingType,
    status,
    /** A breeding that was canceled before the mating does not count as a mating. */
    isCalledOff: v.optional(v.boolean()),
    ...recorded,
    /**
     * The value depends on where the parents lived when the mating was recorded. If a dog enters the kennel or is
     * deleted later, past sums therefore do not change (dogs/model/studFees.ts). Absent in old rows until the migration.
     */
    studFeeWay: v.optional(v.union(...STUD_FEE_WAYS.map((way) => v.literal(way)))),
    numberBorn: v.optional(v.number()),
    numberAlive: v.optional(v.number()),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_date", ["kennelId", "breedingDate"])
      .index("by_kennel_and_stud_fee", ["kennelId", "studFeeCents"])
      .index("by_kennel_and_status_and_date", ["kennelId", "status", "breedingDate"])
      .index("by_kennel_and_sire_and_date", ["kennelId", "sireId", "breedingDate"])
      .index("by_kennel_and_dam_and_date", ["kennelId", "damId", "breedingDate"]),
  alertKind: "whelping",
  onDelete: {
    sireId: { does: "keepName", by: "by_kennel_and_sire_and_date", as: "sireName" },
    damId: { does: "keepName", by: "by_kennel_and_dam_and_date", as: "damName" },
  },
  history: {
    place: 30,
    label: "Breeding",
    plural: "Breedings",
    area: "breeding",
    titles: ["breedingDate"],
  },
  export: {
    place: 20,
    printed: ["sireId", "damId", "breedingDate", "status", "expectedDueDate", "studFeeCents", "notes"],
  },
  backup: { place: 20 },
});
