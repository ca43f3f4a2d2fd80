/**
 * Validates a form with the server's schema before anything is sent. Converts the form's values to what would be
 * sent, and shows the schema's messages at the form's fields.
 */
import type { FieldErrors as FormErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import type { FieldErrors } from "@domain/errors";
import { fieldErrorsOf } from "@domain/records/parse";

type SchemaResolverOptions<Values, Sent> = {
  schema: z.ZodType;
  toServer: (values: Values) => Sent;
  toField: (serverName: string) => (keyof Values & string) | null;
  /** Returns further errors of values that are valid one by one, by the server's names of the fields. */
  check?: (sent: Sent) => FieldErrors;
  /** Selects the messages that are shown. */
  narrow?: (faults: FieldErrors) => FieldErrors;
};

/** Creates the resolver of a form. The form's values stay as the user typed them. */
export function schemaResolver<Values extends FieldValues, Sent>({
  schema,
  toServer,
  toField,
  check = () => ({}),
  narrow = (faults) => faults,
}: SchemaResolverOptions<Values, Sent>): Resolver<Values, unknown, Values> {
  return (values) => {
    const sent = toServer(values);
    const parsed = schema.safeParse(sent);
    const faults = narrow(parsed.success ? check(sent) : fieldErrorsOf(parsed.error));
    const shown = Object.entries(faults).flatMap(([name, message]) => {
      const field = toField(name);
      return field === null ? [] : [[field, { type: name, message }]];
    });
    if (shown.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(shown) as FormErrors<Values> }; // the names are those of the form's fields
  };
}
