/**
 * Merges two users' changes of one record, group by group, from three versions: `base`, the common starting point,
 * `mine` as entered, and `theirs` as stored. If only one user changed a group, that change is taken automatically.
 * If both users changed a group differently, the user decides. Fields that belong together (a status and its date)
 * form a group.
 */

/** The fields make sense only together, or the group has a single field. `key` identifies the group. */
export interface FieldGroup<Values> {
  readonly key: string;
  readonly fields: readonly (keyof Values & string)[];
}

export interface Merge<Values> {
  /** The form's values: `mine`, with `theirs` in groups that only the other user changed. */
  readonly mine: Values;
  /** The stored values, except in groups with a conflict. */
  readonly base: Values;
  /** In these groups, `mine` now has the other user's values. */
  readonly adopted: readonly FieldGroup<Values>[];
  /** Both users changed these groups differently. */
  readonly conflicts: readonly FieldGroup<Values>[];
}

/** Trims text; empty text becomes null. */
const toStored = (value: unknown): unknown => {
  const text = typeof value === "string" ? value.trim() : value;
  return text === "" || text === undefined ? null : text;
};

export const agreesIn = <Values>({ fields }: FieldGroup<Values>, a: Values, b: Values): boolean =>
  fields.every((field) => Object.is(toStored(a[field]), toStored(b[field])));

export function withGroup<Values>({ fields }: FieldGroup<Values>, onto: Values, from: Values): Values {
  const result = { ...onto };
  for (const field of fields) result[field] = from[field];
  return result;
}

/** Both `mine` and `theirs` started from `base`. */
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

/** `both` joins two texts. */
export type Choice = "mine" | "theirs" | "both";

/** The other user's text comes first, because it is already stored. */
export const joinTexts = (theirs: string, mine: string): string =>
  [theirs.trim(), mine.trim()].filter(Boolean).join("\n\n");
