/**
 * The objects that the payments sandbox keeps and serves, in the shape of the provider's API (version
 * 2026-10-28.endive), as far as an application that sells monthly plans reads them. Instants are in seconds.
 */
import { randomBytes } from "node:crypto";

export const API_VERSION = "2026-10-28.endive";

export interface Customer {
  readonly id: string;
  readonly object: "customer";
  readonly created: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly livemode: false;
  readonly metadata: Record<string, string>;
}

export interface Product {
  readonly id: string;
  readonly object: "product";
  readonly active: true;
  readonly created: number;
  readonly livemode: false;
  readonly name: string;
  readonly metadata: Record<string, string>;
}

export interface Price {
  readonly id: string;
  readonly object: "price";
  readonly active: true;
  readonly billing_scheme: "per_unit";
  readonly created: number;
  readonly currency: string;
  readonly livemode: false;
  lookup_key: string | null;
  readonly metadata: Record<string, string>;
  readonly product: string;
  readonly recurring: {
    readonly interval: "month";
    readonly interval_count: 1;
    readonly usage_type: "licensed";
  };
  readonly type: "recurring";
  readonly unit_amount: number;
}

export interface SubscriptionItem {
  readonly id: string;
  readonly object: "subscription_item";
  readonly created: number;
  current_period_start: number;
  current_period_end: number;
  readonly metadata: Record<string, string>;
  price: Price;
  readonly quantity: 1;
  readonly subscription: string;
}

export interface Subscription {
  readonly id: string;
  readonly object: "subscription";
  readonly billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: { reason: string | null };
  readonly collection_method: "charge_automatically";
  readonly created: number;
  readonly currency: string;
  readonly customer: string;
  ended_at: number | null;
  readonly items: { readonly object: "list"; readonly data: SubscriptionItem[]; readonly has_more: false };
  latest_invoice: string | null;
  readonly livemode: false;
  readonly metadata: Record<string, string>;
  readonly start_date: number;
  status: "active" | "past_due" | "canceled";
}

export interface Invoice {
  readonly id: string;
  readonly object: "invoice";
  readonly amount_due: number;
  amount_paid: number;
  readonly billing_reason: string;
  readonly created: number;
  readonly currency: string;
  readonly customer: string;
  readonly livemode: false;
  readonly parent: {
    readonly type: "subscription_details";
    readonly subscription_details: { readonly subscription: string };
  };
  status: "paid" | "open" | "void";
}

export interface CheckoutSession {
  readonly id: string;
  readonly object: "checkout.session";
  readonly amount_total: number;
  readonly cancel_url: string;
  readonly client_reference_id: string | null;
  readonly created: number;
  readonly currency: string;
  readonly customer: string;
  readonly expires_at: number;
  readonly livemode: false;
  readonly metadata: Record<string, string>;
  readonly mode: "subscription";
  payment_status: "unpaid" | "paid";
  status: "open" | "complete" | "expired";
  subscription: string | null;
  readonly success_url: string;
  url: string | null;
}

/** The provider does not return the bought items with the session. */
export interface CheckoutEntry {
  readonly session: CheckoutSession;
  readonly price: string;
  readonly subscriptionMetadata: Record<string, string>;
}

export interface PortalConfiguration {
  readonly id: string;
  readonly object: "billing_portal.configuration";
  readonly active: true;
  readonly created: number;
  readonly is_default: false;
  readonly livemode: false;
  readonly metadata: Record<string, string>;
}

export interface PortalSession {
  readonly id: string;
  readonly object: "billing_portal.session";
  readonly configuration: string;
  readonly created: number;
  readonly customer: string;
  readonly livemode: false;
  readonly return_url: string;
  readonly url: string;
}

/** `change` is the change that the customer is asked to confirm. */
export interface PortalEntry {
  readonly session: PortalSession;
  readonly change: {
    readonly subscription: string;
    readonly price: string;
    readonly returnUrl: string;
  } | null;
}

export interface ConfigurationEntry {
  readonly configuration: PortalConfiguration;
  readonly prices: readonly string[];
}

export interface PaymentEvent {
  readonly id: string;
  readonly object: "event";
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: object };
  readonly livemode: false;
  readonly pending_webhooks: 1;
  readonly request: { readonly id: null; readonly idempotency_key: null };
  readonly type: string;
}

/** Nobody can guess the id. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(16).toString("hex")}`;

/** The same day of the month, or the last day of a shorter month. */
export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return Math.floor(first.getTime() / 1000);
}

/** The end of the period that begins at `start`. `anchor` is that of the subscription. */
export function periodEnd(anchor: number, start: number): number {
  let months = 1;
  while (addMonths(anchor, months) <= start) months += 1;
  return addMonths(anchor, months);
}
