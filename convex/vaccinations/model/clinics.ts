/** Keeps the clinics that a kennel's records name, for suggestions. Source: decision GAP-VET-01. */
import { CLINIC_SUGGESTIONS } from "../../../domain/constants/vaccines";
import { foldText, matchesWords, searchWords } from "../../../domain/text/text";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** Clinics that a search looks through, the most used; a kennel knows far fewer. */
const MOST_CLINICS = 500;

/** Counts records more or less that name a clinic; none is no clinic. */
export async function adjustClinic(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  name: string | null | undefined,
  change: number,
): Promise<void> {
  const clinicKey = foldText(name ?? "");
  if (!name || clinicKey === "") return;
  const row = await ctx.db
    .query("kennelClinics")
    .withIndex("by_kennel_and_clinic", (q) => q.eq("kennelId", kennelId).eq("clinicKey", clinicKey))
    .unique();
  if (!row && change < 0) return;
  if (!row) await ctx.db.insert("kennelClinics", { kennelId, name, clinicKey, uses: change });
  else if (row.uses + change <= 0) await ctx.db.delete("kennelClinics", row._id);
  else await ctx.db.patch("kennelClinics", row._id, { uses: row.uses + change });
}

/** Suggests the kennel's own clinics in which every word is found, the most used first. */
export async function suggestClinics(ctx: QueryCtx, kennelId: Id<"kennels">, search = ""): Promise<string[]> {
  const rows = await ctx.db
    .query("kennelClinics")
    .withIndex("by_kennel_and_uses", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .take(MOST_CLINICS);
  const words = searchWords(search);
  return rows
    .filter(({ name }) => matchesWords(words, [name]))
    .slice(0, CLINIC_SUGGESTIONS)
    .map(({ name }) => name);
}
