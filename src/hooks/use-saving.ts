/** The state of saving a small form: whether it is saving, errors of fields, and the message of a failure. */
import { useState } from "react";
import { failureText } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "@domain/errors";

/** Returns the message of a failure besides the errors at fields; null if the errors at fields are enough. */
type Explain = (error: unknown, fields: FieldErrors) => string | null;

/** Returns a message in any case, even if there are errors at fields. */
export const always =
  (message: string): Explain =>
  (error) =>
    failureText(message, error);

/** Returns a message only if no field has an error. */
export const unlessAtField =
  (message: string): Explain =>
  (error, fields) =>
    Object.keys(fields).length > 0 ? null : failureText(message, error);

/** A form that closes after saving counts as saving until it is closed. `staysOpen` is for other forms. */
export function useSaving({ staysOpen = false } = {}) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const clearFailure = () => setFailure(null);
  const check = (found: FieldErrors): boolean => {
    setErrors(found);
    clearFailure();
    return Object.keys(found).length === 0;
  };
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
