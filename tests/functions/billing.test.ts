/** Tests paid plans. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { PaidTier } from "../../domain/billing/rules";
import { addDog, failureOf, TODAY, type Person, type Team } from "../support/backend";
import { endPayments, startPaidTeam, type Payments } from "../support/payments";

const DAY_MS = 86_400_000;
const ORIGIN = "https://studbook.test";
const START = Date.parse("2025-06-15T09:30:00Z");

let team: Team;
let payments: Payments;
beforeEach(async () => {
  ({ team, payments } = await startPaidTeam({
    now: START,
    origin: ORIGIN,
    toFake: ["Date", "setTimeout", "clearTimeout"],
  }));
});
afterEach(endPayments);

const infoOf = async (person: Person = team.owner, kennelId: string = team.kennelId) =>
  await person.as.query(api.billing.billing.subscription, { kennelId });
const subscribe = async (tier: PaidTier) => await payments.subscribe(team.owner, team.kennelId, tier);
const manage = async (action: string, body = "") => {
  await payments.press(await payments.portal(team.owner, team.kennelId), action, body);
  await payments.deliver();
};
const travel = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await team.deployment.finishInProgressScheduledFunctions();
};

describe("a person without a subscription", () => {
  it("[BILL-12] [GAP-BILL-03] has the free plan, active, without a customer", async () => {
    expect(await infoOf()).toEqual({
      subscriptionTier: "free",
      subscriptionStatus: "active",
      dogCount: 0,
      dogLimit: 3,
      currentPeriodEnd: null,
      stripeCustomerId: null,
      planInfo: { name: "Free", priceFormatted: "$0/mo" },
      worksUntil: null,
      isTestMode: true,
    });
  });

  it("[GAP-BILL-17] has no limit when payment is not set up or billing is off", async () => {
    vi.stubEnv("STUDBOOK_BILLING", "off");
    expect(await infoOf()).toMatchObject({ subscriptionTier: "self-hosted", dogLimit: null });
    vi.stubEnv("STUDBOOK_BILLING", "");
    vi.stubEnv("STRIPE_SECRET_KEY", "");
    expect(await infoOf()).toMatchObject({ subscriptionTier: "self-hosted", isTestMode: null });
    vi.stubEnv("STUDBOOK_BILLING", "on");
    expect(await infoOf()).toMatchObject({ subscriptionTier: "free", dogLimit: 3 });
    expect((await failureOf(payments.checkout(team.owner, team.kennelId, "individual"))).code).toBe(
      "PAYMENT_UNAVAILABLE",
    );
  });
});

describe("checkout", () => {
  it("[BILL-07] [BILL-14] [GAP-BILL-11] changes the tier for a month when the payment's webhook arrives", async () => {
    const url = await payments.checkout(team.owner, team.kennelId, "professional");
    expect(url).toMatch(new RegExp(`^${payments.pagesUrl}/checkout/cs_test_`));
    const paid = await payments.press(url, "pay");
    expect(paid.headers.get("Location")).toBe(`${ORIGIN}/dashboard?checkout=success`);
    expect((await infoOf()).subscriptionTier).toBe("free");
    await payments.deliver();
    const info = await infoOf();
    expect(info).toMatchObject({
      subscriptionTier: "professional",
      subscriptionStatus: "active",
      dogLimit: 30,
      planInfo: { name: "Professional", priceFormatted: "$15/mo" },
      worksUntil: null,
    });
    expect(new Date(info.currentPeriodEnd ?? 0).toISOString()).toBe("2025-07-15T09:30:00.000Z");
    expect(info.stripeCustomerId).toMatch(/^cus_/);
  });

  it("[BILL-01] [BILL-02] [BILL-03] uses the amounts of our own table", async () => {
    await payments.checkout(team.owner, team.kennelId, "individual");
    const prices = Object.values(payments.sandbox.state.prices);
    expect(prices.map(({ product, unit_amount: amount }) => [product, amount])).toEqual([
      ["studbook_individual", 1000],
      ["studbook_professional", 1500],
      ["studbook_enterprise", 3000],
    ]);
    await payments.checkout(team.owner, team.kennelId, "enterprise");
    expect(Object.keys(payments.sandbox.state.prices)).toHaveLength(3);
  });

  it("creates one customer for concurrent browsers, and keeps only one checkout open", async () => {
    await Promise.all([
      payments.checkout(team.owner, team.kennelId, "individual"),
      payments.checkout(team.owner, team.kennelId, "professional"),
    ]);
    await payments.checkout(team.owner, team.kennelId, "enterprise");
    const { customers, checkouts } = payments.sandbox.state;
    expect(Object.keys(customers)).toHaveLength(1);
    const open = Object.values(checkouts).filter(({ session }) => session.status === "open");
    expect(open).toHaveLength(1);
  });

  it("creates a new customer when the provider no longer has the old one", async () => {
    await subscribe("individual");
    const { state } = payments.sandbox;
    for (const id of Object.keys(state.customers)) delete state.customers[id];
    for (const id of Object.keys(state.answers)) delete state.answers[id];
    expect(await payments.checkout(team.owner, team.kennelId, "individual")).toContain("/checkout/");
    expect((await infoOf()).subscriptionTier).toBe("free");
  });

  it("[GAP-BILL-12] refuses to redirect to a foreign address", async () => {
    const start = async (successUrl: string, cancelUrl = `${ORIGIN}/dashboard`) =>
      await failureOf(
        team.owner.as.action(api.billing.actions.payments.startCheckout, {
          kennelId: team.kennelId,
          tier: "individual",
          successUrl,
          cancelUrl,
        }),
      );
    const foreign = [
      "https://evil.test/dashboard",
      "http://studbook.test/dashboard",
      "https://studbook.test.evil.test/",
      "https://user@studbook.test/",
      "javascript:alert(1)",
      "/dashboard",
      `${ORIGIN}/dashboard\r\nSet-Cookie: a=b`,
      `${ORIGIN}/dash\tboard`,
      ` ${ORIGIN}/dashboard`,
      `${ORIGIN}/dashboard\0`,
    ];
    for (const address of foreign) {
      expect((await start(address)).details.fields, address).toHaveProperty("successUrl");
    }
    expect((await start(`${ORIGIN}/dashboard`, "https://evil.test/")).details.fields).toHaveProperty(
      "cancelUrl",
    );
    const portal = team.owner.as.action(api.billing.actions.payments.openPortal, {
      kennelId: team.kennelId,
      returnUrl: "https://evil.test/",
    });
    expect((await failureOf(portal)).details.fields).toHaveProperty("returnUrl");
    expect(payments.calls).toEqual([]);
  });

  it("accepts the other names of this machine", async () => {
    vi.stubEnv("STUDBOOK_ORIGIN", "http://127.0.0.1:3000");
    const start = async (origin: string) =>
      await team.owner.as.action(api.billing.actions.payments.startCheckout, {
        kennelId: team.kennelId,
        tier: "individual",
        successUrl: `${origin}/dashboard?checkout=success`,
        cancelUrl: `${origin}/dashboard?checkout=cancelled`,
      });
    expect((await start("http://localhost:3000")).url).toContain("/checkout/");
    expect((await failureOf(start("http://localhost:3001"))).code).toBe("VALIDATION_FAILED");
  });

  it("[GAP-AUTH-03] requires the owner: returns FORBIDDEN to the team and NOT_FOUND to a stranger", async () => {
    for (const person of [team.manager, team.staff, team.viewer]) {
      expect((await failureOf(payments.checkout(person, team.kennelId, "individual"))).code).toBe(
        "FORBIDDEN",
      );
      expect((await failureOf(payments.portal(person, team.kennelId))).code).toBe("FORBIDDEN");
    }
    expect((await failureOf(payments.checkout(team.stranger, team.kennelId, "individual"))).code).toBe(
      "NOT_FOUND",
    );
    expect((await failureOf(payments.checkout(team.owner, team.kennelId, "free"))).code).toBe("NOT_FOUND");
    expect(payments.calls).toEqual([]);
  });

  it("reports that payment is not available when the provider fails, and keeps the key out of the log", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    payments.setDown(true);
    const failure = await failureOf(payments.checkout(team.owner, team.kennelId, "individual"));
    expect(failure.code).toBe("PAYMENT_UNAVAILABLE");
    expect(JSON.stringify(log.mock.calls)).toContain("starting a checkout");
    expect(JSON.stringify(log.mock.calls)).not.toContain("sk_test");
    log.mockRestore();
  });
});

describe("the plan", () => {
  it("[GAP-BILL-04] applies to all kennels of the owner, and to the team", async () => {
    const second = await team.owner.as.mutation(api.kennels.kennels.create, { name: "Second" });
    await addDog(team.owner, team.kennelId);
    await addDog(team.owner, second._id);
    await subscribe("individual");
    expect(await infoOf(team.owner, second._id)).toMatchObject({
      subscriptionTier: "individual",
      dogCount: 2,
    });
    expect(await infoOf(team.staff)).toMatchObject({
      subscriptionTier: "individual",
      dogCount: 2,
      stripeCustomerId: null,
    });
    expect((await failureOf(infoOf(team.stranger))).code).toBe("NOT_FOUND");
  });

  it("[BILL-09] changes immediately on confirmation, without a second subscription", async () => {
    await subscribe("individual");
    const url = await payments.checkout(team.owner, team.kennelId, "enterprise");
    expect(url).toContain("/portal/");
    const confirmed = await payments.press(url, "confirm");
    expect(confirmed.headers.get("Location")).toBe(`${ORIGIN}/dashboard?checkout=success`);
    await payments.deliver();
    expect(await infoOf()).toMatchObject({ subscriptionTier: "enterprise", dogLimit: null });
    expect(Object.keys(payments.sandbox.state.subscriptions)).toHaveLength(1);
    expect(
      (await failureOf(payments.checkout(team.owner, team.kennelId, "enterprise"))).details.fields,
    ).toEqual({
      tier: "You are already on this plan",
    });
  });

  it("[GAP-BILL-13] hides nothing when it is lowered, and only blocks adding", async () => {
    await subscribe("individual");
    for (let number = 1; number <= 4; number += 1) await addDog(team.owner, team.kennelId);
    await travel(10 * DAY_MS);
    await manage("end");
    await travel(20 * DAY_MS);
    expect(await infoOf()).toMatchObject({ subscriptionTier: "free", dogCount: 4, dogLimit: 3 });
    expect((await failureOf(addDog(team.owner, team.kennelId))).code).toBe("DOG_LIMIT_REACHED");
    const page = await team.owner.as.query(api.dogs.dogs.list, {
      kennelId: team.kennelId,
      today: TODAY,
      page: 1,
      limit: 12,
    });
    expect(page.pagination.totalItems).toBe(4);
  });

  it("[GAP-BILL-10] remains valid when canceled until its period ends, then becomes free", async () => {
    await subscribe("professional");
    await travel(10 * DAY_MS);
    await manage("cancel");
    const end = Date.parse("2025-07-15T09:30:00Z");
    expect(await infoOf()).toMatchObject({
      subscriptionTier: "professional",
      subscriptionStatus: "canceled",
      currentPeriodEnd: end,
      worksUntil: end,
    });
    await travel(20 * DAY_MS - 1000);
    expect((await infoOf()).subscriptionTier).toBe("professional");
    await travel(1000);
    expect(await infoOf()).toMatchObject({
      subscriptionTier: "free",
      subscriptionStatus: "active",
      currentPeriodEnd: null,
    });
    expect((await infoOf()).stripeCustomerId).toMatch(/^cus_/);
  });

  it("[GAP-BILL-10] does not end early when the clock is set 40 days ahead and back after a cancellation", async () => {
    await subscribe("professional");
    await travel(10 * DAY_MS);
    await manage("cancel");
    const [account] = await team.deployment.run(async (ctx) => await ctx.db.query("billingAccounts").take(1));
    const { worksUntil } = await infoOf();
    if (!account || worksUntil === null) throw new Error("Nothing was cancelled");
    const look = async (at: number) => {
      vi.setSystemTime(at);
      await team.deployment.mutation(internal.platform.retention.watchClock, {});
    };
    const before = Date.now();
    await look(before);
    await look(before + 40 * DAY_MS);
    await team.deployment.mutation(internal.billing.billing.endPlan, { accountId: account._id, worksUntil });
    await look(before);
    for (let day = 0; day < 19; day += 1) {
      await travel(DAY_MS / 2);
      await look(Date.now());
      expect((await infoOf()).subscriptionTier).toBe("professional");
      await travel(DAY_MS / 2);
      await look(Date.now());
    }
    await travel(DAY_MS / 2);
    await look(Date.now());
    await travel(DAY_MS / 2);
    expect((await infoOf()).subscriptionTier).toBe("free");
  });

  it("continues when the cancellation is reversed, and the scheduled end then does nothing", async () => {
    await subscribe("professional");
    await travel(10 * DAY_MS);
    await manage("cancel");
    await manage("resume");
    expect(await infoOf()).toMatchObject({ subscriptionStatus: "active", worksUntil: null });
    await travel(20 * DAY_MS);
    expect((await infoOf()).subscriptionTier).toBe("professional");
  });

  it("[GAP-BILL-10] remains valid for 14 days when past due, and again once it is paid", async () => {
    await subscribe("individual");
    await manage("fail");
    expect(await infoOf()).toMatchObject({
      subscriptionTier: "individual",
      subscriptionStatus: "past_due",
      worksUntil: START + 14 * DAY_MS,
    });
    await travel(14 * DAY_MS - 1000);
    expect((await infoOf()).subscriptionTier).toBe("individual");
    await travel(1000);
    expect(await infoOf()).toMatchObject({ subscriptionTier: "free", subscriptionStatus: "past_due" });
    await manage("settle");
    expect(await infoOf()).toMatchObject({ subscriptionTier: "individual", subscriptionStatus: "active" });
  });

  it("is the larger of the paid plan and the plan that an operator granted", async () => {
    const give = async (tier: PaidTier | null) =>
      await team.deployment.mutation(internal.billing.billing.setPlan, { email: team.owner.email, tier });
    await subscribe("professional");
    await give("individual");
    expect(await infoOf()).toMatchObject({ subscriptionTier: "professional" });
    await give("enterprise");
    expect(await infoOf()).toMatchObject({ subscriptionTier: "enterprise", currentPeriodEnd: null });
    await give(null);
    expect((await infoOf()).subscriptionTier).toBe("professional");
  });

  it("ignores a sandbox payment once real keys are set", async () => {
    await subscribe("enterprise");
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_live_1");
    expect(await infoOf()).toMatchObject({
      subscriptionTier: "free",
      stripeCustomerId: null,
      isTestMode: false,
    });
  });
});
