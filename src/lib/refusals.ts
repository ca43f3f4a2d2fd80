/** What the server refused of a form, shown at the fields that it names. */
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { getErrorData } from "@domain/errors";

/**
 * Puts the server's reasons at the fields of a flat form, the first of which takes the focus; says whether all of them
 * found one.
 */
export function showRefusals<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  toField: (serverName: string) => (keyof Values & string) | null,
): boolean {
  const reasons = Object.entries(getErrorData(error)?.details.fields ?? {});
  const shown = reasons.flatMap(([name, message]) => {
    const field = toField(name);
    return field === null ? [] : [{ field, message }];
  });
  shown.forEach(({ field, message }, index) => {
    // The paths of a flat form are the names of its values.
    form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 });
  });
  return reasons.length > 0 && shown.length === reasons.length;
}
