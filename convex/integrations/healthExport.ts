"use node";
/**
 * Writes the file in which health records or vaccine doses leave Studbook: text, spreadsheet or print, page by page
 * with its progress. Runs in Node, as the printed list carries its fonts. Source: decision GAP-HLT-12.
 */
import { setImmediate } from "node:timers/promises";
import { v } from "convex/values";
import writeExcelFile from "write-excel-file/universal";
import { EXPORT_TYPES } from "../../domain/breedings/export";
import { dosePaper, recordPaper, toTextRow, type HealthPaper } from "../../domain/health/export-papers";
import type { ExportedDose } from "../../domain/health/dose-export";
import type { ExportedHealthRecord } from "../../domain/health/export";
import { toCsv } from "../../domain/text/csv";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalAction } from "../functions";
import type { ExportPage } from "../model/healthExportPages";

/** Rows drawn between two notes of how far a print has come. */
const ROWS_PER_NOTE = 1000;

type Facts = Pick<ExportPage, "kind" | "format" | "kennelName" | "title" | "today">;

interface Read {
  readonly facts: Facts;
  /** Filled in a file of records. */
  readonly records: readonly ExportedHealthRecord[];
  /** Filled in a file of doses. */
  readonly doses: readonly ExportedDose[];
}

/** Reads all that match; null when the file was stopped. Reading is the first half of the way, writing the other. */
async function readAll(ctx: ActionCtx, exportId: Id<"healthExports">): Promise<Read | null> {
  const records: ExportedHealthRecord[] = [];
  const doses: ExportedDose[] = [];
  let read = 0;
  let cursor: string | null = null;
  for (;;) {
    const page: ExportPage | null = await ctx.runQuery(internal.healthExports.readPage, { exportId, cursor });
    if (page === null) return null;
    records.push(...page.records);
    doses.push(...page.doses);
    read += page.read;
    if (!(await note(ctx, exportId, read / 2))) return null;
    cursor = page.cursor;
    if (cursor === null) return { facts: page, records, doses };
  }
}

const note = async (ctx: ActionCtx, exportId: Id<"healthExports">, done: number): Promise<boolean> =>
  await ctx.runMutation(internal.healthExports.progress, { exportId, done: Math.floor(done) });

async function writeSpreadsheet<Row>(
  paper: HealthPaper<Row>,
  found: readonly Row[],
  today: string,
): Promise<Uint8Array> {
  const heading = paper.columns.map((value) => ({ value, fontWeight: "bold" as const }));
  const rows = found.map((row) =>
    paper
      .toRow(row, today)
      .map((value) =>
        typeof value === "number"
          ? { value, type: Number, format: "0.00" }
          : { value: value ?? "", type: String },
      ),
  );
  const file = await writeExcelFile([heading, ...rows], {
    sheet: paper.sheet,
    columns: paper.widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBlob();
  return new Uint8Array(await file.arrayBuffer());
}

interface Work<Row> {
  readonly ctx: ActionCtx;
  readonly exportId: Id<"healthExports">;
  readonly facts: Facts;
  readonly paper: HealthPaper<Row>;
  readonly rows: readonly Row[];
}

/** Prints the list; a file that is stopped meanwhile is found out when it is handed over. */
const print = async <Row>({ ctx, exportId, facts, paper, rows }: Work<Row>): Promise<Uint8Array> =>
  await paper.print({
    kennelName: facts.kennelName,
    title: facts.title,
    printedOn: facts.today,
    rows,
    onRows: async (drawn) => {
      await setImmediate();
      if (drawn % ROWS_PER_NOTE === 0) await note(ctx, exportId, (rows.length + drawn) / 2);
    },
  });

async function contentOf<Row>(work: Work<Row>): Promise<Uint8Array> {
  const { paper, rows, facts } = work;
  switch (facts.format) {
    case "csv": {
      const cells = rows.map((row) => toTextRow(paper, row, facts.today));
      return new TextEncoder().encode(toCsv([paper.columns, ...cells]));
    }
    case "xlsx":
      return await writeSpreadsheet(paper, rows, facts.today);
    case "pdf":
      return await print(work);
    default:
      return facts.format satisfies never;
  }
}

/** Writes a file that was asked for and hands it over, or notes that it failed. */
export const write = internalAction({
  args: { exportId: v.id("healthExports") },
  returns: v.null(),
  handler: async (ctx, { exportId }): Promise<null> => {
    try {
      const read = await readAll(ctx, exportId);
      if (read === null)
        return await ctx.runMutation(internal.healthExports.finish, { exportId, storageId: null });
      const { facts } = read;
      const content =
        facts.kind === "records"
          ? await contentOf({ ctx, exportId, facts, paper: recordPaper, rows: read.records })
          : await contentOf({ ctx, exportId, facts, paper: dosePaper, rows: read.doses });
      const type = EXPORT_TYPES[facts.format];
      // A copy, so that the file holds the document and nothing else.
      const storageId = await ctx.storage.store(new Blob([new Uint8Array(content)], { type }));
      await ctx.runMutation(internal.healthExports.finish, { exportId, storageId });
    } catch (error) {
      await ctx.runMutation(internal.healthExports.finish, { exportId, storageId: null });
      throw error;
    }
    return null;
  },
});
