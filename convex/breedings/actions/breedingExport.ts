"use node";
/**
 * Exports breedings as text, spreadsheet or printable list, for both the web app and REST. Runs in Node, because
 * the printed list embeds its fonts. Source: decisions GAP-BRD-01 and GAP-BRD-15.
 */
import { v, type Infer } from "convex/values";
import writeExcelFile from "write-excel-file/universal";
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  EXPORT_TYPES,
  shownColumns,
  toExportRow,
  toTextRow,
  type ExportedBreeding,
} from "../../../domain/breedings/export";
import { breedingStatusLabels } from "../../../domain/breedings/words";
import { makeBreedingList } from "../../../domain/pdf/breeding-list";
import { readsConfidential } from "../../../domain/permissions/confidential";
import { toCsv } from "../../../domain/text/csv";
import { api } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { signedInAction } from "../../platform/functions";
import { readAllPages } from "../../platform/model/paging/paging";
import { trustedToday } from "../../platform/model/people/today";

/** Even with the longest texts, a page stays far below the size limit of a result. */
const PAGE_SIZE = 250;

/** The widths are in characters. */
const COLUMN_WIDTHS = [32, 32, 11, 22, 12, 12, 12, 7, 7, 14, 40, 40];

interface Asked {
  readonly kennelId: string;
  readonly status?: string;
  readonly search?: string;
}

/** The newest mating is first. */
const readAll = async (ctx: ActionCtx, asked: Asked): Promise<ExportedBreeding[]> =>
  await readAllPages(
    PAGE_SIZE,
    async (page) => await ctx.runQuery(api.breedings.breedings.list, { ...asked, ...page }),
  );

async function writeSpreadsheet(
  breedings: readonly ExportedBreeding[],
  isConfidentialShown: boolean,
): Promise<Uint8Array> {
  const heading = shownColumns(EXPORT_COLUMNS, isConfidentialShown).map((value) => ({
    value,
    fontWeight: "bold" as const,
  }));
  const rows = breedings.map((breeding) =>
    shownColumns(toExportRow(breeding), isConfidentialShown).map((value) =>
      typeof value === "number" ? { value, type: Number } : { value: value ?? "", type: String },
    ),
  );
  const file = await writeExcelFile([heading, ...rows], {
    sheet: "Breedings",
    columns: shownColumns(COLUMN_WIDTHS, isConfidentialShown).map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBlob();
  return new Uint8Array(await file.arrayBuffer());
}

function titleOf({ status = "", search = "" }: Asked): string {
  const label = Object.entries(breedingStatusLabels).find(([name]) => name === status)?.[1];
  const kind = label === undefined ? "Breedings" : `${label} breedings`;
  return search.trim() === "" ? kind : `${kind} with “${search.trim()}”`;
}

const fileShape = v.object({ fileName: v.string(), type: v.string(), content: v.bytes() });

/** Throws NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export const make = signedInAction({
  permission: "breeding:read",
  args: {
    kennelId: v.string(),
    status: v.optional(v.string()),
    search: v.optional(v.string()),
    format: v.union(...EXPORT_FORMATS.map((format) => v.literal(format))),
    today: v.string(),
  },
  returns: fileShape,
  handler: async (ctx, { format, today, ...asked }): Promise<Infer<typeof fileShape>> => {
    const day = trustedToday(today);
    const breedings = await readAll(ctx, asked);
    const kennel = await ctx.runQuery(api.kennels.kennels.get, { kennelId: asked.kennelId });
    const isShown = readsConfidential(kennel.permissions);
    const rows = breedings.map((breeding) => shownColumns(toTextRow(breeding), isShown));
    const content =
      format === "csv"
        ? new TextEncoder().encode(toCsv([shownColumns(EXPORT_COLUMNS, isShown), ...rows]))
        : format === "xlsx"
          ? await writeSpreadsheet(breedings, isShown)
          : await makeBreedingList({
              kennelName: kennel.name,
              title: titleOf(asked),
              printedOn: day,
              breedings,
              isConfidentialShown: isShown,
            });
    // A copy whose buffer contains only the document.
    return {
      fileName: `breedings.${format}`,
      type: EXPORT_TYPES[format],
      content: new Uint8Array(content).buffer,
    };
  },
});
