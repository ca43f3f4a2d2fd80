"use node";
/**
 * Writes the file in which health records leave Studbook: text, spreadsheet or print, page by page with its progress.
 * Runs in Node, as the printed list carries its fonts. Source: decision GAP-HLT-12.
 */
import { setImmediate } from "node:timers/promises";
import { v } from "convex/values";
import writeExcelFile from "write-excel-file/universal";
import { EXPORT_TYPES } from "../../domain/breedings/export";
import {
  HEALTH_EXPORT_COLUMNS,
  toHealthExportRow,
  toHealthTextRow,
  type ExportedHealthRecord,
} from "../../domain/health/export";
import { makeHealthList } from "../../domain/health/list-pdf";
import { toCsv } from "../../domain/text/csv";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalAction } from "../functions";
import type { ExportPage } from "../model/healthExports";

/** Widths of the spreadsheet's columns in characters. */
const COLUMN_WIDTHS = [11, 28, 13, 32, 22, 26, 40, 40, 11, 12];

/** Rows drawn between two notes of how far a print has come. */
const ROWS_PER_NOTE = 1000;

type Facts = Pick<ExportPage, "format" | "kennelName" | "title" | "today">;

interface Read {
  readonly facts: Facts;
  readonly records: readonly ExportedHealthRecord[];
}

/** Reads all that match; null when the file was stopped. Reading is the first half of the way, writing the other. */
async function readAll(ctx: ActionCtx, exportId: Id<"healthExports">): Promise<Read | null> {
  const records: ExportedHealthRecord[] = [];
  let read = 0;
  let cursor: string | null = null;
  for (;;) {
    const page: ExportPage | null = await ctx.runQuery(internal.healthExports.readPage, { exportId, cursor });
    if (page === null) return null;
    records.push(...page.records);
    read += page.read;
    if (!(await note(ctx, exportId, read / 2))) return null;
    cursor = page.cursor;
    if (cursor === null) return { facts: page, records };
  }
}

const note = async (ctx: ActionCtx, exportId: Id<"healthExports">, done: number): Promise<boolean> =>
  await ctx.runMutation(internal.healthExports.progress, { exportId, done: Math.floor(done) });

async function writeSpreadsheet(records: readonly ExportedHealthRecord[]): Promise<Uint8Array> {
  const heading = HEALTH_EXPORT_COLUMNS.map((value) => ({ value, fontWeight: "bold" as const }));
  const rows = records.map((record) =>
    toHealthExportRow(record).map((value) =>
      typeof value === "number"
        ? { value, type: Number, format: "0.00" }
        : { value: value ?? "", type: String },
    ),
  );
  const file = await writeExcelFile([heading, ...rows], {
    sheet: "Health records",
    columns: COLUMN_WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBlob();
  return new Uint8Array(await file.arrayBuffer());
}

/** Prints the list; a file that is stopped meanwhile is found out when it is handed over. */
async function print(
  ctx: ActionCtx,
  exportId: Id<"healthExports">,
  { facts: { kennelName, title, today }, records }: Read,
): Promise<Uint8Array> {
  return await makeHealthList({
    kennelName,
    title,
    printedOn: today,
    records,
    onRows: async (drawn) => {
      await setImmediate();
      if (drawn % ROWS_PER_NOTE === 0) await note(ctx, exportId, (records.length + drawn) / 2);
    },
  });
}

async function contentOf(ctx: ActionCtx, exportId: Id<"healthExports">, read: Read): Promise<Uint8Array> {
  switch (read.facts.format) {
    case "csv":
      return new TextEncoder().encode(toCsv([HEALTH_EXPORT_COLUMNS, ...read.records.map(toHealthTextRow)]));
    case "xlsx":
      return await writeSpreadsheet(read.records);
    case "pdf":
      return await print(ctx, exportId, read);
    default:
      return read.facts.format satisfies never;
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
      const content = await contentOf(ctx, exportId, read);
      const type = EXPORT_TYPES[read.facts.format];
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
