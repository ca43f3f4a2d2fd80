/**
 * Keeps what somebody typed into a form while it is not sent, so that a session that ends in the middle does
 * not cost them their work (GAP-AUTH-08). A draft lives in this tab, belongs to the person who typed it, and
 * is offered, never forced, when the form opens again.
 */
import { useCallback, useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useIdentity } from "@/identity/identity";

const STORAGE_PREFIX = "studbook.draft";

export type FormDraft = {
  /** Whether text from an earlier, unsent visit is waiting. */
  hasDraft: boolean;
  /** Puts the waiting text into the form. */
  restore: () => void;
  /** Forgets the waiting text and what is kept; call it after saving and when the form is cancelled. */
  discard: () => void;
};

/** Reads a draft; anything but an object of values is none. */
function readDraft(storageKey: string | null): FieldValues | null {
  if (storageKey === null) return null;
  try {
    const values: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    return typeof values === "object" && values !== null && !Array.isArray(values) ? { ...values } : null;
  } catch {
    return null;
  }
}

/** Browser storage may be forbidden or full; a draft is then simply not kept. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}

/** Keeps the unsent values of `form` under `key`, or nothing while `key` is null. */
export function useFormDraft<Values extends FieldValues>(
  key: string | null,
  form: UseFormReturn<Values>,
): FormDraft {
  const owner = useIdentity().user?.email;
  const storageKey = key === null || !owner ? null : `${STORAGE_PREFIX}.${owner}.${key}`;
  const [waiting, setWaiting] = useState(() => ({ storageKey, values: readDraft(storageKey) }));
  if (waiting.storageKey !== storageKey) setWaiting({ storageKey, values: readDraft(storageKey) });

  useEffect(() => {
    if (storageKey === null) return;
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        // Filling the form from a record is not typing.
        if (isDirty) attempt(() => sessionStorage.setItem(storageKey, JSON.stringify(values)));
      },
    });
  }, [form, storageKey]);

  const discard = useCallback(() => {
    if (storageKey !== null) attempt(() => sessionStorage.removeItem(storageKey));
    setWaiting({ storageKey, values: null });
  }, [storageKey]);

  const restore = useCallback(() => {
    if (!waiting.values) return;
    const values = { ...form.getValues(), ...waiting.values };
    // Kept default values make the restored text count as typed.
    form.reset(values, { keepDefaultValues: true });
    setWaiting({ storageKey, values: null });
  }, [form, waiting, storageKey]);

  return { hasDraft: waiting.values !== null, restore, discard };
}
