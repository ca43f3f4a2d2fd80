"use node";
/**
 * Prints a sample page of a pedigree with a kennel's branding, including unsaved changes. Runs in Node, because the
 * printed page embeds its fonts. Source: decision GAP-SET-14.
 */
import { v } from "convex/values";
import { makeCertificate } from "../../../domain/pdf/certificate/certificate";
import { SAMPLE_PEDIGREE } from "../../../domain/pdf/certificate/sample";
import { internal } from "../../_generated/api";
import { signedInAction } from "../../platform/functions";
import { readBrand } from "../model/brandFiles";
import { trustedToday } from "../../platform/model/people/today";
import { brandingArgs } from "../model/kennelSettings";

/** Throws NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export const make = signedInAction({
  permission: "settings:read",
  args: { kennelId: v.string(), ...brandingArgs, today: v.string() },
  returns: v.object({ fileName: v.string(), content: v.bytes() }),
  handler: async (ctx, { today, ...asked }): Promise<{ fileName: string; content: ArrayBuffer }> => {
    const { kennel, brand } = await ctx.runQuery(internal.kennels.kennelSettings.preview, asked);
    const content = await makeCertificate({
      ...SAMPLE_PEDIGREE,
      kennel,
      brand: await readBrand(ctx, brand),
      paper: "letter",
      printedOn: trustedToday(today),
    });
    // A copy whose buffer contains only the document.
    return { fileName: "Pedigree preview.pdf", content: new Uint8Array(content).buffer };
  },
});
