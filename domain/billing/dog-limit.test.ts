/** Tests plans, limits and their texts. */
import { describe, expect, it } from "vitest";
import { PLAN_TIERS, PLANS, type PlanType } from "./rules";
import {
  checkDogLimit,
  isCounted,
  limitReachedText,
  limitWarningOf,
  nextTierOf,
  nextTierText,
  priceText,
  roomNeededText,
  roomText,
  tierFor,
  usagePercentOf,
  usageText,
} from "./dog-limit";

const at = (planType: PlanType, count: number) => checkDogLimit(planType, count);

describe("plans", () => {
  it("[BILL-01] [BILL-02] [BILL-03] cost 10, 15 and 30 dollars a month", () =>
    expect(PLAN_TIERS.map(priceText)).toEqual(["$0/mo", "$10/mo", "$15/mo", "$30/mo"]));

  it("[BILL-08] are sorted by their size", () =>
    expect(PLAN_TIERS).toEqual(["free", "individual", "professional", "enterprise"]));

  it("[BILL-09] have the next larger plan as their upgrade", () =>
    expect([...PLAN_TIERS, "self-hosted" as const].map(nextTierOf)).toEqual([
      "individual",
      "professional",
      "enterprise",
      null,
      null,
    ]));

  it("[GAP-BILL-01] include a free plan with 3 dogs", () => expect(PLANS.free.dogLimit).toBe(3));
});

describe("checkDogLimit", () => {
  it.each([
    ["individual", 14, true, 15],
    ["individual", 15, false, 15],
    ["professional", 29, true, 30],
    ["professional", 30, false, 30],
    ["free", 3, false, 3],
  ] as const)(
    "[BILL-04] [BILL-05] checks the plan %s with %i dogs: %s",
    (planType, currentCount, canAddDog, limit) =>
      expect(at(planType, currentCount)).toEqual({ canAddDog, currentCount, limit, planType }),
  );

  it("[BILL-06] [GAP-BILL-02] [GAP-BILL-17] has no limit for enterprise and self-hosted", () => {
    expect(at("enterprise", 100)).toMatchObject({ canAddDog: true, limit: null });
    expect(at("self-hosted", 4000)).toMatchObject({ canAddDog: true, limit: null });
  });

  it("[GAP-BILL-05] counts active and retired dogs", () =>
    expect((["active", "retired", "deceased", "sold"] as const).filter(isCounted)).toEqual([
      "active",
      "retired",
    ]));
});

describe("the usage of a plan", () => {
  it("[BILL-17] is written as 'X of Y dogs'", () => {
    expect(usageText(at("individual", 7))).toBe("7 of 15 dogs");
    expect(usageText(at("enterprise", 7))).toBe("7 dogs");
    expect(usageText(at("enterprise", 1))).toBe("1 dog");
  });

  it("[BILL-18] is at most 100 percent", () => {
    expect(usagePercentOf(at("individual", 18))).toBe(100);
    expect(usagePercentOf(at("individual", 7))).toBeCloseTo(46.67, 2);
    expect(usagePercentOf(at("enterprise", 7))).toBeNull();
  });
});

describe("limitWarningOf", () => {
  it("[BILL-22] returns no warning below 80 percent", () =>
    expect(limitWarningOf(at("professional", 23))).toBeNull());

  it("[BILL-23] returns a warning from 80 percent", () => {
    expect(limitWarningOf(at("individual", 12))).toBe("Approaching dog limit.");
    expect(limitWarningOf(at("individual", 13))).toBe("Approaching dog limit.");
  });

  it("[BILL-24] [GAP-BILL-07] returns the stronger warning from 90 percent, even if a dog can still be added", () => {
    const check = at("professional", 27);
    expect(limitWarningOf(check)).toBe("Dog limit reached!");
    expect(check.canAddDog).toBe(true);
    expect(roomText(check)).toBe("3 dogs left");
    expect(roomText(at("professional", 29))).toBe("1 dog left");
    expect(roomText(at("professional", 33))).toBe("0 dogs left");
  });

  it("[GAP-BILL-08] returns no warning without a limit", () =>
    expect(limitWarningOf(at("enterprise", 5000))).toBeNull());
});

describe("the texts about a limit", () => {
  it("[BILL-25] suggest the next tier with its price and limit", () => {
    expect(nextTierText("individual")).toBe("The Professional plan ($15/mo) has room for up to 30 dogs.");
    expect(nextTierText("professional")).toBe("The Enterprise plan ($30/mo) has room for 100+ dogs.");
    expect(nextTierText("enterprise")).toBeNull();
  });

  it("[GAP-BILL-15] contain the limit", () =>
    expect(limitReachedText(at("individual", 15))).toBe("You have 15 of 15 dogs on the Individual plan."));
});

describe("the error for a file with too many dogs", () => {
  it("[GAP-BILL-15] names the smallest plan with room for all dogs", () => {
    expect([15, 16, 30, 31].map((count) => tierFor("free", count))).toEqual([
      ...["individual", "professional", "professional", "enterprise"],
    ]);
    expect(tierFor("professional", 5)).toBe("enterprise");
    expect([tierFor("enterprise", 500), tierFor("self-hosted", 500)]).toEqual([null, null]);
  });

  it("says how many dogs need room, and whose plan counts", () => {
    expect(roomNeededText("This file", at("free", 0), 59)).toBe(
      "This file needs room for 59 dogs: Enterprise has room for them.",
    );
    expect(roomNeededText("This backup", at("individual", 15), 1)).toBe(
      "This backup needs room for 1 more dog: Professional has room for it.",
    );
  });
});
