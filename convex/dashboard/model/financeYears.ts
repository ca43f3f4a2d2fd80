/** Reads a kennel's sales and entries by year. */
import { MAX_REPORT_YEARS } from "../../../domain/breedings/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** The newest year is first. */
export const listFinanceYears = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"financeYears">[]> =>
  await ctx.db
    .query("financeYears")
    .withIndex("by_kennel_and_year", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .take(MAX_REPORT_YEARS);
