/** Exporting dogs as a file: the current page, or all matching dogs read page by page. */
import type { ConvexReactClient } from "convex/react";
import type { DogListParams } from "@/features/dogs/list/dog-list-params";
import type { Dog } from "@/entities/dogs/types";
import { toFilterArgs } from "@/features/dogs/list/use-dog-list";
import { saveFile } from "@/lib/save-file";
import { api } from "@convex/_generated/api";
import { EXPORT_COLUMNS, toExportRow } from "@domain/dogs/export";
import { toCsv } from "@domain/text/csv";

/** Far below the limit of a result. */
const EXPORT_PAGE_SIZE = 250;

/** In alphabetical order. */
export async function fetchMatchingDogs(
  client: Pick<ConvexReactClient, "query">,
  kennelId: string,
  params: DogListParams,
  today: string,
): Promise<Dog[]> {
  // Collected by id: if somebody adds a dog meanwhile, another dog may move to the next page and be read again.
  const dogs = new Map<string, Dog>();
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const args = { kennelId, page, limit: EXPORT_PAGE_SIZE, ...toFilterArgs(params, today) };
    const answer = await client.query(api.dogs.dogs.list, args);
    for (const dog of answer.data) dogs.set(dog._id, dog);
    hasNext = answer.pagination.hasNext;
  }
  return [...dogs.values()];
}

export function saveAsCsv(dogs: readonly Dog[]): void {
  const text = toCsv([EXPORT_COLUMNS, ...dogs.map(toExportRow)]);
  saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), "dogs.csv");
}

/** In characters. */
const COLUMN_WIDTHS = [36, 18, 24, 10, 14, 22, 12, 14];

/** The code that writes spreadsheets loads only when needed. */
export async function saveAsSpreadsheet(dogs: readonly Dog[]): Promise<void> {
  const { default: writeExcelFile } = await import("write-excel-file/universal");
  const heading = EXPORT_COLUMNS.map((value) => ({ value, fontWeight: "bold" as const }));
  const rows = dogs.map((dog) => toExportRow(dog).map((value) => ({ value, type: String })));
  const blob = await writeExcelFile([heading, ...rows], {
    sheet: "Dogs",
    columns: COLUMN_WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBlob();
  saveFile(blob, "dogs.xlsx");
}
