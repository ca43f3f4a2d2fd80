/** The history in words: what a field was and became, and what was done to which record. */
import { formatCents, formatDay } from "../formatting/formatting";
import { historyOf, type ChangeKind, type ChangeSource, type HistoryTable } from "./records";

type Value = string | number | boolean | readonly (string | number)[] | null;

const NOTHING = "nothing";

const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a name of the code as people write it: `in_season` as "In season". */
function spoken(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UNITS = { pounds: "lbs", inches: "inches", grams: "g", fahrenheit: "°F" } as const;

/** Writes a field's value as people read it. */
export function valueInWords(table: HistoryTable, name: string, value: Value): string {
  if (value === null || value === "") return NOTHING;
  const format = historyOf(table).fields[name]?.format ?? "text";
  if (typeof value === "object") {
    if (value.length === 0) return NOTHING;
    return value.map((each) => (format === "choice" ? spoken(String(each)) : String(each))).join(", ");
  }
  switch (format) {
    case "day":
      return DAY.test(String(value)) ? formatDay(String(value)) : String(value);
    case "instant":
      return moment.format(Number(value));
    case "cents":
      return formatCents(Number(value));
    case "choice":
      return spoken(String(value));
    case "flag":
      return value === true ? "Yes" : "No";
    case "pounds":
    case "inches":
    case "grams":
    case "fahrenheit":
      return `${number.format(Number(value))} ${UNITS[format]}`;
    case "hidden":
      return NOTHING;
    case "text":
      return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
    default:
      return format satisfies never;
  }
}

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
  if (/^\d{11,}$/.test(title)) return named(`${label} of ${moment.format(Number(title))}`, dogName);
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
