/** AuthError: a token did not verify, or is over. The client fetches another one and comes back. */

/** Serializes an AuthError; `authUpdateAttempted` when it answers an Authenticate message. */
export function serializeAuthError(error: string, baseVersion: number, authUpdateAttempted: boolean): string {
  return JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted });
}
