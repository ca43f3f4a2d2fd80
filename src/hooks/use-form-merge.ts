/** Merges an open form with the stored record, which somebody else may change while the form is open. */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { FormMerge, type MergeState, type Stored } from "@/lib/form-merge";
import type { FieldGroup } from "@domain/merge/merge";

type UseFormMergeOptions<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>;
  groups: readonly FieldGroup<Values>[];
  /** The record with which the form opened; null for a new record, which nobody else can change. */
  begun: Stored<Values> | null;
  /** The current stored record. The object is the same until the record changes. */
  stored: Stored<Values> | null;
};

const watchNothing = () => () => {};
const nothing = () => null;

/** All results are null for a new record. */
export function useFormMerge<Values extends FieldValues, Output>({
  form,
  groups,
  begun,
  stored,
}: UseFormMergeOptions<Values, Output>): {
  merge: FormMerge<Values> | null;
  state: MergeState<Values> | null;
} {
  const [merge] = useState(() => begun && new FormMerge(groups, begun, accessTo(form)));
  useEffect(() => {
    if (stored) merge?.take(stored);
  }, [merge, stored]);
  const state = useSyncExternalStore(merge?.subscribe ?? watchNothing, merge?.getState ?? nothing);
  return { merge, state };
}

/** The form library names fields by paths. In a flat form the paths are the names of the values. */
function accessTo<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  type Name = Path<Values>;
  type Value = PathValue<Values, Name>;
  return {
    read: () => form.getValues(),
    show: (field: string, value: unknown) => {
      // The form knows a hidden field only if the field was rendered earlier.
      form.register(field as Name);
      form.resetField(field as Name, { defaultValue: value as Value });
    },
    type: (field: string, value: unknown) =>
      form.setValue(field as Name, value as Value, { shouldDirty: true, shouldTouch: true }),
  };
}
