/** The text of a failed call: what could not be done, and the server's reason when it gave one. */
import { getErrorData, type ErrorDetails } from "@domain/errors";

const SECONDS_PER_MINUTE = 60;

/** Writes how long to wait, rounded up so that it holds. */
function waitText({ retryAfterSeconds: seconds }: ErrorDetails): string {
  if (seconds === undefined) return "";
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE);
  if (seconds > SECONDS_PER_MINUTE) return ` Try again in ${minutes} minutes.`;
  return seconds === 1 ? " Try again in a second." : ` Try again in ${seconds} seconds.`;
}

/** Joins the screen's message with the server's public reason, if there is one. */
export function failureText(message: string, error: unknown): string {
  const data = getErrorData(error);
  return data ? `${message}. ${data.message}${waitText(data.details)}` : message;
}
