/** The texts of the history: former and new values, and the changes of records. */
import { formatDay, formatMoment, spoken } from "../formatting/formatting";
import { DAY, inWords, type Value } from "../records/words";
import { EVENTS_IN_WORDS, eventInWords, rightInWords, standingInWords, type ShownEvent } from "./events";
import type { ChangeKind, ChangeSource } from "./changes";
import { historyOf } from "./records";
import type { HistoryTable } from "./tables.gen";

export const valueInWords = (table: HistoryTable, name: string, value: Value): string =>
  inWords(historyOf(table).fields[name]?.format ?? "text", value);

/** A part that is true is described by its name. */
function entryInWords(parts: readonly string[], entry: object): string {
  const words = parts.map((name) => {
    const value: unknown = Reflect.get(entry, name);
    if (value === true) return spoken(name.replace(/^is/, "")).toLowerCase();
    if (Array.isArray(value)) return value.join(", ");
    return typeof value === "string" ? value : "";
  });
  return words.filter((word) => word !== "").join(" · ");
}

/** Describes removed and added entries. If only the order has changed, both texts contain the whole list. */
export function listChangeInWords(
  parts: readonly string[],
  before: unknown,
  after: unknown,
): { before: string[]; after: string[] } {
  const [old, young] = [before, after].map((list) =>
    Array.isArray(list) ? list.map((entry: object) => entryInWords(parts, entry)) : [],
  ) as [string[], string[]]; // One list of texts before the change, and one after it.
  const gone = old.filter((entry) => !young.includes(entry));
  const added = young.filter((entry) => !old.includes(entry));
  return gone.length + added.length === 0 ? { before: old, after: young } : { before: gone, after: added };
}

export const fieldInWords = (table: HistoryTable, name: string): string =>
  historyOf(table).fields[name]?.label ?? spoken(name);

interface Named {
  readonly table: HistoryTable;
  readonly title: string;
  readonly dogName: string | null;
  readonly grams?: number | undefined;
  /** Null for a change of a record. */
  readonly event: ShownEvent | null;
}

/** The value is included for a weight. An event is described by its person or file. */
export function recordInWords({ grams, ...record }: Named): string {
  const words = recordWithoutWeight(record);
  return grams === undefined ? words : `${words}, ${inWords("grams", grams)}`;
}

function recordWithoutWeight({ table, title, dogName, event }: Named): string {
  if (event) return eventInWords(event);
  const { label } = historyOf(table);
  if (/^\d{11,}$/.test(title)) return named(`${label} of ${formatMoment(Number(title))}`, dogName);
  if (DAY.test(title)) return named(`${label} of ${formatDay(title)}`, dogName);
  return named(titled(label, title), dogName);
}

/** A title may already start with the kind: an unnamed puppy is Puppy 3. */
function titled(label: string, title: string): string {
  if (title === "" || title === label) return label;
  if (title.startsWith(`${label} `)) return title;
  return `${label} ${/^[a-z_]+$/.test(title) ? spoken(title) : title}`;
}

const named = (words: string, dogName: string | null): string =>
  dogName === null ? words : `${words}, ${dogName}`;

const KINDS_IN_WORDS = {
  created: "Added",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Brought back",
  noted: "Noted",
} as const satisfies Record<ChangeKind, string>;

export const actionInWords = ({
  kind,
  event,
}: {
  readonly kind: ChangeKind;
  readonly event: ShownEvent | null;
}): string => (event ? EVENTS_IN_WORDS[event.what] : KINDS_IN_WORDS[kind]);

interface Altered {
  readonly name: string;
  readonly before: Value;
  readonly after: Value;
}

export function alteredInWords(
  { table, event }: Pick<Named, "table" | "event">,
  { name, before, after }: Altered,
): { label: string; before: string; after: string } {
  if (event) {
    const [was, is] = [standingInWords(String(before)), standingInWords(String(after))];
    return { label: rightInWords(name), before: was, after: is };
  }
  return {
    label: fieldInWords(table, name),
    before: valueInWords(table, name, before),
    after: valueInWords(table, name, after),
  };
}

/** A change of a reminder's state changes two fields. Returns null for any other change. */
export function sentenceOf({ table, event }: Pick<Named, "table" | "event">, fields: readonly Altered[]) {
  if (table !== "reminders" || event || fields.length > 2) return null;
  const state = fields.find(({ name }) => name === "state");
  const day = fields.find(({ name }) => name === "completedDate");
  if (!state || !day) return null;
  if (state.after === "pending" && day.after === null) return "No longer marked as completed";
  if (state.after !== "completed" || typeof day.after !== "string") return null;
  return `Marked as completed on ${formatDay(day.after)}`;
}

const SOURCES_IN_WORDS = {
  import: "by an import",
  undo: "by an undo",
  nightly: "by Studbook itself",
  family: "by the family, on its page",
} as const satisfies Record<ChangeSource, string>;

export function authorInWords(change: {
  readonly by: string | null;
  readonly isSelf: boolean;
  readonly source: ChangeSource | null;
}): string {
  const who = change.isSelf ? "by you" : change.by === null ? "" : `by ${change.by}`;
  if (change.source === null) return who;
  return [who, SOURCES_IN_WORDS[change.source]].filter((part) => part !== "").join(", ");
}

/** The first row is the heading. A change has one row for each changed field, or a single row without fields. */
export function historyRows(
  changes: readonly (Named & {
    readonly at: number;
    readonly kind: ChangeKind;
    readonly by: string | null;
    readonly isSelf: boolean;
    readonly source: ChangeSource | null;
    readonly fields: readonly Altered[];
  })[],
  ownName: string,
): string[][] {
  const rows = changes.flatMap((change) => {
    const { at, isSelf, by, source, fields } = change;
    const start = [
      new Date(at).toISOString(),
      isSelf ? ownName : (by ?? ""),
      source === null ? "" : spoken(source),
      actionInWords(change),
      recordInWords(change),
    ];
    if (fields.length === 0) return [[...start, "", "", ""]];
    return fields.map((field) => {
      const { label, before, after } = alteredInWords(change, field);
      return [...start, label, field.before === null ? "" : before, field.after === null ? "" : after];
    });
  });
  return [["When", "Who", "Source", "What", "Record", "Field", "Before", "After"], ...rows];
}
