"use node";
/**
 * Creates the printed papers of breedings: contracts, the record of a puppy, reports. Runs in Node, because the
 * East Asian font alone would use much of the default runtime's memory.
 */
import { v } from "convex/values";
import { cleanFileName } from "../../../domain/files/file-type";
import { CERTIFICATE_PAPERS } from "../../../domain/pedigree/rules";
import { makeContract } from "../../../domain/pdf/contract";
import { makePuppyRecord } from "../../../domain/litters/puppy-record";
import { makeReport, REPORTS, type ReportName } from "../../../domain/pdf/report";
import { financesRows, salesRows, statisticsRows } from "../../../domain/reports/report-rows";
import { api, internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { signedInAction } from "../../platform/functions";
import { readBrand } from "../../kennels/model/brandFiles";
import { documentShape, type BreedingDocument } from "../../breedings/model/breedingDocuments";
import { contractArgs } from "../model/contracts";
import { documentOf } from "../../breedings/model/documentUploads";
import { storeFile } from "../../platform/model/files/uploadedFiles";
import { trustedToday } from "../../platform/model/people/today";

const paperArg = v.optional(v.union(...CERTIFICATE_PAPERS.map((paper) => v.literal(paper))));

/** The file is stored among the breeding's documents. */
export const contract = signedInAction({
  permission: "breeding:write & finances:write",
  args: { breedingId: v.string(), ...contractArgs, paper: paperArg },
  returns: documentShape,
  handler: async (ctx, { paper = "letter", ...args }): Promise<BreedingDocument> => {
    const {
      about,
      missing: _missing,
      brand: looks,
      ...filled
    } = await ctx.runQuery(internal.contracts.contracts.toPrint, args);
    const brand = await readBrand(ctx, looks);
    const printed = await makeContract({ ...filled, brand, paper, printedOn: trustedToday(args.today) });
    const document = documentOf(ctx, {
      breedingId: args.breedingId,
      documentType: "contract",
      fileName: `${[filled.name, about].filter((part) => part !== "").join(" ")}.pdf`,
    });
    return await storeFile(ctx, new Uint8Array(printed), "application/pdf", document);
  },
});

/** The paper is for a puppy's buyer. */
export const puppyRecord = signedInAction({
  permission: "breeding:read",
  args: { puppyId: v.string(), paper: paperArg, today: v.string() },
  returns: v.object({ fileName: v.string(), content: v.bytes() }),
  handler: async (
    ctx,
    { puppyId, paper = "letter", today },
  ): Promise<{ fileName: string; content: ArrayBuffer }> => {
    const { brand: looks, ...facts } = await ctx.runQuery(internal.litters.puppyRecords.toPrint, { puppyId });
    const brand = await readBrand(ctx, looks);
    const printed = await makePuppyRecord({ ...facts, brand, paper, printedOn: trustedToday(today) });
    const fileName = cleanFileName(`Record of ${facts.puppy}.pdf`, "application/pdf");
    // A copy whose buffer contains only the document.
    return { fileName, content: new Uint8Array(printed).buffer };
  },
});

interface AskedReport {
  readonly kennelId: string;
  readonly report: ReportName;
  readonly year?: string;
  readonly today: string;
}

/** The rights are the same as on the screen. */
async function rowsOf(ctx: ActionCtx, { kennelId, report, year, today }: AskedReport) {
  switch (report) {
    case "statistics":
      return {
        year: null,
        rows: statisticsRows(await ctx.runQuery(api.reports.reports.statistics, { kennelId, today })),
      };
    case "sales": {
      const sales = await ctx.runQuery(api.reports.reports.sales, { kennelId, year });
      return { year: sales.year, rows: salesRows(sales) };
    }
    case "finances": {
      const finances = await ctx.runQuery(api.reports.reports.finances, { kennelId, year, today });
      return { year: finances.year, rows: financesRows(finances) };
    }
    default:
      return report satisfies never;
  }
}

export const report = signedInAction({
  permission: "breeding:read",
  args: {
    kennelId: v.string(),
    report: v.union(...REPORTS.map((name) => v.literal(name))),
    year: v.optional(v.string()),
    paper: paperArg,
    today: v.string(),
  },
  returns: v.object({ content: v.bytes() }),
  handler: async (ctx, { paper = "letter", today, ...asked }): Promise<{ content: ArrayBuffer }> => {
    const printedOn = trustedToday(today);
    const { year, rows } = await rowsOf(ctx, { ...asked, today: printedOn });
    const { name: kennelName } = await ctx.runQuery(api.kennels.kennels.get, { kennelId: asked.kennelId });
    const printed = await makeReport({ report: asked.report, kennelName, year, rows, paper, printedOn });
    return { content: new Uint8Array(printed).buffer };
  },
});
