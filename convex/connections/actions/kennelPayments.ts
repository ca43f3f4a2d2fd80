"use node";
/**
 * A kennel's own account of the card provider: tests the key, and manages the links by which buyers pay deposits
 * and puppies. Links are stored only at the provider, and each link takes one payment. All calls go to Stripe
 * itself, even if the deployment sells its own plans in a sandbox. Source: decision GAP-SET-16.
 */
import { v, type Infer } from "convex/values";
import Stripe from "stripe";
import { fail } from "../../../domain/errors";
import {
  paymentCredentialsSchema,
  paymentLinkSchema,
  type PaymentCredentials,
} from "../../../domain/connections/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { internal } from "../../_generated/api";
import { env } from "../../_generated/server";
import { signedInAction } from "../../platform/functions";
import type { paymentAccountShape } from "../model/connections";
import { openCredentials } from "../model/sealing";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { addressOf, logFailure } from "../../billing/actions/stripeClient";

const TIMEOUT_MS = 20_000;

/** A page lists the newest links first. */
const LINKS_AT_ONCE = 20;

/** Stripe returns at most this number per call. */
const READ_AT_ONCE = 100;

/** Bounded because most links of an account may have nothing to do with the kennel. */
const MAX_READS = 5;

const CURRENCY = "usd";

const openAccount = ({ secretKey }: PaymentCredentials): Stripe =>
  new Stripe(secretKey, {
    ...addressOf(env.STRIPE_ACCOUNTS_API_URL),
    httpClient: Stripe.createFetchHttpClient((...args) => fetch(...args)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });

function problemOf(error: unknown): string {
  logFailure("using a kennel's account", error);
  if (error instanceof Stripe.errors.StripeAuthenticationError) return "Stripe does not recognize this key";
  if (error instanceof Stripe.errors.StripePermissionError)
    return "This key lacks a permission; allow it to write payment links";
  return "Stripe is not responding right now";
}

/** Returns the account's name, or the error. */
export async function checkPaymentAccount(
  credentials: PaymentCredentials,
): Promise<{ name: string } | { problem: string }> {
  const stripe = openAccount(credentials);
  try {
    await stripe.paymentLinks.list({ limit: 1 });
  } catch (error) {
    return { problem: problemOf(error) };
  }
  return { name: await nameOf(stripe) };
}

/** A restricted key may lack the right to read the account's name. */
async function nameOf(stripe: Stripe): Promise<string> {
  try {
    const { business_profile: business, settings, id } = await stripe.accounts.retrieveCurrent();
    return business?.name || settings?.dashboard.display_name || id;
  } catch (error) {
    logFailure("reading an account's name", error);
    return "Stripe account";
  }
}

const linkShape = v.object({
  id: v.string(),
  description: v.string(),
  amountCents: v.union(v.number(), v.null()),
  url: v.string(),
  status: v.union(v.literal("open"), v.literal("paid"), v.literal("closed")),
});
type PaymentLink = Infer<typeof linkShape>;

/** The account may also have links that Studbook did not create. */
const MADE_HERE = "studbook";

function toLink({ id, url, active, metadata, restrictions }: Stripe.PaymentLink): PaymentLink {
  const isPaid = (restrictions?.completed_sessions.count ?? 0) > 0;
  const amount = Number(metadata["amountCents"]);
  return {
    id,
    url,
    description: metadata["description"] ?? "",
    amountCents: Number.isFinite(amount) ? amount : null,
    status: isPaid ? "paid" : active ? "open" : "closed",
  };
}

/** A failure is thrown as a message for the field `payment`. */
async function withAccount<T>(
  { kennelId, credentials }: Infer<typeof paymentAccountShape>,
  run: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const stripe = openAccount(
    await openCredentials(credentials, "payments", kennelId, paymentCredentialsSchema),
  );
  try {
    return await run(stripe);
  } catch (error) {
    return fail("VALIDATION_FAILED", { fields: { payment: problemOf(error) } });
  }
}

const linkPageShape = v.object({
  links: v.array(linkShape),
  /** Null after the last page. */
  cursor: v.union(v.string(), v.null()),
});
type LinkPage = Infer<typeof linkPageShape>;

/** The account may have links of other kennels. */
async function findLinks(stripe: Stripe, kennelId: string, cursor: string | null): Promise<LinkPage> {
  const links: PaymentLink[] = [];
  let after = cursor;
  for (let read = 0; read < MAX_READS; read += 1) {
    const from = after === null ? {} : { starting_after: after };
    const { data, has_more: hasMore } = await stripe.paymentLinks.list({ limit: READ_AT_ONCE, ...from });
    for (const [index, link] of data.entries()) {
      after = link.id;
      if (link.metadata[MADE_HERE] === kennelId) links.push(toLink(link));
      if (links.length < LINKS_AT_ONCE) continue;
      return { links, cursor: hasMore || index < data.length - 1 ? after : null };
    }
    if (!hasMore) return { links, cursor: null };
  }
  return { links, cursor: after };
}

/** Throws NOT_FOUND if no account is connected. */
export const listLinks = signedInAction({
  permission: "breeding:read & finances:read",
  args: { kennelId: v.string(), cursor: v.optional(v.string()) },
  returns: linkPageShape,
  handler: async (ctx, { kennelId, cursor = null }): Promise<LinkPage> => {
    const account = await ctx.runMutation(internal.connections.connections.readPayments, { kennelId });
    return await withAccount(account, async (stripe) => await findLinks(stripe, account.kennelId, cursor));
  },
});

/** Throws VALIDATION_FAILED, and NOT_FOUND if no account is connected. */
export const createLink = signedInAction({
  permission: "breeding:write & finances:write",
  args: { kennelId: v.string(), description: v.string(), amountCents: v.number() },
  returns: linkShape,
  handler: async (ctx, { kennelId, ...typed }): Promise<PaymentLink> => {
    const account = await ctx.runMutation(internal.connections.connections.changePayments, { kennelId });
    const { description, amountCents } = parseOrFail(paymentLinkSchema, typed);
    return await withAccount(account, async (stripe) => {
      const price = {
        currency: CURRENCY,
        unit_amount: amountCents,
        product_data: { name: description },
      };
      const made = await stripe.paymentLinks.create({
        line_items: [{ price_data: price, quantity: 1 }],
        restrictions: { completed_sessions: { limit: 1 } },
        metadata: { [MADE_HERE]: account.kennelId, description, amountCents: String(amountCents) },
        inactive_message: `${account.kennelName} no longer accepts this payment.`,
      });
      return toLink(made);
    });
  },
});

/** A closed link takes no more payments. Throws NOT_FOUND for a link that was not created for the kennel. */
export const closeLink = signedInAction({
  permission: "breeding:write & finances:write",
  args: { kennelId: v.string(), linkId: v.string() },
  returns: linkShape,
  handler: async (ctx, { kennelId, linkId }): Promise<PaymentLink> => {
    const account = await ctx.runMutation(internal.connections.connections.changePayments, { kennelId });
    const closed = await withAccount(account, async (stripe) => {
      const { metadata } = await stripe.paymentLinks.retrieve(linkId);
      if (metadata[MADE_HERE] !== account.kennelId) return null;
      return toLink(await stripe.paymentLinks.update(linkId, { active: false }));
    });
    return closed ?? fail("NOT_FOUND");
  },
});
