/** The state of saving a small form: whether it is saving, errors of fields, and the reason of a failure. */
import { useState } from "react";
import { failureText } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "@domain/errors";

/** The message of a failure besides those at fields; null if these say it all. */
type Explain = (error: unknown, fields: FieldErrors) => string | null;

/** The message of a failure, whatever is at the fields. */
export const always =
  (message: string): Explain =>
  (error) =>
    failureText(message, error);

/** The message of a failure if nothing is at a field. */
export const unlessAtField =
  (message: string): Explain =>
  (error, fields) =>
    Object.keys(fields).length > 0 ? null : failureText(message, error);

/** Returns the state of saving. A form that closes once saved counts as saving until then; others stay open. */
export function useSaving({ staysOpen = false } = {}) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const clearFailure = () => setFailure(null);
  /** Shows errors before anything is sent; returns whether there are none. */
  const check = (found: FieldErrors): boolean => {
    setErrors(found);
    clearFailure();
    return Object.keys(found).length === 0;
  };
  /** Runs the work and shows why it failed. */
  const save = async (work: () => Promise<unknown>, explain: Explain): Promise<void> => {
    clearFailure();
    setSaving(true);
    let isClosing = !staysOpen;
    try {
      await work();
      setErrors({});
    } catch (error) {
      isClosing = false;
      const fields = getErrorData(error)?.details.fields ?? {};
      setErrors(fields);
      setFailure(explain(error, fields));
    }
    if (!isClosing) setSaving(false);
  };
  return { errors, setErrors, failure, clearFailure, isSaving, check, save };
}
