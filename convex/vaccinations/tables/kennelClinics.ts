/**
 * The clinics that stand in a kennel's veterinarians and doses, each with how often, for suggestions. Written by
 * vaccinations/model/clinics.ts in the transaction of the record that names one; a row goes when its count reaches zero.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const kennelClinics = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    name: v.string(),
    /** The name folded for telling clinics apart. */
    clinicKey: v.string(),
    uses: v.number(),
  })
    .index("by_kennel_and_clinic", ["kennelId", "clinicKey"])
    .index("by_kennel_and_uses", ["kennelId", "uses"]),
);
