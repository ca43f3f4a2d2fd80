/** Tests the form of a kind of record whose description has one additional field of every type (more-fields.ts). */
import { describe, expect, it } from "vitest";
import { mergeEdits, type FieldGroup } from "@domain/merge/merge";
import { ADDED, FIRST, NOTHING, SECOND } from "@domain/records/testing/more-fields";

interface DescribedForm<Values> {
  /** The form's values of a record with these values. */
  readonly formOf: (values: object) => Values;
  /** The server's name of a field of the form. */
  readonly toField: (name: string) => unknown;
  /** Returns what is sent for a form that was opened with other values. */
  readonly changesOf: (values: Values, opened: Values) => object;
  readonly groups: readonly FieldGroup<Values>[];
  /** A text field of the form, which one of two users changes. */
  readonly text: keyof Values;
}

/** Tests that a field of every type is in the form's values, is sent if it was changed, and is merged. */
export function testAddedFields<Values extends object>(form: DescribedForm<Values>): void {
  const { formOf, toField, changesOf, groups, text } = form;
  describe("an added field of every type", () => {
    it("is in the form's values, and is sent if it was changed", () => {
      expect(ADDED.map((name) => toField(name))).toEqual(ADDED);
      expect(changesOf(formOf(SECOND), formOf({}))).toEqual(SECOND);
      expect(changesOf(formOf({}), formOf(SECOND))).toEqual(NOTHING);
      expect(changesOf(formOf(FIRST), formOf(FIRST))).toEqual({});
    });

    it("is merged: if only the other user changed it, that value is used; if both did, the user is asked", () => {
      const [base, theirs] = [formOf(FIRST), formOf(SECOND)];
      const { mine } = mergeEdits(groups, { base, mine: { ...base, [text]: "Calm" }, theirs });
      expect(mine).toEqual({ ...theirs, [text]: "Calm" });
      const { conflicts } = mergeEdits(groups, { base: formOf({}), mine: base, theirs });
      expect(conflicts.map(({ key }) => key)).toEqual(ADDED);
    });
  });
}
