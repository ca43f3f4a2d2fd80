/** Keeps an open form in step with the stored record that somebody else may change meanwhile. */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { FormMerge, type MergeState, type Stored } from "@/lib/form-merge";
import type { FieldGroup } from "@domain/merge/merge";

type UseFormMergeOptions<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>;
  groups: readonly FieldGroup<Values>[];
  /** The record that the form opened with, or null for a new one, which nobody else can change. */
  begun: Stored<Values> | null;
  /** The record as it is stored now; the same object as long as nothing changed. */
  stored: Stored<Values> | null;
};

const watchNothing = () => () => {};
const nothing = () => null;

/** Ties a form of react-hook-form to its merge; both are null for a new record. */
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

/** The library names fields by paths; those of a flat form are the names of its values. */
function accessTo<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  type Name = Path<Values>;
  type Value = PathValue<Values, Name>;
  return {
    read: () => form.getValues(),
    show: (field: string, value: unknown) => {
      // A field that is not on the screen now is known to the form only once it was.
      form.register(field as Name);
      form.resetField(field as Name, { defaultValue: value as Value });
    },
    type: (field: string, value: unknown) =>
      form.setValue(field as Name, value as Value, { shouldDirty: true, shouldTouch: true }),
  };
}
