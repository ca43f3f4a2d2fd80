/** Creates the errors that the server's functions return. */
import { fail, type ErrorCode, type ErrorDetails } from "@domain/errors";

/** Returns the expected failure `code` as the caller of a function receives it. */
export function coded(code: ErrorCode, details: ErrorDetails = {}): Error {
  try {
    return fail(code, details);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
