/** Suggests the clinics that a kennel's records mention. Source: decision GAP-VET-01. */
import { CLINIC_SUGGESTIONS } from "../../../domain/vaccinations/rules";
import { matchesWords, searchWords } from "../../../domain/text/text";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** The most used clinics are read first. A kennel has far fewer clinics. */
const MOST_CLINICS = 500;

/** Every word must match. The most used clinic is first. */
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
