/**
 * Creates lists from the tables' definitions for the web app and `domain/`, which do not import tables: the kinds
 * of records that have a history, the history's words for each kind, and their names in a backup. `npm run codegen`
 * writes these lists (tables.mjs).
 */
import { TABLES } from "../convex/tables.gen";
import { kennelHistory } from "../convex/platform/tables/kennels";
import { inPlace } from "../domain/records/places";

const HISTORIES = inPlace([
  ...Object.entries(TABLES).flatMap(([name, table]) =>
    "history" in table ? [[name, table.history] as const] : [],
  ),
  ["kennels", kennelHistory] as const,
]);

/** Leaves out the parts that only the server needs. */
export const historyRecords = (): object =>
  Object.fromEntries(
    HISTORIES.map(([name, { label, plural, area, otherArea, isConfidential, fields }]) => [
      name,
      { label, plural, area, otherArea, isConfidential, fields },
    ]),
  );

const backupWords = () =>
  inPlace(
    Object.entries(TABLES).flatMap(([name, table]) => {
      if (!table.backup) return [];
      const { label = "", plural = "" } = "history" in table ? table.history : {};
      const { place, one = label.toLowerCase(), many = plural.toLowerCase() } = table.backup;
      return [[name, { place, words: [one, many] }] as const];
    }),
  ).map(([name, { words }]) => [name, ...words]);

/** The keys are paths. The texts are not formatted yet. */
export const modules = (): Record<string, string> => ({
  "domain/history/tables.gen.ts": `/** The kinds of records that have a history, by their tables. Written by \`npm run codegen\`. */
export const HISTORY_TABLES = ${JSON.stringify(HISTORIES.map(([name]) => name))} as const;

/** A kind of record that has a history, by the name of its table. */
export type HistoryTable = (typeof HISTORY_TABLES)[number];
`,
  "domain/history/records.gen.ts": `/** The words of the history for each kind of record. Written by \`npm run codegen\`. */
export const HISTORY_RECORDS = ${JSON.stringify(historyRecords())} as const;
`,
  "domain/backups/words.gen.ts": `/** The words for one record and for several records of each kind in a backup, in order. Written by \`npm run codegen\`. */
export const BACKUP_WORDS = ${JSON.stringify(backupWords())} as const;
`,
});
