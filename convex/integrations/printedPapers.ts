"use node";
/**
 * Makes the papers of a breeding: its contracts. Runs in Node, because the East Asian font alone would take a good part
 * of the default runtime's memory, and so that the fonts are in Node modules only.
 */
import { v } from "convex/values";
import { CERTIFICATE_PAPERS } from "../../domain/constants/pedigree";
import { makeContract } from "../../domain/contracts/contract-pdf";
import { internal } from "../_generated/api";
import { signedInAction } from "../functions";
import { documentShape, type BreedingDocument } from "../model/breedingDocuments";
import { contractArgs } from "../model/contracts";
import { storeDocument } from "../model/documentUploads";
import { trustedToday } from "../model/dogs";

const paperArg = v.optional(v.union(...CERTIFICATE_PAPERS.map((paper) => v.literal(paper))));

/** Prints a contract and stores it among the breeding's documents. */
export const contract = signedInAction({
  args: { breedingId: v.string(), ...contractArgs, paper: paperArg },
  returns: documentShape,
  handler: async (ctx, { paper = "letter", ...args }): Promise<BreedingDocument> => {
    const { about, missing: _missing, ...filled } = await ctx.runQuery(internal.contracts.toPrint, args);
    const printed = await makeContract({ ...filled, paper, printedOn: trustedToday(args.today) });
    return await storeDocument(ctx, new Uint8Array(printed), {
      breedingId: args.breedingId,
      documentType: "contract",
      fileName: `${[filled.name, about].filter((part) => part !== "").join(" ")}.pdf`,
      fileType: "application/pdf",
    });
  },
});
