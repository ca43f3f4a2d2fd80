/** The state of the payments sandbox, stored as one text, so that plans that were paid in it survive a restart. */
import { randomBytes } from "node:crypto";
import type {
  CheckoutEntry,
  ConfigurationEntry,
  Customer,
  Invoice,
  PaymentEvent,
  PortalEntry,
  Price,
  Product,
  Subscription,
} from "./payment-objects.js";

export interface PaymentStore {
  load(): string | null;
  save(text: string): void;
}

/** A repeated request gets this response again. */
interface KnownAnswer {
  readonly request: string;
  readonly status: number;
  readonly body: string;
  readonly at: number;
}

export interface PaymentState {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly customers: Record<string, Customer>;
  readonly products: Record<string, Product>;
  readonly prices: Record<string, Price>;
  readonly checkouts: Record<string, CheckoutEntry>;
  readonly portals: Record<string, PortalEntry>;
  readonly configurations: Record<string, ConfigurationEntry>;
  readonly subscriptions: Record<string, Subscription>;
  readonly invoices: Record<string, Invoice>;
  readonly answers: Record<string, KnownAnswer>;
  readonly outgoing: Record<string, PaymentEvent>;
}

const DAY_SECONDS = 86_400;

function newState(): PaymentState {
  return {
    // The prefix says that nothing is charged.
    secretKey: `sk_test_sandbox_${randomBytes(24).toString("hex")}`,
    webhookSecret: `whsec_${randomBytes(24).toString("hex")}`,
    customers: {},
    products: {},
    prices: {},
    checkouts: {},
    portals: {},
    configurations: {},
    subscriptions: {},
    invoices: {},
    answers: {},
    outgoing: {},
  };
}

export function loadState(text: string | null): PaymentState {
  // stateText wrote this text.
  return text === null ? newState() : (JSON.parse(text) as PaymentState);
}

/** Leaves out entries that are too old. */
export function stateText(state: PaymentState, now: number): string {
  for (const [id, { session }] of Object.entries(state.portals)) {
    if (session.created < now - DAY_SECONDS) delete state.portals[id];
  }
  for (const [id, { session }] of Object.entries(state.checkouts)) {
    if (session.expires_at < now - DAY_SECONDS) delete state.checkouts[id];
  }
  for (const [key, { at }] of Object.entries(state.answers)) {
    if (at < now - DAY_SECONDS) delete state.answers[key];
  }
  return JSON.stringify(state);
}
