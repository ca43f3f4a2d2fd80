/** How sending a message ended, in the terms that all channels share. */
import type { Infer } from "convex/values";
import type { outcomeShape } from "../model/channels";

export type Outcome = Infer<typeof outcomeShape>;

/** Characters of a provider's answer that the history keeps. */
const MAX_ANSWER = 300;

const tidy = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_ANSWER);

/** The message was taken. */
export const sent = (answer: string): Outcome => ({ isSent: true, isFinal: true, message: tidy(answer) });

/** The message was not taken, but may be later. */
export const tryAgain = (answer: string, retryAfterMs?: number): Outcome => ({
  isSent: false,
  isFinal: false,
  message: tidy(answer),
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** The message will never be taken. */
export const refused = (answer: string): Outcome => ({ isSent: false, isFinal: true, message: tidy(answer) });

/** How long a provider has to answer; a claim holds longer. */
export const PROVIDER_TIMEOUT_MS = 25_000;

const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;

/** Says whether an HTTP status leaves hope. */
export const isTemporary = (status: number): boolean =>
  status >= 500 || status === TOO_MANY_REQUESTS || status === REQUEST_TIMEOUT;

/** Reads how long an answer asks to be left alone, given in seconds. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get("Retry-After") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

/** Says what went wrong when there was no answer at all. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
};
