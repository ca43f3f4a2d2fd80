/** Tests paid plans: their order, their offers, and how long an unpaid plan continues. */
import { describe, expect, it } from "vitest";
import { PLAN_TYPES, PLANS } from "./rules";
import { checkDogLimit, usageColourOf } from "./dog-limit";
import { isPaidTier, offerOf, rankOf, upgradesOf, worksUntilAfterFailure } from "./subscription";

describe("tiers", () => {
  it("[BILL-08] are sorted by size, and an instance without payment is above all tiers", () =>
    expect([...PLAN_TYPES].sort((a, b) => rankOf(b) - rankOf(a))).toEqual([
      "self-hosted",
      "enterprise",
      "professional",
      "individual",
      "free",
    ]));

  it("[BILL-10] [BILL-11] offer only larger tiers", () => {
    expect(upgradesOf("free")).toEqual(["individual", "professional", "enterprise"]);
    expect(upgradesOf("individual")).toEqual(["professional", "enterprise"]);
    expect(upgradesOf("professional")).toEqual(["enterprise"]);
    expect(upgradesOf("enterprise")).toEqual([]);
    expect(upgradesOf("self-hosted")).toEqual([]);
  });

  it("[BILL-12] are all paid except the free tier", () =>
    expect(PLAN_TYPES.filter(isPaidTier)).toEqual(["individual", "professional", "enterprise"]));
});

describe("the offer of a tier", () => {
  it("[GAP-BILL-14] contains tier, price, limit and features", () =>
    expect(offerOf("professional")).toEqual({
      tier: "professional",
      name: "Professional",
      price: 15,
      priceFormatted: "$15/mo",
      dogLimit: 30,
      features: [
        "up to 30 dogs",
        "All kennels that you own together",
        "Advanced features & priority support",
      ],
    }));
});

describe("a failed payment", () => {
  it("[GAP-BILL-10] ends the plan after 14 days", () =>
    expect(new Date(worksUntilAfterFailure(Date.parse("2025-06-15T08:00:00Z"))).toISOString()).toBe(
      "2025-06-29T08:00:00.000Z",
    ));
});

describe("the usage bar", () => {
  it("[BILL-19] [BILL-20] [BILL-21] [GAP-BILL-09] is green, amber from 75 percent and red from 90 percent", () => {
    const colour = (limitOf: "individual" | "professional" | "enterprise", count: number) =>
      usageColourOf(checkDogLimit(limitOf, count));
    expect(colour("individual", 11)).toBe("green");
    expect(usageColourOf({ ...checkDogLimit("individual", 12), limit: 16 })).toBe("amber");
    expect(colour("individual", 13)).toBe("amber");
    expect(colour("professional", 27)).toBe("red");
    expect(colour("enterprise", 500)).toBeNull();
    expect(PLANS.enterprise.dogLimit).toBeNull();
  });
});
