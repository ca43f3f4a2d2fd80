/**
 * The webhook address of the payment provider. The handler refuses bodies larger than any event of Stripe and
 * passes the text on unchanged, because the signature covers the exact bytes. billing/actions/stripeWebhook.ts
 * checks the signature.
 */
import { internal } from "../_generated/api";
import { httpAction, type ActionCtx } from "../_generated/server";

export const BILLING_WEBHOOK_PATH = "/api/billing/webhook";

/** Most events of Stripe have a few kilobytes. The largest are invoices with many lines. */
const MAX_BODY_BYTES = 512 * 1024;

const TOO_LARGE = 413;
const REFUSED = 400;

/** Requests without a signature of this format are refused immediately. */
const SIGNATURE = /^t=\d{1,12}(,v\d=[\da-f]{64}){1,10}$/;

/** Returns null if the body is too long. */
async function readBody({ body, headers }: Request): Promise<string | null> {
  if (Number(headers.get("Content-Length") ?? 0) > MAX_BODY_BYTES) return null;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const reader = body?.getReader();
  let text = "";
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader?.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

const answer = (status: number): Response =>
  Response.json(status === 200 ? { received: true } : { received: false }, { status });

export const receiveBillingEvent = httpAction(async (ctx: ActionCtx, request) => {
  const signature = request.headers.get("Stripe-Signature") ?? "";
  if (!SIGNATURE.test(signature)) return answer(REFUSED);
  const body = await readBody(request);
  if (body === null) return answer(TOO_LARGE);
  return answer(await ctx.runAction(internal.billing.actions.stripeWebhook.receive, { body, signature }));
});
