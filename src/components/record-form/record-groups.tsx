/**
 * Which fields of a record's form the user chooses together if two people changed them, and the values of these
 * fields in words.
 */
import type { ReactNode } from "react";
import { EmptyValue, type ShownConflict } from "@/components/conflict-dialog";
import { lastEditOf, type Edit } from "@/hooks/edit-authors";
import type { Field, Fields } from "@domain/records/fields";
import { headingOf, mapFields } from "@domain/records/record";
import { typedInWords } from "@domain/records/typed-form";
import type { Value } from "@domain/records/words";
import { joinTexts, type FieldGroup } from "@domain/merge/merge";

export type RecordGroup<Values> = FieldGroup<Values> & {
  readonly label: string;
  readonly show: (values: Values) => ReactNode;
  /** Set for a long text. After a conflict, the user can keep both versions. */
  readonly longText?: (values: Values) => string;
};

/** Keeps the text as it was typed. */
export const orEmpty = (text: string | null | undefined): ReactNode => (text?.trim() ? text : <EmptyValue />);

/** One group for fields that belong together, and one for each other field, in the order of the description. */
export function describedGroups<Values>(
  described: Fields & { readonly [Name in keyof Values]?: Field },
  together: readonly RecordGroup<Values>[] = [],
): RecordGroup<Values>[] {
  const ofField = (field: Field, name: string): RecordGroup<Values> => {
    const found = together.find(({ fields }) => fields.some((each) => each === name));
    if (found) return found;
    const key = name as keyof Values & string; // the form has the fields of its description
    // The values of the form belong to its fields.
    const valueOf = (values: Values) => (values[key] ?? null) as Value;
    const textIn = (values: Values) => String(valueOf(values) ?? "");
    return {
      key,
      label: headingOf(field),
      fields: [key],
      show: (values) => orEmpty(textIn(values) ? typedInWords(field, valueOf(values)) : field.openLabel),
      ...(field.type === "notes" && { longText: textIn }),
    };
  };
  return [...new Set(Object.values(mapFields(described, ofField)))];
}

export const labelled = <Values,>(
  all: readonly RecordGroup<Values>[],
  groups: readonly FieldGroup<Values>[],
): RecordGroup<Values>[] => groups.flatMap(({ key }) => all.find((group) => group.key === key) ?? []);

export function showConflicts<Values>(
  groups: readonly RecordGroup<Values>[],
  { mine, theirs, edits }: { mine: Values; theirs: Values; edits: readonly Edit[] },
): ShownConflict[] {
  return groups.map(({ key, label, fields, show, longText }) => {
    const edit = lastEditOf(edits, fields);
    const [my = "", their = ""] = longText ? [longText(mine), longText(theirs)] : [];
    return {
      key,
      label,
      mine: show(mine),
      theirs: show(theirs),
      author: edit?.name ?? "somebody else",
      savedAt: edit?.savedAt ?? null,
      mark: JSON.stringify(fields.map((field) => theirs[field])),
      ...(my.trim() !== "" && their.trim() !== "" && { both: joinTexts(their, my) }),
    };
  });
}
