/** The result of sending a message, the same for all channels. */
import type { Infer } from "convex/values";
import type { outcomeShape } from "../model/channels";

export type Outcome = Infer<typeof outcomeShape>;

/** A longer answer of a provider is cut in the history. */
const MAX_ANSWER = 300;

const tidy = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_ANSWER);

/** The provider accepted the message. */
export const sent = (answer: string): Outcome => ({ isSent: true, isFinal: true, message: tidy(answer) });

/** The provider refused the message, but may accept it later. */
export const tryAgain = (answer: string, retryAfterMs?: number): Outcome => ({
  isSent: false,
  isFinal: false,
  message: tidy(answer),
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** The provider will never accept the message. */
export const refused = (answer: string): Outcome => ({ isSent: false, isFinal: true, message: tidy(answer) });

/** A claim is valid for longer than a provider's time limit. */
export const PROVIDER_TIMEOUT_MS = 25_000;

const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;

export const isTemporary = (status: number): boolean =>
  status >= 500 || status === TOO_MANY_REQUESTS || status === REQUEST_TIMEOUT;

/** Returns milliseconds; undefined if the response contains no time. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get("Retry-After") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

/** The provider did not answer at all. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
};
