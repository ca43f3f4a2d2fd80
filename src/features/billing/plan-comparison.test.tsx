/** All plans in Settings. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { PlanComparison } from "@/features/billing/plan-comparison";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { PLANS, type PlanType, type SubscriptionStatus } from "@domain/billing/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const CHECKOUT = api.billing.actions.payments.startCheckout;

function stand(
  tier: PlanType,
  subscriptionStatus: SubscriptionStatus = "active",
  isTestMode: boolean | null = true,
) {
  fakeConvex.query(api.billing.billing.subscription, () => ({
    subscriptionTier: tier,
    subscriptionStatus,
    dogCount: 1,
    dogLimit: PLANS[tier].dogLimit,
    currentPeriodEnd: null,
    stripeCustomerId: "cus_1",
    planInfo: { name: PLANS[tier].name, priceFormatted: "" },
    worksUntil: null,
    isTestMode,
  }));
}

beforeEach(() => fakeConvex.reset());
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

describe("the list of all plans", () => {
  it("[BILL-09] [GAP-SET-20] marks the kennel's own plan, and offers larger and smaller plans", async () => {
    stand("professional");
    fakeConvex.mutation(CHECKOUT, () => new Promise(() => undefined));
    const { user } = renderScreen(<PlanComparison />);
    const own = screen.getAllByRole("listitem").find((item) => item.getAttribute("aria-current") === "true");
    expect(within(own as HTMLElement).getByText("Your plan")).toBeTruthy(); // the card was found above
    expect(own?.textContent).toContain("Professional");
    expect(buttons()).toEqual(["Change to Individual", "Upgrade to Enterprise"]);
    await user.click(screen.getByRole("button", { name: "Change to Individual" }));
    expect(fakeConvex.callsOf(CHECKOUT)[0]).toMatchObject({ tier: "individual" });
    expect(buttons()).toEqual(["Opening...", "Upgrade to Enterprise"]);
  });

  it("[GAP-BILL-12] returns to Settings after a checkout that started there", async () => {
    stand("individual");
    fakeConvex.mutation(CHECKOUT, () => new Promise(() => undefined));
    const { user } = renderScreen(<PlanComparison />, {
      path: "/dashboard/*",
      at: "/dashboard/settings?tab=billing",
    });
    await user.click(screen.getByRole("button", { name: "Upgrade to Enterprise" }));
    const { successUrl, cancelUrl } = fakeConvex.callsOf(CHECKOUT)[0] ?? {};
    expect(successUrl).toMatch(/\/dashboard\/settings\?tab=billing&checkout=success$/u);
    expect(cancelUrl).toMatch(/\/dashboard\/settings\?tab=billing&checkout=cancelled$/u);
  });

  it("[GAP-BILL-10] offers no change while a payment is overdue", () => {
    stand("individual", "past_due");
    renderScreen(<PlanComparison />);
    expect(buttons()).toEqual([]);
  });

  it.each(["manager", "staff", "viewer"] as const)("[GAP-AUTH-03] has no buttons for %s", (role) => {
    stand("individual");
    renderScreen(<PlanComparison />, { role });
    expect(screen.getAllByRole("listitem")).toHaveLength(4);
    expect(buttons()).toEqual([]);
  });

  it("[GAP-BILL-17] is hidden without payment, and has no buttons if an operator grants plans", () => {
    stand("self-hosted", "active", null);
    const { unmount } = renderScreen(<PlanComparison />);
    expect(screen.queryByText("All plans")).toBeNull();
    unmount();
    stand("free", "active", null);
    renderScreen(<PlanComparison />);
    expect(buttons()).toEqual([]);
    expect(screen.getByText("up to 3 dogs")).toBeTruthy();
  });
});
