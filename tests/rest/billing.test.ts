/** Tests the REST calls of billing. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { endPayments, startPaidTeam, type Payments } from "../support/payments";

const ORIGIN = "https://kennel.example.com";
const ADDRESSES = {
  successUrl: `${ORIGIN}/dashboard?checkout=success`,
  cancelUrl: `${ORIGIN}/dashboard?checkout=cancelled`,
};

let team: Team;
let payments: Payments;
beforeEach(async () => {
  ({ team, payments } = await startPaidTeam({ now: Date.parse("2025-06-15T09:30:00Z"), origin: ORIGIN }));
});
afterEach(endPayments);

describe("GET /billing/plans", () => {
  it("[AUTH-13] [GAP-BILL-14] [BILL-01] [BILL-02] [BILL-03] returns plans to everybody, without a token or an envelope", async () => {
    const { status, body } = await callRest(team.deployment, "GET", "/billing/plans");
    expect(status).toBe(200);
    expect(
      body.map((plan: { tier: string; price: number; dogLimit: number | null }) => [
        plan.tier,
        plan.price,
        plan.dogLimit,
      ]),
    ).toEqual([
      ["individual", 10, 15],
      ["professional", 15, 30],
      ["enterprise", 30, null],
    ]);
    expect(Object.keys(body[0]).sort()).toEqual([
      "dogLimit",
      "features",
      "name",
      "price",
      "priceFormatted",
      "tier",
    ]);
  });
});

describe("GET /billing/subscription", () => {
  it("[API-02] [BILL-33] [BILL-12] returns the free plan without an envelope", async () => {
    expect(await callRest(team.owner.as, "GET", "/billing/subscription")).toMatchObject({
      status: 200,
      body: {
        subscriptionTier: "free",
        subscriptionStatus: "active",
        dogCount: 0,
        dogLimit: 3,
        currentPeriodEnd: null,
        stripeCustomerId: null,
        planInfo: { name: "Free", priceFormatted: "$0/mo" },
      },
    });
  });

  it("[BILL-07] returns a paid plan with the end of its period, and the customer only to the owner", async () => {
    await payments.subscribe(team.owner, team.kennelId, "professional");
    const path = `/billing/subscription?kennelId=${team.kennelId}`;
    const { body } = await callRest(team.owner.as, "GET", path);
    expect(body).toMatchObject({
      subscriptionTier: "professional",
      currentPeriodEnd: "2025-07-15T09:30:00.000Z",
      planInfo: { priceFormatted: "$15/mo" },
    });
    expect(Object.keys(body).sort()).toEqual([
      "currentPeriodEnd",
      "dogCount",
      "dogLimit",
      "planInfo",
      "stripeCustomerId",
      "subscriptionStatus",
      "subscriptionTier",
    ]);
    expect(body.stripeCustomerId).toMatch(/^cus_/);
    expect((await callRest(team.viewer.as, "GET", path)).body).toMatchObject({
      subscriptionTier: "professional",
      stripeCustomerId: null,
    });
    expect((await callRest(team.stranger.as, "GET", path)).status).toBe(404);
  });
});

describe("POST /billing/checkout/{tier}", () => {
  const start = async (person = team.owner, tier = "professional", json: object = ADDRESSES) =>
    await callRest(person.as, "POST", `/billing/checkout/${tier}?kennelId=${team.kennelId}`, { json });

  it("[BILL-14] [BILL-33] returns the address for the browser", async () => {
    const { status, body } = await start();
    expect([status, Object.keys(body)]).toEqual([201, ["url"]]);
    expect(body.url).toContain("/checkout/cs_test_");
  });

  it("[GAP-BILL-12] refuses foreign addresses and missing ones", async () => {
    const foreign = await start(team.owner, "individual", { ...ADDRESSES, successUrl: "https://evil.test/" });
    expect(foreign).toMatchObject({ status: 400, body: { errors: { successUrl: expect.any(String) } } });
    expect((await start(team.owner, "individual", {})).status).toBe(400);
  });

  it("[GAP-AUTH-03] requires the owner, and refuses unknown tiers", async () => {
    expect((await start(team.manager)).status).toBe(403);
    expect((await start(team.viewer)).status).toBe(403);
    expect((await start(team.stranger)).status).toBe(404);
    expect((await start(team.owner, "free")).status).toBe(404);
  });

  it("accepts no amount from the caller", async () => {
    const { body } = await start(team.owner, "individual", { ...ADDRESSES, price: 1, amount: 1 });
    const id = String(body.url).split("/").at(-1) ?? "";
    expect(payments.sandbox.state.checkouts[id]?.session.amount_total).toBe(1000);
  });

  it("returns 503 while the provider does not respond, and 429 when it is called too often", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    payments.setDown(true);
    expect((await start()).status).toBe(503);
    payments.setDown(false);
    const statuses: number[] = [];
    for (let call = 0; call < 20; call += 1) statuses.push((await start()).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    expect(statuses.at(-1)).toBe(429);
    log.mockRestore();
  });
});

describe("POST /billing/portal", () => {
  const open = async (person = team.owner, returnUrl = `${ORIGIN}/dashboard`) =>
    await callRest(person.as, "POST", `/billing/portal?kennelId=${team.kennelId}`, { json: { returnUrl } });

  it("[BILL-15] returns the address for the browser, once there is a customer", async () => {
    expect((await open()).status).toBe(404);
    await payments.subscribe(team.owner, team.kennelId, "individual");
    const { status, body } = await open();
    expect([status, Object.keys(body)]).toEqual([201, ["url"]]);
    expect(body.url).toContain("/portal/bps_");
    expect((await open(team.manager)).status).toBe(403);
    expect((await open(team.stranger)).status).toBe(404);
    expect((await open(team.owner, "https://evil.test/")).status).toBe(400);
  });
});
