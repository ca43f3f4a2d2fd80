/** A dog's breedings with partner and litters, the newest first. Shape: decision GAP-ANC-01. */
import { v, type Infer } from "convex/values";
import {
  BREEDING_HISTORY_LIMIT,
  BREEDING_ROLES,
  LITTERS_PER_BREEDING,
  type BreedingRole,
} from "../../../domain/breedings/rules";
import { fail } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { breedingsOf } from "../../dogs/model/parentage";
import { breedingShape, litterShape, partnerShape, toBreeding, toLitter, toPartner } from "./breedingShape";

export const breedingHistoryShape = v.array(
  v.object({
    breeding: breedingShape,
    role: v.union(v.literal("sire"), v.literal("dam")),
    /** Null if the partner's record was deleted. The breeding keeps the name. */
    partner: v.union(partnerShape, v.null()),
    litters: v.array(litterShape),
  }),
);
export type BreedingHistory = Infer<typeof breedingHistoryShape>;

const isBreedingRole = (role: string): role is BreedingRole =>
  BREEDING_ROLES.some((candidate) => candidate === role);

async function describeEntry(
  ctx: QueryCtx,
  row: Doc<"breedings">,
  role: "sire" | "dam",
): Promise<BreedingHistory[number]> {
  const partnerId = role === "sire" ? row.damId : row.sireId;
  const partner = partnerId && (await ctx.db.get("dogs", partnerId));
  const litters = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_breeding", (q) => q.eq("kennelId", row.kennelId).eq("breedingId", row._id))
    .take(LITTERS_PER_BREEDING);
  return {
    breeding: toBreeding(row),
    role,
    partner: partner ? toPartner(partner) : null,
    litters: litters.map(toLitter),
  };
}

/** Throws VALIDATION_FAILED for an invalid role. */
export async function describeBreedingHistory(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  asked: string,
): Promise<BreedingHistory> {
  if (!isBreedingRole(asked)) {
    fail("VALIDATION_FAILED", { fields: { role: "Role must be sire, dam or both" } });
  }
  const role = dog.gender === "male" ? "sire" : "dam";
  if (asked !== "both" && asked !== role) return [];
  const rows = await breedingsOf(ctx, dog).order("desc").take(BREEDING_HISTORY_LIMIT);
  return await Promise.all(rows.map(async (row) => await describeEntry(ctx, row, role)));
}
