/**
 * Tests webhooks with recorded events of the API version that the SDK supports. The tier must always equal the last
 * state at the provider.
 */
import fc from "fast-check";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { pickSubscription, readSubscription } from "../../convex/billing/actions/stripeState";
import { firstKennelOf, signIn, type Person, type Team } from "../support/backend";
import { endPayments, sendEvent, startPaidTeam, WEBHOOK_PATH, type Payments } from "../support/payments";

const recordings = import.meta.glob<Stripe.Event>("../fixtures/stripe/*.json", {
  eager: true,
  import: "default",
});

const NOW = Date.parse("2025-06-15T15:06:40Z");
const names = Object.keys(recordings).map((path) => path.replace(/^.*\/|\.json$/g, ""));

let team: Team;
let payments: Payments;
beforeEach(async () => {
  ({ team, payments } = await startPaidTeam({ now: NOW }));
});
afterEach(endPayments);

/** A recorded event, with a customer of the test. */
function recorded(name: string, customer: string, changes: object = {}): string {
  const event = recordings[`../fixtures/stripe/${name}.json`];
  if (!event) throw new Error(`There is no recording ${name}`);
  return JSON.stringify({ ...event, ...changes }).replaceAll("cus_RECORDED", customer);
}

const infoOf = async (person: Person = team.owner, kennelId: string = team.kennelId) =>
  await person.as.query(api.billing.billing.subscription, { kennelId });
const tierOf = async () => (await infoOf()).subscriptionTier;
const customerOf = async () => (await infoOf()).stripeCustomerId ?? "";
const send = async (body: string, signature = payments.sign(body)) =>
  await sendEvent(team.deployment, body, signature);

/** The events of the payment are lost. */
async function payUnheard(tier = "professional"): Promise<string> {
  await payments.press(await payments.checkout(team.owner, team.kennelId, tier), "pay");
  payments.sent.splice(0);
  return await customerOf();
}
const fetches = () => payments.calls.filter((call) => call === "GET /v1/subscriptions").length;

describe("a recorded event", () => {
  const concerning = names.filter((name) => name !== "payment-intent-created" && name !== "customer-deleted");

  it("has the version that the SDK requires", () => {
    for (const event of Object.values(recordings)) expect(event.api_version).toBe("2026-10-28.endive");
    expect(names).toHaveLength(8);
  });

  it.each(concerning)("[GAP-BILL-11] %s brings the tier up to date", async (name) => {
    const customer = await payUnheard();
    expect(await tierOf()).toBe("free");
    expect(await send(recorded(name, customer))).toBe(200);
    expect(await tierOf()).toBe("professional");
  });

  it("an event triggers a fetch of the state: a deletion event for an active plan changes nothing", async () => {
    const customer = await payUnheard();
    await send(recorded("customer-subscription-deleted", customer));
    expect(await infoOf()).toMatchObject({ subscriptionTier: "professional", subscriptionStatus: "active" });
  });

  it("customer-deleted removes the customer and the plan", async () => {
    const customer = await payUnheard();
    await send(recorded("invoice-paid", customer));
    expect(await send(recorded("customer-deleted", customer))).toBe(200);
    expect(await infoOf()).toMatchObject({ subscriptionTier: "free", stripeCustomerId: null });
  });

  it("is acknowledged and ignored when it does not concern plans", async () => {
    const customer = await payUnheard();
    const before = fetches();
    expect(await send(recorded("payment-intent-created", customer))).toBe(200);
    expect(await send(recorded("invoice-paid", customer, { type: "brand.new.kind" }))).toBe(200);
    expect(fetches()).toBe(before);
    expect(await tierOf()).toBe("free");
  });
});

describe("a foreign event", () => {
  it.each([
    ["of a connected account", { account: "acct_1Other" }],
    ["of live mode, with a key for tests", { livemode: true }],
  ])("is acknowledged and ignored: %s", async (_name, changes) => {
    const customer = await payUnheard();
    expect(await send(recorded("invoice-paid", customer, changes))).toBe(200);
    expect(await tierOf()).toBe("free");
  });

  it("is acknowledged and ignored when it concerns a customer of another application on the account", async () => {
    const before = fetches();
    expect(await send(recorded("customer-subscription-created", "cus_Other"))).toBe(200);
    expect(fetches()).toBe(before);
  });
});

describe("a signature", () => {
  it("is refused when it is forged, made with another secret, or over another body", async () => {
    const body = recorded("invoice-paid", await payUnheard());
    const forged = `t=${NOW / 1000},v1=${"a".repeat(64)}`;
    expect(await send(body, forged)).toBe(400);
    expect(await send(body, payments.sign(body, { secret: "whsec_other" }))).toBe(400);
    expect(await send(body.replace("1500", "9900"), payments.sign(body))).toBe(400);
    expect(await tierOf()).toBe("free");
  });

  it("is refused when older than five minutes, and accepted when younger", async () => {
    const body = recorded("invoice-paid", await payUnheard());
    const signedAgo = (seconds: number) => payments.sign(body, { timestamp: NOW / 1000 - seconds });
    expect(await send(body, signedAgo(301))).toBe(400);
    expect(await tierOf()).toBe("free");
    expect(await send(body, signedAgo(299))).toBe(200);
    expect(await tierOf()).toBe("professional");
  });

  it("ends the request before the body is read when it is missing or invalid", async () => {
    const body = recorded("invoice-paid", await payUnheard());
    for (const signature of ["", "nonsense", "t=1", `v1=${"a".repeat(64)}`, `t=1,v1=${"a".repeat(9000)}`]) {
      expect(await send(body, signature), signature.slice(0, 20)).toBe(400);
    }
  });

  it("is refused if no secret is set", async () => {
    const body = recorded("invoice-paid", await payUnheard());
    const signature = payments.sign(body, { secret: "whsec_guess" });
    vi.stubEnv("STRIPE_WEBHOOK_SECRET", "");
    expect(await send(body, signature)).toBe(400);
  });
});

describe("the body of a request", () => {
  it("is refused when longer than any event, whatever length the header states", async () => {
    const body = "x".repeat(600 * 1024);
    const signature = payments.sign(body);
    expect(await send(body, signature)).toBe(413);
    const answer = await team.deployment.fetch(WEBHOOK_PATH, {
      method: "POST",
      body,
      headers: { "Stripe-Signature": signature, "Content-Length": "10" },
    });
    expect(answer.status).toBe(413);
  });
});

describe("the delivery of an event", () => {
  it("changes nothing the second time, and makes no request to the provider", async () => {
    const body = recorded("invoice-paid", await payUnheard());
    await send(body);
    const before = fetches();
    expect(await send(body)).toBe(200);
    expect(fetches()).toBe(before);
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("stripeEvents").collect());
    expect(rows.map(({ type }) => type)).toEqual(["invoice.paid"]);
  });

  it("fails while the provider does not respond, and succeeds when it is repeated", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const body = recorded("invoice-paid", await payUnheard());
    payments.setDown(true);
    expect(await send(body)).toBe(503);
    expect(await tierOf()).toBe("free");
    payments.setDown(false);
    expect(await send(body)).toBe(200);
    expect(await tierOf()).toBe("professional");
    log.mockRestore();
  });

  it("closes the checkouts that are open in other windows once one checkout is paid", async () => {
    const customer = await payUnheard();
    const { state } = payments.sandbox;
    const [paid] = Object.values(state.checkouts);
    if (!paid) throw new Error("Nothing was sold");
    const session = { ...paid.session, id: "cs_test_other", status: "open" as const };
    state.checkouts[session.id] = { ...paid, session };
    await send(recorded("checkout-session-completed", customer));
    expect(state.checkouts["cs_test_other"]?.session.status).toBe("expired");
  });

  it("is forgotten after 35 days, when the provider no longer repeats it", async () => {
    await send(recorded("invoice-paid", await payUnheard()));
    const count = async () =>
      (await team.deployment.run(async (ctx) => await ctx.db.query("stripeEvents").collect())).length;
    await team.deployment.mutation(internal.platform.retention.purge, {});
    expect(await count()).toBe(1);
    vi.setSystemTime(NOW + 36 * 86_400_000);
    await team.deployment.mutation(internal.platform.retention.purge, {});
    expect(await count()).toBe(0);
  });
});

describe("overlapping fetches", () => {
  it("keep the response to the request that began last, whichever request ends last", async () => {
    const customer = await payUnheard();
    const begin = async (eventId: string) =>
      (await team.deployment.mutation(internal.billing.billing.beginSync, {
        stripeCustomerId: customer,
        eventId,
      })) ?? 0;
    const finish = async (number: number, tier: "individual" | "enterprise", id: string) =>
      await team.deployment.mutation(internal.billing.billing.finishSync, {
        stripeCustomerId: customer,
        number,
        subscription: { id: "sub", tier, status: "active", currentPeriodEnd: NOW, worksUntil: null },
        event: { id, type: "invoice.paid" },
      });
    const [first, second] = [await begin("evt_1"), await begin("evt_2")];
    await finish(second, "enterprise", "evt_2");
    await finish(first, "individual", "evt_1");
    expect(await tierOf()).toBe("enterprise");
  });
});

/** These changes can happen at the provider between two events. */
const CHANGES = [
  "professional",
  "enterprise",
  "individual",
  "cancel",
  "resume",
  "fail",
  "settle",
  "end",
] as const;

/** One step is a change at the provider, or the delivery of a waiting event, which may be repeated later. */
const step = fc.oneof(
  fc.record({ change: fc.constantFrom(...CHANGES) }),
  fc.record({ deliver: fc.nat(20), isKept: fc.boolean() }),
);

describe("any sequence", () => {
  async function change(payer: Person, kennelId: string, what: (typeof CHANGES)[number]): Promise<void> {
    const isTier = what === "professional" || what === "enterprise" || what === "individual";
    if (!isTier) {
      const { stripeCustomerId } = await infoOf(payer, kennelId);
      if (stripeCustomerId) await payments.press(await payments.portal(payer, kennelId), what);
      return;
    }
    // The new plan may equal the current plan.
    const url = await payments.checkout(payer, kennelId, what).catch(() => null);
    if (url) await payments.press(url, url.includes("/checkout/") ? "pay" : "confirm");
  }

  /** With `isKept`, the event is appended again, so that it is repeated later. */
  async function deliver(index: number, isKept: boolean): Promise<void> {
    const [event] = payments.sent.splice(index % Math.max(1, payments.sent.length), 1);
    if (!event) return;
    expect(await send(event.body, event.signature)).toBe(200);
    if (isKept) payments.sent.push(event);
  }

  it("of changes, with deliveries in any order, repeated and late, ends in the provider's last state", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (history) => {
        count += 1;
        payments.sent.splice(0);
        const payer = await signIn(team.deployment, `payer${count}@example.com`);
        const kennelId = await firstKennelOf(payer);
        await change(payer, kennelId, "individual");
        for (const each of history) {
          if ("change" in each) await change(payer, kennelId, each.change);
          else await deliver(each.deliver, each.isKept);
        }
        // The waiting events are delivered in the opposite order, some of them at the same time.
        const left = payments.sent.splice(0).reverse();
        await Promise.all(left.slice(0, 3).map(async ({ body, signature }) => await send(body, signature)));
        for (const { body, signature } of left.slice(3)) await send(body, signature);
        const { stripeCustomerId, subscriptionTier, subscriptionStatus } = await infoOf(payer, kennelId);
        const { invoices, subscriptions } = payments.sandbox.state;
        const all = Object.values(subscriptions)
          .filter(({ customer }) => customer === stripeCustomerId)
          .map((each) => ({ ...each, latest_invoice: invoices[each.latest_invoice ?? ""] }));
        const last = pickSubscription(all as unknown as Stripe.Subscription[]); // The sandbox uses the same format.
        const truth = last && readSubscription(last);
        expect({ subscriptionTier, subscriptionStatus }).toEqual({
          subscriptionTier: truth?.tier ?? "free",
          subscriptionStatus: truth?.status ?? "active",
        });
      }),
      { numRuns: 12, seed: 20_261_121 },
    );
  });
});
