/** Tests the form of a kind of record whose description has one additional field of every type (more-fields.ts). */
import { describe, expect, it } from "vitest";
import { mergeEdits, type FieldGroup } from "@domain/merge/merge";
import { ADDED, FIRST, NOTHING, SECOND } from "@domain/records/testing/more-fields";

interface DescribedForm<Values> {
  readonly formOf: (values: object) => Values;
  readonly toField: (name: string) => unknown;
  /** `opened` are the values with which the form was opened. */
  readonly changesOf: (values: Values, opened: Values) => object;
  readonly groups: readonly FieldGroup<Values>[];
  /** One of two users changes this text field. */
  readonly text: keyof Values;
}

/** The description must have a field of every type. */
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
