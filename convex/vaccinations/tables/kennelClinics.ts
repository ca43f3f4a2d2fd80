/**
 * The clinics that a kennel's veterinarians and doses mention, for suggestions, with the number of mentions. The
 * projections of doses and veterinarians write the rows in the transaction of the record. A row is deleted when its
 * number reaches zero.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const kennelClinics = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    name: v.string(),
    /** The key for comparison is in lower case and without accents. */
    clinicKey: v.string(),
    uses: v.number(),
  })
    .index("by_kennel_and_clinic", ["kennelId", "clinicKey"])
    .index("by_kennel_and_uses", ["kennelId", "uses"]),
);
