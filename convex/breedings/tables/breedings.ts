/**
 * The breedings of a kennel, from plan to outcome. A parent whose record is deleted leaves its name as text
 * (dogs/model/dogs.ts). `numberBorn`, `numberAlive` and `actualDueDate` are those of the litter. Written
 * by breedings/model/breedings.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { described } from "../../../domain/history/describing";
import { STUD_FEE_WAYS } from "../../../domain/breedings/rules";
import { BREEDING_PARENTS, BREEDING_RECORD } from "../../../domain/breedings/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

const { breedingDate, expectedDueDate, breedingType, status, ...recorded } = rowFields(BREEDING_RECORD);

export { status as breedingStatusValidator };

// The order is that of the columns of an export.
export const breedings = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    ...rowFields(BREEDING_PARENTS),
    breedingDate,
    expectedDueDate,
    actualDueDate: v.optional(v.string()),
    breedingType,
    status,
    /** Whether it failed as a plan: called off before the mating, so that it counts as no mating. */
    isCalledOff: v.optional(v.boolean()),
    ...recorded,
    /**
     * Which way the fee goes by where the parents lived when the mating was recorded, so that a dog that moves in or is
     * deleted later moves no past money (dogs/model/studFees.ts). Rows from before it was kept have none until the migration.
     */
    studFeeWay: v.optional(v.union(...STUD_FEE_WAYS.map((way) => v.literal(way)))),
    numberBorn: v.optional(v.number()),
    numberAlive: v.optional(v.number()),
    /** When a person last saved the breeding. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_date", ["kennelId", "breedingDate"])
    .index("by_kennel_and_stud_fee", ["kennelId", "studFeeCents"])
    .index("by_kennel_and_status_and_date", ["kennelId", "status", "breedingDate"])
    .index("by_kennel_and_sire_and_date", ["kennelId", "sireId", "breedingDate"])
    .index("by_kennel_and_dam_and_date", ["kennelId", "damId", "breedingDate"]),
  {
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
      fields: described(BREEDING_RECORD),
      unkept: ["actualDueDate", "isCalledOff", "studFeeWay", "numberBorn", "numberAlive", "updatedAt"],
    },
    export: {
      place: 20,
      printed: ["sireId", "damId", "breedingDate", "status", "expectedDueDate", "studFeeCents", "notes"],
      described: BREEDING_RECORD,
    },
    backup: { place: 20 },
  },
);
