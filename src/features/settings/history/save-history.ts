/** Saves the history as a CSV file: every page of it as it is narrowed, one row for each field that changed. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionArgs } from "convex/server";
import type { Change } from "@/entities/history/use-remedies";
import { saveFile } from "@/lib/save-file";
import { localDay } from "@domain/dates/calendar-days";
import { historyRows } from "@domain/history/words";
import { toCsv } from "@domain/text/csv";
import { api } from "@convex/_generated/api";

const ROWS_AT_ONCE = 200;

/** Changes that one file holds at most, the newest. */
export const MAX_CHANGES = 20_000;

type Asked = Omit<FunctionArgs<typeof api.history.history.page>, "now" | "paginationOpts">;

/** Reads the history page by page and saves it; returns whether the file holds all of it. */
export async function saveHistory(client: ConvexReactClient, asked: Asked): Promise<boolean> {
  const changes: Change[] = [];
  const now = Date.now();
  let cursor: string | null = null;
  let isDone = false;
  while (!isDone && changes.length < MAX_CHANGES) {
    const found: { page: Change[]; isDone: boolean; continueCursor: string } = await client.query(
      api.history.history.page,
      { ...asked, now, paginationOpts: { numItems: ROWS_AT_ONCE, cursor } },
    );
    changes.push(...found.page);
    cursor = found.continueCursor;
    isDone = found.isDone;
  }
  const day = localDay(new Date(now));
  const csv = toCsv(historyRows(changes, "You"));
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `studbook-history-${day}.csv`);
  return isDone;
}
