"use node";
/**
 * Calls Stripe by the official SDK with the deployment's key, at Stripe's address or at another address with the same
 * API. A failure becomes PAYMENT_UNAVAILABLE. The log contains the kind of failure and Stripe's request id, but no key
 * and no sent data.
 */
import { ConvexError } from "convex/values";
import Stripe from "stripe";
import { fail } from "../../../domain/errors";
import { env } from "../../_generated/server";

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

const portOf = ({ protocol, port }: URL): string => port || (protocol === "https:" ? "443" : "80");

/** An empty result means Stripe's own address. */
export function addressOf(text: string | undefined) {
  if (!text) return {};
  const url = new URL(text);
  return {
    host: url.hostname,
    port: portOf(url),
    protocol: url.protocol === "http:" ? ("http" as const) : ("https" as const),
  };
}

/** Throws PAYMENT_UNAVAILABLE if no key is set. */
export function openStripe(): Stripe {
  const key = env.STRIPE_SECRET_KEY ?? "";
  if (key === "") fail("PAYMENT_UNAVAILABLE");
  return new Stripe(key, {
    ...addressOf(env.STRIPE_API_URL),
    httpClient: Stripe.createFetchHttpClient((...args) => fetch(...args)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

/** `param` is the request parameter that contains the object's id. */
export const isMissing = (error: unknown, param: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  error.param === param;

/** Stripe refuses a call if the object has changed. Any other failure is thrown. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

export function logFailure(work: string, error: unknown): void {
  const text =
    error instanceof Stripe.errors.StripeError
      ? [error.type, error.code, error.statusCode, error.requestId].filter(Boolean).join(" ")
      : error instanceof Error
        ? error.name
        : "unknown";
  // oxlint-disable-next-line no-console -- the operator needs the cause, which the caller is not told
  console.error(`Stripe, ${work}: ${text}`);
}

/** Throws PAYMENT_UNAVAILABLE if the call fails. */
export async function atStripe<T>(work: string, run: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = openStripe();
  try {
    return await run(stripe);
  } catch (error) {
    if (error instanceof ConvexError) throw error;
    logFailure(work, error);
    return fail("PAYMENT_UNAVAILABLE");
  }
}
