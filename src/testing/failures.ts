/** Creates the errors that calls of the server's functions throw. */
import { fail, type ErrorCode, type ErrorDetails } from "@domain/errors";

/** The error of a function that fails with `code`. */
export function coded(code: ErrorCode, details: ErrorDetails = {}): Error {
  try {
    return fail(code, details);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
