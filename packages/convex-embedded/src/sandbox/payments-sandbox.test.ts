/** Tests the payments sandbox with the provider's own SDK. */
import { createHash } from "node:crypto";
import Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { decodeForm, textAt } from "./form-body.js";
import { addMonths, periodEnd } from "./payment-objects.js";
import { PaymentsSandbox } from "./payments-sandbox.js";

const DAY_MS = 86_400_000;
const RETURN = { success_url: "https://kennel.test/ok", cancel_url: "https://kennel.test/no" };

let kept: string | null;
let now: number;
let events: Stripe.Event[];
let status: number;
let sandbox: PaymentsSandbox;

const open = () =>
  new PaymentsSandbox({
    store: { load: () => kept, save: (text) => void (kept = text) },
    now: () => now,
    origin: () => "https://kennel.test",
    send: async (body, signature) => {
      const secret = sandbox.state.webhookSecret;
      events.push(Stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, now / 1000));
      return status;
    },
  });

beforeEach(() => {
  kept = null;
  now = Date.parse("2026-01-31T12:00:00Z");
  events = [];
  status = 200;
  sandbox = open();
});

const stripeOf = (key = sandbox.state.secretKey) =>
  new Stripe(key, {
    host: "payments.test",
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const answer = await sandbox.fetch(new Request(url instanceof Request ? url.url : url, init));
      if (!answer) throw new Error("Not for the sandbox");
      return answer;
    }),
  });

async function sell(stripe: Stripe) {
  const customer = await stripe.customers.create({ email: "anna@example.com", metadata: { userId: "u1" } });
  await stripe.products.create({ id: "gold", name: "Gold" });
  const price = await stripe.prices.create({
    product: "gold",
    currency: "usd",
    unit_amount: 1500,
    recurring: { interval: "month" },
    lookup_key: "gold_month",
  });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    subscription_data: { metadata: { userId: "u1" } },
    ...RETURN,
  });
  return { customer, price, session };
}

const visit = async (url: string, init?: RequestInit) => {
  const answer = await sandbox.fetch(new Request(url, init));
  if (!answer) throw new Error("Not a page");
  return answer;
};
const press = async (url: string | null, action: string, body = "") =>
  await visit(`${url ?? ""}/${action}`, { method: "POST", body });

async function subscribe(stripe: Stripe) {
  const sold = await sell(stripe);
  await press(sold.session.url, "pay");
  const { data } = await stripe.subscriptions.list({
    customer: sold.customer.id,
    expand: ["data.latest_invoice"],
  });
  const [subscription] = data;
  if (!subscription) throw new Error("Nothing was sold");
  return { ...sold, subscription };
}

const types = () => events.map(({ type }) => type).sort();

describe("the API", () => {
  it("refuses foreign keys", async () => {
    const call = stripeOf("sk_test_other").customers.create({ email: "a@example.com" });
    await expect(call).rejects.toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
  });

  it("names missing objects like the provider", async () => {
    const stripe = stripeOf();
    await expect(stripe.subscriptions.list({ customer: "cus_none" })).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      code: "resource_missing",
      param: "customer",
    });
    await expect(stripe.subscriptions.list({ customer: "__proto__" })).rejects.toMatchObject({
      code: "resource_missing",
    });
    await expect(stripe.refunds.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  it("returns the same response for the same idempotency key, and refuses the key for another request", async () => {
    const stripe = stripeOf();
    const make = async (email: string) => await stripe.customers.create({ email }, { idempotencyKey: "one" });
    const first = await make("anna@example.com");
    expect((await make("anna@example.com")).id).toBe(first.id);
    await expect(make("bob@example.com")).rejects.toMatchObject({ type: "StripeIdempotencyError" });
    expect(Object.keys(sandbox.state.customers)).toHaveLength(1);
  });

  it("finds prices by their name, which can be moved to a newer price", async () => {
    const stripe = stripeOf();
    const { price } = await sell(stripe);
    const find = async () =>
      (await stripe.prices.list({ lookup_keys: ["gold_month"] })).data.map(({ id }) => id);
    expect(await find()).toEqual([price.id]);
    const newer = await stripe.prices.create({
      product: "gold",
      currency: "usd",
      unit_amount: 1700,
      recurring: { interval: "month" },
      lookup_key: "gold_month",
      transfer_lookup_key: true,
    });
    expect(await find()).toEqual([newer.id]);
    expect((await stripe.prices.list({ lookup_keys: ["silver"] })).data).toEqual([]);
  });
});

describe("a checkout", () => {
  it("says that no card is charged, and sells a month", async () => {
    const { session } = await sell(stripeOf());
    const shown = await visit(session.url ?? "");
    const html = await shown.text();
    expect(html).toContain("Test mode: no card is charged");
    expect(html).toContain("Subscribe to Gold");
    expect(html).toContain("$15.00");
    const policy = shown.headers.get("Content-Security-Policy");
    expect(policy).toContain("form-action 'self' https://kennel.test;");
    const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
    expect(html).not.toMatch(/ style=/);
    const paid = await press(session.url, "pay");
    expect([paid.status, paid.headers.get("Location")]).toEqual([303, RETURN.success_url]);
    expect(types()).toEqual(["checkout.session.completed", "customer.subscription.created", "invoice.paid"]);
    const again = await press(session.url, "pay");
    expect(again.status).toBe(404);
    expect(Object.keys(sandbox.state.subscriptions)).toHaveLength(1);
  });

  it("can be declined, abandoned and closed", async () => {
    const stripe = stripeOf();
    const { session, customer } = await sell(stripe);
    const declined = await (await press(session.url, "decline")).text();
    expect(declined).toContain("The card was declined");
    // The page has another address than the checkout, and its button still pays.
    expect(declined).toContain(`action="${new URL(session.url ?? "").pathname}/pay"`);
    expect(Object.keys(sandbox.state.subscriptions)).toEqual([]);
    const listOpen = async () =>
      (await stripe.checkout.sessions.list({ customer: customer.id, status: "open" })).data.length;
    expect(await listOpen()).toBe(1);
    await stripe.checkout.sessions.expire(session.id);
    expect(await listOpen()).toBe(0);
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow(/can be expired/u);
    expect((await press(session.url, "pay")).status).toBe(404);
    expect(types()).toEqual(["checkout.session.expired"]);
  });

  it("closes automatically after a day", async () => {
    const { session } = await sell(stripeOf());
    now += DAY_MS;
    sandbox.tick();
    expect(types()).toEqual(["checkout.session.expired"]);
    expect((await visit(session.url ?? "")).status).toBe(404);
  });

  it("escapes all displayed values, and finds no page by JavaScript's property names", async () => {
    const stripe = stripeOf();
    await stripe.products.create({ id: "odd", name: "<b>Odd</b>" });
    const customer = await stripe.customers.create({});
    const price = await stripe.prices.create({
      product: "odd",
      currency: "usd",
      unit_amount: 100,
      recurring: { interval: "month" },
    });
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer: customer.id,
      line_items: [{ price: price.id, quantity: 1 }],
      ...RETURN,
    });
    expect(await (await visit(session.url ?? "")).text()).toContain("&lt;b&gt;Odd&lt;/b&gt;");
    const pages = "https://kennel.test/api/sandbox/payments";
    for (const path of ["checkout/__proto__", "portal/constructor", "checkout", "other/1"]) {
      expect((await visit(`${pages}/${path}`)).status, path).toBe(404);
    }
  });
});

describe("a subscription", () => {
  it("has the shape that the SDK describes, with its period on the item", async () => {
    const { subscription } = await subscribe(stripeOf());
    const [item] = subscription.items.data;
    expect(subscription).toMatchObject({
      status: "active",
      cancel_at_period_end: false,
      metadata: { userId: "u1" },
      latest_invoice: { object: "invoice", status: "paid", amount_due: 1500 },
    });
    expect(item?.price.product).toBe("gold");
    expect(new Date((item?.current_period_end ?? 0) * 1000).toISOString()).toBe("2026-02-28T12:00:00.000Z");
  });

  it("is renewed each month on its own day, even without any request", async () => {
    const { subscription } = await subscribe(stripeOf());
    events = [];
    now = Date.parse("2026-04-15T12:00:00Z");
    sandbox = open();
    sandbox.tick();
    const [item] = sandbox.state.subscriptions[subscription.id]?.items.data ?? [];
    expect(new Date((item?.current_period_end ?? 0) * 1000).toISOString()).toBe("2026-04-30T12:00:00.000Z");
    expect(types()).toEqual([
      "customer.subscription.updated",
      "customer.subscription.updated",
      "invoice.paid",
      "invoice.paid",
    ]);
  });

  it("ends with its period when it was canceled, and a period later when it is unpaid", async () => {
    const stripe = stripeOf();
    const { customer, subscription } = await subscribe(stripe);
    const configuration = await stripe.billingPortal.configurations.create({
      features: { subscription_cancel: { enabled: true } },
    });
    const portal = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
      return_url: "https://kennel.test/back",
    });
    await press(portal.url, "cancel");
    const row = sandbox.state.subscriptions[subscription.id];
    expect(row).toMatchObject({ status: "active", cancel_at_period_end: true });
    await press(portal.url, "resume");
    expect(row).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    await press(portal.url, "fail");
    expect(row?.status).toBe("past_due");
    now += 40 * DAY_MS;
    events = [];
    sandbox.tick();
    expect(row).toMatchObject({ status: "canceled", cancellation_details: { reason: "payment_failed" } });
    expect(types()).toEqual(["customer.subscription.deleted"]);
  });
});

describe("events", () => {
  it("are sent again until they are accepted, even after a restart, and then no more", async () => {
    status = 503;
    const stripe = stripeOf();
    const { session } = await sell(stripe);
    await press(session.url, "pay");
    expect(events).toHaveLength(3);
    sandbox.close();
    status = 200;
    sandbox = open();
    sandbox.tick();
    await expect.poll(() => Object.keys(sandbox.state.outgoing), { timeout: 15_000 }).toEqual([]);
    expect(
      events
        .slice(3)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      events
        .slice(0, 3)
        .map(({ id }) => id)
        .sort(),
    );
    sandbox.tick();
    expect(events).toHaveLength(6);
  });
});

describe("the form encoding", () => {
  it("represents nested objects and lists", () => {
    const form = decodeForm("a[b][0][c]=1&a[b][1][c]=2&expand[]=x&expand[]=y&plain=z");
    expect(form).toEqual({ a: { b: [{ c: "1" }, { c: "2" }] }, expand: ["x", "y"], plain: "z" });
    expect(textAt(form, "a", "b", 1, "c")).toBe("2");
    expect(textAt(form, "a", "b", 2, "c")).toBe("");
  });

  it("cannot change a prototype", () => {
    decodeForm("__proto__[polluted]=1&a[constructor][prototype][polluted]=1");
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe("months of a subscription", () => {
  it("keep the day, or use the last day of a shorter month", () => {
    const at = (text: string) => Date.parse(text) / 1000;
    expect(addMonths(at("2026-01-31T12:00:00Z"), 1)).toBe(at("2026-02-28T12:00:00Z"));
    expect(addMonths(at("2026-01-31T12:00:00Z"), 2)).toBe(at("2026-03-31T12:00:00Z"));
    expect(periodEnd(at("2026-01-31T12:00:00Z"), at("2026-02-28T12:00:00Z"))).toBe(
      at("2026-03-31T12:00:00Z"),
    );
    expect(periodEnd(at("2026-11-15T00:00:00Z"), at("2026-12-15T00:00:00Z"))).toBe(
      at("2027-01-15T00:00:00Z"),
    );
  });
});
