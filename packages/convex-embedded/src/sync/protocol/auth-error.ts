/** AuthError: a token is invalid or has expired. The client fetches another token and connects again. */

/** `authUpdateAttempted` is set in a response to an Authenticate message. */
export function serializeAuthError(error: string, baseVersion: number, authUpdateAttempted: boolean): string {
  return JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted });
}
