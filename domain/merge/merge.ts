/**
 * Merges two people's changes of one record, field by field: the values both began with, mine as typed and theirs as
 * stored. What only one side changed merges by itself; what both changed differently is left for a person to decide.
 * Fields that belong together (a status and its day) are decided together, as a group.
 */

/** Fields that make sense only together, or one that stands alone; `key` names the group. */
export interface FieldGroup<Values> {
  readonly key: string;
  readonly fields: readonly (keyof Values & string)[];
}

export interface Merge<Values> {
  /** What to put into the form: mine, with their values where only they changed something. */
  readonly mine: Values;
  /** What both now stand on; differs from what is stored in the conflicting groups alone. */
  readonly base: Values;
  /** Groups that took their values. */
  readonly adopted: readonly FieldGroup<Values>[];
  /** Groups that both sides changed, differently. */
  readonly conflicts: readonly FieldGroup<Values>[];
}

/** Text as it is stored: an empty field is none, and spaces around it do not count. */
const settled = (value: unknown): unknown => {
  const text = typeof value === "string" ? value.trim() : value;
  return text === "" || text === undefined ? null : text;
};

/** Says whether two versions agree in all the fields of a group. */
export const agreesIn = <Values>({ fields }: FieldGroup<Values>, a: Values, b: Values): boolean =>
  fields.every((field) => Object.is(settled(a[field]), settled(b[field])));

/** Copies a group's fields from one version over another. */
export function withGroup<Values>({ fields }: FieldGroup<Values>, onto: Values, from: Values): Values {
  const result = { ...onto };
  for (const field of fields) result[field] = from[field];
  return result;
}

/** Merges `mine` and `theirs`, which both began as `base`. */
export function mergeEdits<Values>(
  groups: readonly FieldGroup<Values>[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
): Merge<Values> {
  const merge = { mine, base };
  const adopted: FieldGroup<Values>[] = [];
  const conflicts: FieldGroup<Values>[] = [];
  for (const group of groups) {
    const isTheirsNew = !agreesIn(group, base, theirs);
    const isAgreed = agreesIn(group, mine, theirs);
    if (isTheirsNew && !isAgreed && !agreesIn(group, base, mine)) {
      conflicts.push(group);
      continue;
    }
    if (isTheirsNew && !isAgreed) {
      merge.mine = withGroup(group, merge.mine, theirs);
      adopted.push(group);
    }
    merge.base = withGroup(group, merge.base, theirs);
  }
  return { ...merge, adopted, conflicts };
}

/** Which value of a conflicting group stays; `both` joins two texts. */
export type Choice = "mine" | "theirs" | "both";

/** Joins two versions of a longer text, theirs first, as it stands in the record already. */
export const joinTexts = (theirs: string, mine: string): string =>
  [theirs.trim(), mine.trim()].filter(Boolean).join("\n\n");
