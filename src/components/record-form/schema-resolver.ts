/**
 * Validates a form with the shape that the server uses, before anything is sent: typed values are converted to what
 * would be sent, and the shape's messages are put at the form's fields.
 */
import type { FieldErrors as FormErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import type { FieldErrors } from "@domain/errors";
import { fieldErrorsOf } from "@domain/records/parse";

type SchemaResolverOptions<Values, Sent> = {
  schema: z.ZodType;
  toServer: (values: Values) => Sent;
  toField: (serverName: string) => (keyof Values & string) | null;
  /** Further errors of values with the right shape, by the server's names. */
  check?: (sent: Sent) => FieldErrors;
  /** Which of the messages are shown. */
  narrow?: (faults: FieldErrors) => FieldErrors;
};

/** Makes the resolver of a form; the values stay as typed. */
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
    return { values: {}, errors: Object.fromEntries(shown) as FormErrors<Values> }; // by names of the form's fields
  };
}
