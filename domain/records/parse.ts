/**
 * Parses values with a zod shape, and returns either the value or one message for each field, in the form in which
 * errors are sent.
 */
import type { z } from "zod";
import { fail, type FieldErrors } from "../errors";

/** The key of a message about the whole input. */
const WHOLE_INPUT = "body";

/** Only the first message of a field is kept. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const name = issue.path.map(String).join(".") || WHOLE_INPUT;
    fields[name] ??= issue.message;
  }
  return fields;
}

/** Throws VALIDATION_FAILED with one message for each field. */
export function parseOrFail<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  return result.success ? result.data : fail("VALIDATION_FAILED", { fields: fieldErrorsOf(result.error) });
}
