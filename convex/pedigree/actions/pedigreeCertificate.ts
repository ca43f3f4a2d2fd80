"use node";
/**
 * Creates a dog's pedigree certificate, for both the web app and REST. Runs in Node, because the East Asian font
 * alone would use much of the default runtime's memory.
 */
import { v } from "convex/values";
import { certificateFileName, makeCertificate } from "../../../domain/pdf/certificate/certificate";
import { CERTIFICATE_PAPERS, DEFAULT_CERTIFICATE_GENERATIONS } from "../../../domain/pedigree/rules";
import { internal } from "../../_generated/api";
import { signedInAction } from "../../platform/functions";
import { readBrand, readPicture } from "../../kennels/model/brandFiles";
import { trustedToday } from "../../platform/model/people/today";

/** Throws NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export const make = signedInAction({
  permission: "dogs:read",
  args: {
    dogId: v.string(),
    generations: v.optional(v.number()),
    paper: v.optional(v.union(...CERTIFICATE_PAPERS.map((paper) => v.literal(paper)))),
    today: v.string(),
  },
  returns: v.object({ fileName: v.string(), content: v.bytes() }),
  handler: async (
    ctx,
    { dogId, generations = DEFAULT_CERTIFICATE_GENERATIONS, paper = "a4", today },
  ): Promise<{ fileName: string; content: ArrayBuffer }> => {
    const { photo, brand, ...facts } = await ctx.runQuery(internal.pedigree.ancestry.certificate, {
      dogId,
      generations,
    });
    const content = await makeCertificate({
      ...facts,
      paper,
      printedOn: trustedToday(today),
      photo: await readPicture(ctx, photo),
      brand: await readBrand(ctx, brand),
    });
    const [dog] = facts.dogs;
    // A copy whose buffer contains only the document.
    return { fileName: certificateFileName(dog ?? { name: "" }), content: new Uint8Array(content).buffer };
  },
});
