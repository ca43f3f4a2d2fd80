/** Why a saved view could not be kept, in words. */
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";

/** Returns the message of the name where there is one, else what failed and why. */
export function viewFailure(message: string, error: unknown): string {
  const data = getErrorData(error);
  if (data?.code === "LIMIT_REACHED") {
    return `You have ${data.details.count} saved views in this kennel, the most there can be. Delete one to save another.`;
  }
  return data?.details.fields?.name ?? failureText(message, error);
}
