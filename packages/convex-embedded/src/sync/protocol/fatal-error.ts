/** FatalError: the client made an error and must not try again. */

export function serializeFatalError(error: string): string {
  return JSON.stringify({ type: "FatalError", error });
}
