/** Why a form for many dogs was not saved, told at the dogs that it concerns. */
import { keyOfDog, keyOfPuppy } from "@/features/health/patients";
import { getErrorData } from "@domain/errors";

/** Messages by the patient's key. */
export type PatientErrors = Readonly<Record<string, string>>;

/** The server names a dog or puppy of a batch by its list and its id. */
const LISTS: readonly [prefix: string, keyOf: (id: string) => string][] = [
  ["dogIds.", keyOfDog],
  ["puppyIds.", keyOfPuppy],
];

/** Reads the messages that the server gave for single dogs and puppies. */
export function errorsByPatient(error: unknown): PatientErrors {
  const fields = getErrorData(error)?.details.fields ?? {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) =>
      LISTS.filter(([prefix]) => name.startsWith(prefix)).map(([prefix, keyOf]) => [
        keyOf(name.slice(prefix.length)),
        message,
      ]),
    ),
  );
}
