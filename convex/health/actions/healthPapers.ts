"use node";
/**
 * Prints a dog's health history. Runs in Node, because the East Asian font alone would use much of the default
 * runtime's memory.
 */
import { v, type Infer } from "convex/values";
import { CERTIFICATE_PAPERS } from "../../../domain/pedigree/rules";
import { cleanFileName } from "../../../domain/files/file-type";
import { makeHealthHistory } from "../../../domain/pdf/health-history";
import { internal } from "../../_generated/api";
import { signedInAction } from "../../platform/functions";
import { readBrand } from "../../kennels/model/brandFiles";
import { trustedToday } from "../../platform/model/people/today";
import { healthHistoryArgs } from "../model/healthHistory";

const paperShape = v.object({ fileName: v.string(), content: v.bytes() });

/** A period is optional. */
export const history = signedInAction({
  permission: "health:read",
  args: {
    dogId: v.string(),
    ...healthHistoryArgs,
    paper: v.optional(v.union(...CERTIFICATE_PAPERS.map((paper) => v.literal(paper)))),
    today: v.string(),
  },
  returns: paperShape,
  handler: async (ctx, { paper = "letter", today, ...asked }): Promise<Infer<typeof paperShape>> => {
    const { brand: looks, ...facts } = await ctx.runQuery(
      internal.health.healthRecords.historyToPrint,
      asked,
    );
    const brand = await readBrand(ctx, looks);
    const printed = await makeHealthHistory({ ...facts, brand, paper, printedOn: trustedToday(today) });
    const fileName = cleanFileName(
      `Health history of ${facts.dog.replace(/[\\/]/gu, " ")}.pdf`,
      "application/pdf",
    );
    // A copy whose buffer contains only the document.
    return { fileName, content: new Uint8Array(printed).buffer };
  },
});
