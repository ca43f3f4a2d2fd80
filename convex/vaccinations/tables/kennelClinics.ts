/**
 * The clinics named in a kennel's veterinarians and doses, each with its number of uses, for suggestions. Written
 * by vaccinations/model/clinics.ts in the transaction of the record; a row is deleted when its count reaches zero.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const kennelClinics = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    name: v.string(),
    /** The name, folded for comparison. */
    clinicKey: v.string(),
    uses: v.number(),
  })
    .index("by_kennel_and_clinic", ["kennelId", "clinicKey"])
    .index("by_kennel_and_uses", ["kennelId", "uses"]),
);
