/** FatalError: the client is at fault and must not try again. */

/** Serializes a FatalError. */
export function serializeFatalError(error: string): string {
  return JSON.stringify({ type: "FatalError", error });
}
