/** Describes errors thrown by a function's code, in any thread, for callers and clients. */
import type { UncaughtError } from "../errors.js";
import { surrogateProblem } from "../values/well-formed.js";

interface ThrownText {
  readonly name: string;
  readonly message: string;
  /** JSON text of a ConvexError's data. */
  readonly data: string | null;
}

/** If the error's data is not a valid value, the reason replaces the data, as in Convex. */
export function describeThrown(
  { name, message, data }: ThrownText,
  frames: readonly string[],
): UncaughtError {
  const label = [name, message].filter((part) => part !== "").join(": ");
  const uncaught = label === "" ? "Uncaught" : `Uncaught ${label}`;
  if (data === null) return { message: uncaught, frames };
  const problem = surrogateProblem(data);
  if (problem === null) return { message: uncaught, frames, data };
  return { message: `ConvexError with invalid data: ${problem}`, frames };
}
