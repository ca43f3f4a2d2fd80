/** The text of a failed call: what could not be done, and the server's reason when it gave one. */
import { getErrorData } from "../../domain/errors";

/** Joins the screen's message with the server's public reason, if there is one. */
export function failureText(message: string, error: unknown): string {
  const data = getErrorData(error);
  return data ? `${message}. ${data.message}` : message;
}
