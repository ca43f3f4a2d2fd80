/**
 * Stores a form's typed values until they are sent, so that no work is lost when the session expires (GAP-AUTH-08).
 * A draft is stored in this browser tab and belongs to the user who typed it. When the form opens again, it offers
 * the draft but does not insert it automatically. Only typed fields are stored, with the values that they replaced.
 * Restoring them therefore does not overwrite other fields that somebody else changed.
 */
import { useCallback, useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useIdentity } from "@/identity/identity";
import { attempt } from "@/lib/failure-text";

const STORAGE_PREFIX = "studbook.draft";

export type FormDraft = {
  hasDraft: boolean;
  restore: () => void;
  /** Called after saving and when the form is canceled. */
  discard: () => void;
};

/** The typed values, and the values that they replaced. */
type Draft = { readonly values: FieldValues; readonly base: FieldValues };

const isRecord = (value: unknown): value is FieldValues =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isDraft = (stored: unknown): stored is Draft =>
  isRecord(stored) && isRecord(stored.values) && isRecord(stored.base);

/** Returns null if the stored text is damaged. */
function readDraft<Stored>(
  storageKey: string | null,
  isValid: (stored: unknown) => stored is Stored,
): Stored | null {
  if (storageKey === null) return null;
  const stored = attempt<unknown>(() => JSON.parse(sessionStorage.getItem(storageKey) ?? "null"), null);
  return isValid(stored) ? stored : null;
}

const storeDraft = (storageKey: string, draft: unknown): void =>
  attempt(() => sessionStorage.setItem(storageKey, JSON.stringify(draft)), undefined);

const removeDraft = (storageKey: string): void =>
  attempt(() => sessionStorage.removeItem(storageKey), undefined);

/** A draft belongs to the user who typed it. */
function useStorageKey(key: string | null): string | null {
  const owner = useIdentity().user?.email;
  return key === null || !owner ? null : `${STORAGE_PREFIX}.${owner}.${key}`;
}

function typedFields(values: FieldValues, defaults: FieldValues): Draft {
  const names = Object.keys(values).filter((name) => values[name] !== defaults[name]);
  const pick = (from: FieldValues): FieldValues =>
    Object.fromEntries(names.map((name) => [name, from[name] as unknown]));
  return { values: pick(values), base: pick(defaults) };
}

/** Stores nothing while `key` is null. */
export function useFormDraft<Values extends FieldValues, Output = Values>(
  key: string | null,
  form: UseFormReturn<Values, unknown, Output>,
  onRestored?: (base: Partial<Values>) => void,
): FormDraft {
  const storageKey = useStorageKey(key);
  const [waiting, setWaiting] = useState(() => ({ storageKey, draft: readDraft(storageKey, isDraft) }));
  if (waiting.storageKey !== storageKey) setWaiting({ storageKey, draft: readDraft(storageKey, isDraft) });

  useEffect(() => {
    if (storageKey === null) return;
    let isStored = false;
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty, defaultValues = {} }) => {
        // Filling the form from a record does not count as typing. Typed text that is saved or undone is no draft.
        if (!isDirty) {
          if (isStored) removeDraft(storageKey);
          isStored = false;
          return;
        }
        isStored = true;
        storeDraft(storageKey, typedFields(values, defaultValues));
      },
    });
  }, [form, storageKey]);

  const discard = useCallback(() => {
    if (storageKey !== null) removeDraft(storageKey);
    setWaiting({ storageKey, draft: null });
  }, [storageKey]);

  const restore = useCallback(() => {
    if (!waiting.draft) return;
    const { values, base } = waiting.draft;
    // The form keeps its original default values, so the restored values count as typed.
    form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true });
    setWaiting({ storageKey, draft: null });
    onRestored?.(base as Partial<Values>); // the draft is stored under this form's field names
  }, [form, waiting, storageKey, onRestored]);

  return { hasDraft: waiting.draft !== null, restore, discard };
}

/**
 * The same for a form that keeps its values in one object: call `keep` with each change. `restore` passes the
 * object to `onRestored`. The key must stay the same while the form is open.
 */
export function useValueDraft<Value>(
  key: string,
  isValue: (stored: unknown) => stored is Value,
  onRestored: (value: Value) => void,
): FormDraft & { keep: (value: Value) => void } {
  const storageKey = useStorageKey(key);
  const [waiting, setWaiting] = useState(() => readDraft(storageKey, isValue));
  return {
    hasDraft: waiting !== null,
    keep: (value) => {
      if (storageKey !== null) storeDraft(storageKey, value);
    },
    restore: () => {
      if (waiting !== null) onRestored(waiting);
      setWaiting(null);
    },
    discard: () => {
      if (storageKey !== null) removeDraft(storageKey);
      setWaiting(null);
    },
  };
}
