/** Handles failed calls: messages, errors at a form's fields, and fallback values. */
import { getErrorData, type ErrorDetails } from "@domain/errors";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** True if the record was deleted or belongs to another kennel. */
export const isNotFound = (error: unknown): boolean => getErrorData(error)?.code === "NOT_FOUND";

/**
 * Shows the server's errors at the fields of a flat form and focuses the first one. Returns whether there are
 * errors and each of them has a field.
 */
export function showRefusals<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  toField: (serverName: string) => (keyof Values & string) | null,
): boolean {
  const reasons = Object.entries(getErrorData(error)?.details.fields ?? {});
  const shown = reasons.flatMap(([name, message]) => {
    const field = toField(name);
    return field === null ? [] : [{ field, type: name, message }];
  });
  shown.forEach(({ field, type, message }, index) => {
    // In a flat form the paths are the names of the values.
    form.setError(field as Path<Values>, { type, message }, { shouldFocus: index === 0 });
  });
  return reasons.length > 0 && shown.length === reasons.length;
}

/** Messages of fields that are hidden at the moment. */
export function messagesWithoutField<Values extends FieldValues, Asked, Output>({
  control,
  formState: { errors },
}: UseFormReturn<Values, Asked, Output>): string[] {
  const isShown = (name: string): boolean => {
    const field = control._fields[name]?._f;
    return field !== undefined && "mount" in field && field.mount === true;
  };
  return Object.entries(errors).flatMap(([name, error]) =>
    typeof error?.message === "string" && !isShown(name) ? [error.message] : [],
  );
}

/** Returns `otherwise` if the work throws, for example because browser storage is forbidden or full. */
export function attempt<Answer>(work: () => Answer, otherwise: Answer): Answer {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** The server's own message takes precedence. Source: rules HLT-21 and VET-06. */
export const serverTextOr = (text: string, error: unknown): string => getErrorData(error)?.message ?? text;

const SECONDS_PER_MINUTE = 60;

/** Rounded up so that it is long enough. */
function waitText({ retryAfterSeconds: seconds }: ErrorDetails): string {
  if (seconds === undefined) return "";
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE);
  if (seconds > SECONDS_PER_MINUTE) return ` Try again in ${minutes} minutes.`;
  return seconds === 1 ? " Try again in a second." : ` Try again in ${seconds} seconds.`;
}

/** The server's reason is added only if it is meant for the user. */
export function failureText(message: string, error: unknown): string {
  const data = getErrorData(error);
  return data ? `${message}. ${data.message}${waitText(data.details)}` : message;
}
