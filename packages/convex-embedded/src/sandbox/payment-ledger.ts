/**
 * The states of subscriptions in the payments sandbox, which are bought, changed, canceled, renewed, left unpaid
 * and paid later. Each change sends the events that the provider would send.
 *   (checkout) ──► active ◄──► active, ends with its period ──► canceled
 *                    │  ▲
 *       payment fails▼  │paid
 *                  past_due ──a period later──► canceled
 */
import {
  API_VERSION,
  newId,
  periodEnd,
  type CheckoutEntry,
  type Invoice,
  type PaymentEvent,
  type Price,
  type Subscription,
  type SubscriptionItem,
} from "./payment-objects.js";
import type { PaymentState } from "./payment-state.js";

/** Ten years of months. */
const MAX_RENEWALS = 120;

/** A subscription in the sandbox has only one item. */
export function itemOf({ items }: Subscription): SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error("A subscription has an item");
  return item;
}

export class PaymentLedger {
  constructor(
    readonly state: PaymentState,
    readonly now: () => number,
    private readonly tell: (event: PaymentEvent) => void,
  ) {}

  #send(type: string, object: object): void {
    this.tell({
      id: newId("evt"),
      object: "event",
      api_version: API_VERSION,
      created: this.now(),
      // A copy of the current state, which may change before the event arrives.
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    });
  }

  #bill(subscription: Subscription, amount: number, reason: string, isPaid: boolean): Invoice {
    const invoice: Invoice = {
      id: newId("in"),
      object: "invoice",
      amount_due: amount,
      amount_paid: isPaid ? amount : 0,
      billing_reason: reason,
      created: this.now(),
      currency: subscription.currency,
      customer: subscription.customer,
      livemode: false,
      parent: {
        type: "subscription_details",
        subscription_details: { subscription: subscription.id },
      },
      status: isPaid ? "paid" : "open",
    };
    this.state.invoices[invoice.id] = invoice;
    subscription.latest_invoice = invoice.id;
    this.#send(isPaid ? "invoice.paid" : "invoice.payment_failed", invoice);
    return invoice;
  }

  pay({ session, price: priceId, subscriptionMetadata }: CheckoutEntry): void {
    const price = this.state.prices[priceId];
    if (session.status !== "open" || !price) return;
    const now = this.now();
    const id = newId("sub");
    const item: SubscriptionItem = {
      id: newId("si"),
      object: "subscription_item",
      created: now,
      current_period_start: now,
      current_period_end: periodEnd(now, now),
      metadata: {},
      price,
      quantity: 1,
      subscription: id,
    };
    const subscription: Subscription = {
      id,
      object: "subscription",
      billing_cycle_anchor: now,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { reason: null },
      collection_method: "charge_automatically",
      created: now,
      currency: price.currency,
      customer: session.customer,
      ended_at: null,
      items: { object: "list", data: [item], has_more: false },
      latest_invoice: null,
      livemode: false,
      metadata: subscriptionMetadata,
      start_date: now,
      status: "active",
    };
    this.state.subscriptions[id] = subscription;
    Object.assign(session, { status: "complete", payment_status: "paid", subscription: id, url: null });
    this.#bill(subscription, price.unit_amount, "subscription_create", true);
    this.#send("customer.subscription.created", subscription);
    this.#send("checkout.session.completed", session);
  }

  expire({ session }: CheckoutEntry): void {
    if (session.status !== "open") return;
    Object.assign(session, { status: "expired", url: null });
    this.#send("checkout.session.expired", session);
  }

  /** For the rest of the period. A negative amount is a credit. */
  costOfChange(subscription: Subscription, price: Price): number {
    const { price: old, current_period_start: start, current_period_end: end } = itemOf(subscription);
    const rest = Math.max(0, Math.min(1, (end - this.now()) / (end - start)));
    return Math.round((price.unit_amount - old.unit_amount) * rest);
  }

  change(subscription: Subscription, price: Price): void {
    if (subscription.status !== "active" || itemOf(subscription).price.id === price.id) return;
    const cost = this.costOfChange(subscription, price);
    itemOf(subscription).price = price;
    if (cost > 0) this.#bill(subscription, cost, "subscription_update", true);
    this.#send("customer.subscription.updated", subscription);
  }

  /** With false, a requested ending is withdrawn. */
  setEnding(subscription: Subscription, isEnding: boolean): void {
    if (subscription.status !== "active") return;
    Object.assign(subscription, {
      cancel_at_period_end: isEnding,
      cancel_at: isEnding ? itemOf(subscription).current_period_end : null,
      canceled_at: isEnding ? this.now() : null,
      cancellation_details: { reason: isEnding ? "cancellation_requested" : null },
    });
    this.#send("customer.subscription.updated", subscription);
  }

  #advance(subscription: Subscription): void {
    const item = itemOf(subscription);
    item.current_period_start = item.current_period_end;
    item.current_period_end = periodEnd(subscription.billing_cycle_anchor, item.current_period_start);
  }

  #end(subscription: Subscription, reason: string): void {
    const { current_period_end: end } = itemOf(subscription);
    Object.assign(subscription, {
      status: "canceled",
      ended_at: Math.min(end, this.now()),
      canceled_at: subscription.canceled_at ?? this.now(),
      cancellation_details: { reason },
    });
    this.#send("customer.subscription.deleted", subscription);
  }

  failPayment(subscription: Subscription): void {
    if (subscription.status !== "active") return;
    const { unit_amount: amount } = itemOf(subscription).price;
    subscription.status = "past_due";
    this.#bill(subscription, amount, "subscription_cycle", false);
    this.#send("customer.subscription.updated", subscription);
  }

  settle(subscription: Subscription): void {
    const invoice = this.state.invoices[subscription.latest_invoice ?? ""];
    if (subscription.status !== "past_due" || !invoice) return;
    Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due });
    subscription.status = "active";
    this.#send("invoice.paid", invoice);
    this.#send("customer.subscription.updated", subscription);
  }

  /** Ends a subscription immediately, as the customer's bank or the operator could. */
  endNow(subscription: Subscription): void {
    if (subscription.status !== "canceled") this.#end(subscription, "cancellation_requested");
  }

  /** Renews subscriptions whose period has ended, and closes checkouts that waited too long. */
  catchUp(): void {
    const now = this.now();
    for (const subscription of Object.values(this.state.subscriptions)) {
      for (let count = 0; count < MAX_RENEWALS; count += 1) {
        if (subscription.status === "canceled" || itemOf(subscription).current_period_end > now) break;
        if (subscription.cancel_at_period_end) this.#end(subscription, "cancellation_requested");
        else if (subscription.status === "past_due") this.#end(subscription, "payment_failed");
        else {
          this.#advance(subscription);
          this.#bill(subscription, itemOf(subscription).price.unit_amount, "subscription_cycle", true);
          this.#send("customer.subscription.updated", subscription);
        }
      }
    }
    for (const entry of Object.values(this.state.checkouts)) {
      if (entry.session.expires_at <= now) this.expire(entry);
    }
  }
}
