/** The history in words: what a field was and became, and what was done to which record. */
import { formatDay } from "../formatting/formatting";
import { DAY, inWords, momentInWords, spoken, type Value } from "../records/words";
import { historyOf, type ChangeKind, type ChangeSource, type HistoryTable } from "./records";

/** Writes a field's value as people read it. */
export const valueInWords = (table: HistoryTable, name: string, value: Value): string =>
  inWords(historyOf(table).fields[name]?.format ?? "text", value);

/** Names a field as the product does. */
export const fieldInWords = (table: HistoryTable, name: string): string =>
  historyOf(table).fields[name]?.label ?? spoken(name);

/** What of a change names its record. */
interface Named {
  readonly table: HistoryTable;
  readonly title: string;
  readonly dogName: string | null;
}

/** Names the record of a change: its kind, what it was called and whose it is. */
export function recordInWords({ table, title, dogName }: Named): string {
  const { label } = historyOf(table);
  if (/^\d{11,}$/.test(title)) return named(`${label} of ${momentInWords(Number(title))}`, dogName);
  if (DAY.test(title)) return named(`${label} of ${formatDay(title)}`, dogName);
  return named(title === "" ? label : `${label} ${/^[a-z_]+$/.test(title) ? spoken(title) : title}`, dogName);
}

const named = (words: string, dogName: string | null): string =>
  dogName === null ? words : `${words}, ${dogName}`;

/** What was done, by its kind. */
export const KINDS_IN_WORDS = {
  created: "Added",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Brought back",
} as const satisfies Record<ChangeKind, string>;

const SOURCES_IN_WORDS = {
  import: "by an import",
  undo: "by undoing",
  nightly: "by Studbook itself",
} as const satisfies Record<ChangeSource, string>;

/** Says who did it, and by what. */
export function authorInWords(change: {
  readonly by: string | null;
  readonly isSelf: boolean;
  readonly source: ChangeSource | null;
}): string {
  const who = change.isSelf ? "by you" : change.by === null ? "" : `by ${change.by}`;
  if (change.source === null) return who;
  return [who, SOURCES_IN_WORDS[change.source]].filter((part) => part !== "").join(", ");
}

/** Writes the history as rows of a table, one for each field that changed, with a line of headings. */
export function historyRows(
  changes: readonly (Named & {
    readonly at: number;
    readonly kind: ChangeKind;
    readonly by: string | null;
    readonly isSelf: boolean;
    readonly source: ChangeSource | null;
    readonly fields: readonly { readonly name: string; readonly before: Value; readonly after: Value }[];
  })[],
  ownName: string,
): string[][] {
  const rows = changes.flatMap((change) => {
    const { table, kind, at, isSelf, by, source, fields } = change;
    const start = [
      new Date(at).toISOString(),
      isSelf ? ownName : (by ?? ""),
      source === null ? "" : spoken(source),
      KINDS_IN_WORDS[kind],
      recordInWords(change),
    ];
    if (fields.length === 0) return [[...start, "", "", ""]];
    const cell = (name: string, value: Value) => (value === null ? "" : valueInWords(table, name, value));
    return fields.map(({ name, before, after }) => [
      ...start,
      fieldInWords(table, name),
      cell(name, before),
      cell(name, after),
    ]);
  });
  return [["When", "Who", "Source", "What", "Record", "Field", "Before", "After"], ...rows];
}
