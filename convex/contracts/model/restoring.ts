/** The default templates of a kennel, one of each kind after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MOST_COMPARED } from "../../platform/model/restoring";

/** Keeps the newest of a kind's default templates the default one. */
export async function compareTemplate(ctx: MutationCtx, template: Doc<"contractTemplates">): Promise<void> {
  if (!template.isDefault) return;
  const others = await ctx.db
    .query("contractTemplates")
    .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", template.kennelId).eq("kind", template.kind))
    .take(MOST_COMPARED);
  const newer = others.some(
    ({ _id, isDefault, updatedAt }) => isDefault && _id !== template._id && updatedAt >= template.updatedAt,
  );
  if (newer) await ctx.db.patch("contractTemplates", template._id, { isDefault: false });
}
