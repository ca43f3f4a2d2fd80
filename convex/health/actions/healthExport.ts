"use node";
/**
 * Exports health records or vaccine doses as text, spreadsheet or printable list, page by page, and reports its
 * progress. Only compressed pages stay in memory. Runs in Node, because the printed list embeds its fonts. Source:
 * decision GAP-HLT-12.
 */
import { setImmediate } from "node:timers/promises";
import { v } from "convex/values";
import { EXPORT_TYPES } from "../../../domain/breedings/export";
import { packText, PACKED_TEXT_TYPE, type Piece } from "../../../domain/files/packing";
import { makeWorkbook } from "../../../domain/files/workbook";
import { dosePaper, recordPaper, toTextRow, type HealthPaper } from "../../../domain/health/export-papers";
import { makeListAsRead } from "../../../domain/pdf/printed-list";
import { BYTE_ORDER_MARK, csvLines } from "../../../domain/text/csv";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { internalAction } from "../../platform/functions";
import { Stopped, writeAndFinish } from "../../platform/model/files/exportJobs";
import type { ExportPage } from "../model/healthExportPages";

type Facts = Pick<ExportPage, "kind" | "format" | "kennelName" | "title" | "today" | "areCostsTold">;

/** Rows can be read as often as the file needs them. The progress is reported. */
class Reader {
  #read = 0;
  #readings = 1;

  constructor(
    private readonly ctx: ActionCtx,
    private readonly exportId: Id<"healthExports">,
  ) {}

  /** The first page contains the description of the file. */
  async readFacts(): Promise<Facts> {
    const facts = await this.#readPage(null);
    // A printed list reads all rows twice.
    if (facts.format === "pdf") this.#readings = 2;
    return facts;
  }

  /** The first page is included. */
  async *pages(): AsyncGenerator<ExportPage> {
    let cursor: string | null = null;
    do {
      const page: ExportPage = await this.#readPage(cursor);
      yield page;
      this.#read += page.read;
      const step = { exportId: this.exportId, done: Math.floor(this.#read / this.#readings) };
      if (!(await this.ctx.runMutation(internal.health.healthExports.progress, step))) throw new Stopped();
      cursor = page.cursor;
    } while (cursor !== null);
  }

  async #readPage(cursor: string | null): Promise<ExportPage> {
    const asked = { exportId: this.exportId, cursor };
    const page: ExportPage | null = await this.ctx.runQuery(internal.health.healthExports.readPage, asked);
    if (page === null) throw new Stopped();
    return page;
  }
}

interface Work<Row> {
  readonly facts: Facts;
  readonly paper: HealthPaper<Row>;
  readonly pages: () => AsyncIterable<readonly Row[]>;
}

const writeCsv = async <Row>({ facts, paper, pages }: Work<Row>): Promise<Piece[]> =>
  await packText(async (write) => {
    write(BYTE_ORDER_MARK + csvLines([paper.columns]));
    for await (const rows of pages()) write(csvLines(rows.map((row) => toTextRow(paper, row, facts.today))));
  });

const writeSpreadsheet = async <Row>({ facts, paper, pages }: Work<Row>): Promise<Piece[]> =>
  await makeWorkbook([
    {
      title: paper.sheet,
      // These columns contain only amounts of money.
      columns: paper.columns.map((label, index) => ({
        label,
        width: paper.widths[index] ?? 0,
        isMoney: true,
      })),
      pages: async function* () {
        for await (const rows of pages()) yield rows.map((row) => paper.toRow(row, facts.today));
      },
    },
  ]);

async function* rowsIn<Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const rows of pages) yield* rows;
}

async function print<Row>({ facts, paper, pages }: Work<Row>): Promise<Piece[]> {
  const { columnsOn, ...look } = paper.printed;
  const { kennelName, title, today } = facts;
  const list = { kennelName, title, printedOn: today, columns: columnsOn(today), ...look };
  const printed = await makeListAsRead<Row>({ ...list, onRows: async () => await setImmediate() }, () =>
    rowsIn(pages()),
  );
  return [new Uint8Array(printed)];
}

async function contentOf<Row>(work: Work<Row>): Promise<Piece[]> {
  const { format } = work.facts;
  switch (format) {
    case "csv":
      return await writeCsv(work);
    case "xlsx":
      return await writeSpreadsheet(work);
    case "pdf":
      return await print(work);
    default:
      return format satisfies never;
  }
}

async function store(ctx: ActionCtx, exportId: Id<"healthExports">): Promise<Id<"_storage">> {
  const reader = new Reader(ctx, exportId);
  const facts = await reader.readFacts();
  async function* read<Row>(of: (page: ExportPage) => readonly Row[]): AsyncGenerator<readonly Row[]> {
    for await (const page of reader.pages()) yield of(page);
  }
  const pieces =
    facts.kind === "records"
      ? await contentOf({
          facts,
          paper: recordPaper(facts.areCostsTold),
          pages: () => read(({ records }) => records),
        })
      : await contentOf({ facts, paper: dosePaper, pages: () => read(({ doses }) => doses) });
  const type = facts.format === "csv" ? PACKED_TEXT_TYPE : EXPORT_TYPES[facts.format];
  return await ctx.storage.store(new Blob(pieces, { type }));
}

/** The file is saved, or its failure is recorded. */
export const write = internalAction({
  args: { exportId: v.id("healthExports") },
  returns: v.null(),
  handler: async (ctx, { exportId }): Promise<null> =>
    await writeAndFinish(
      async () => await store(ctx, exportId),
      async (storageId) =>
        await ctx.runMutation(internal.health.healthExports.finish, { exportId, storageId }),
    ),
});
