"use node";
/**
 * Exports a litter as PDF or CSV, for the web app and REST. Runs in Node because the PDF embeds its fonts. Source:
 * decision GAP-LIT-04.
 */
import { v, type Infer } from "convex/values";
import { makeLitterCsv } from "../../../domain/litters/sheet-csv";
import { litterFileName, makeLitterSheet } from "../../../domain/pdf/litter-sheet";
import { internal } from "../../_generated/api";
import { signedInAction } from "../../platform/functions";
import { trustedToday } from "../../platform/model/people/today";

const fileShape = v.object({ fileName: v.string(), content: v.bytes() });

/** Throws NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export const make = signedInAction({
  permission: "breeding:read",
  args: { litterId: v.string(), format: v.union(v.literal("pdf"), v.literal("csv")), today: v.string() },
  returns: fileShape,
  handler: async (ctx, { litterId, format, today }): Promise<Infer<typeof fileShape>> => {
    const printedOn = trustedToday(today);
    const facts = { ...(await ctx.runQuery(internal.litters.litters.sheet, { litterId })), printedOn };
    const content =
      format === "csv" ? new TextEncoder().encode(makeLitterCsv(facts)) : await makeLitterSheet(facts);
    // A copy, because the original buffer may be larger than the document.
    return { fileName: litterFileName(facts, format), content: new Uint8Array(content).buffer };
  },
});
