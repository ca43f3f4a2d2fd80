/** What is said when a dog cannot be saved: the documents' message, and the plan's limit where that is why. */
import { limitReachedText } from "@domain/billing/dog-limit";
import { getErrorData } from "@domain/errors";

/** Returns the message to show above the buttons. */
export function saveFailureText(error: unknown): string {
  const dogLimit = getErrorData(error)?.details.dogLimit;
  return dogLimit ? `Failed to save dog. ${limitReachedText(dogLimit)}` : "Failed to save dog";
}
