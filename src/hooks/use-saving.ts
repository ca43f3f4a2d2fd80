/** What a small form shows of its saving: whether it is under way, what is wrong with its fields, and why it failed. */
import { useState } from "react";
import { failureText } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "@domain/errors";

/** Says why saving failed, beside what stands at the fields; null where these say it all. */
type Explain = (error: unknown, fields: FieldErrors) => string | null;

/** Says that it failed, whatever stands at the fields. */
export const always =
  (message: string): Explain =>
  (error) =>
    failureText(message, error);

/** Says that it failed where nothing stands at a field. */
export const unlessAtField =
  (message: string): Explain =>
  (error, fields) =>
    Object.keys(fields).length > 0 ? null : failureText(message, error);

/** Returns the state of saving. A form that closes once it is saved counts as saving until then; others stay open. */
export function useSaving({ staysOpen = false } = {}) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const clearFailure = () => setFailure(null);
  /** Shows what is wrong before anything is sent; returns whether nothing is. */
  const check = (found: FieldErrors): boolean => {
    setErrors(found);
    clearFailure();
    return Object.keys(found).length === 0;
  };
  /** Does the work and shows why it failed. */
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
