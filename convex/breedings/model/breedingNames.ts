/** What people call a breeding in reminders: by its dam, or by both parents where she has no record. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Names a breeding as people do: sire × dam. */
export async function readTitle(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<string> {
  const sire = breeding.sireId && (await ctx.db.get("dogs", breeding.sireId));
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  return `${sire?.name ?? breeding.sireName ?? "Unknown"} × ${dam?.name ?? breeding.damName ?? "Unknown"}`;
}

/** Names a breeding by what its dam is called. */
export async function readDamName(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<string> {
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  return dam ? (dam.callName ?? dam.name) : await readTitle(ctx, breeding);
}
