/** The subscription card in every state. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { SubscriptionCard } from "@/features/billing/subscription-card";
import type { Subscription } from "@/features/billing/subscription-words";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { askedUpgrade } from "@/entities/billing/asked-upgrade";
import { priceText } from "@domain/billing/dog-limit";
import { PLANS } from "@domain/billing/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const JULY_15 = new Date(2025, 6, 15, 12).getTime();
const QUERY = api.billing.billing.subscription;
const CHECKOUT = api.billing.actions.payments.startCheckout;
const PORTAL = api.billing.actions.payments.openPortal;

function makeSubscription(changes: Partial<Subscription> = {}): Subscription {
  const tier = changes.subscriptionTier ?? "individual";
  const isPaid = tier !== "free" && tier !== "self-hosted";
  return {
    subscriptionTier: tier,
    subscriptionStatus: "active",
    dogCount: 7,
    dogLimit: PLANS[tier].dogLimit,
    currentPeriodEnd: isPaid ? JULY_15 : null,
    stripeCustomerId: isPaid ? "cus_1" : null,
    planInfo: { name: PLANS[tier].name, priceFormatted: tier === "self-hosted" ? "" : priceText(tier) },
    worksUntil: null,
    isTestMode: true,
    ...changes,
  };
}

const assign = vi.fn();
beforeEach(() => {
  fakeConvex.reset();
  sessionStorage.clear();
  assign.mockReset();
  vi.stubGlobal("location", { ...window.location, origin: "https://studbook.test", assign });
});
afterEach(() => vi.unstubAllGlobals());

const open = (changes: Partial<Subscription> = {}, options: Parameters<typeof renderScreen>[1] = {}) => {
  fakeConvex.query(QUERY, () => makeSubscription(changes));
  return renderScreen(<SubscriptionCard />, { path: "/dashboard", ...options });
};
const offered = () =>
  screen
    .queryAllByRole("button", { name: /^Upgrade to/u })
    .map((button) => button.getAttribute("aria-label"));

describe("the kennel's plan", () => {
  it("[BILL-26] [BILL-17] shows name, price, status, usage and the next billing date", () => {
    open({ subscriptionTier: "professional" });
    const card = within(screen.getByRole("region", { name: "Professional plan" }));
    expect(card.getByText("$15/mo", { selector: "span" })).toBeTruthy();
    expect(card.getByText("Active")).toBeTruthy();
    expect(card.getByText("7 of 30 dogs")).toBeTruthy();
    expect(card.getByText("Next billing: July 15, 2025")).toBeTruthy();
    expect(card.getByText("Advanced features & priority support")).toBeTruthy();
    expect(card.getByText("Test mode: no card is charged")).toBeTruthy();
  });

  it.each([
    ["free", ["Upgrade to Individual", "Upgrade to Professional", "Upgrade to Enterprise"]],
    ["individual", ["Upgrade to Professional", "Upgrade to Enterprise"]],
    ["professional", ["Upgrade to Enterprise"]],
    ["enterprise", []],
  ] as const)("[BILL-10] [BILL-11] [GAP-BILL-03] on %s offers only larger plans", (tier, expected) => {
    open({ subscriptionTier: tier });
    expect(offered()).toEqual(expected);
    if (expected.length === 0) expect(screen.queryByRole("heading", { name: "Upgrade" })).toBeNull();
  });

  it("[BILL-01] [BILL-02] [BILL-03] offers each larger plan with its price and limit", () => {
    open({ subscriptionTier: "free" });
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Individual $10/moup to 15 dogsUpgrade",
      "Professional $15/moup to 30 dogsUpgrade",
      "Enterprise $30/mo100+ dogsUpgrade",
    ]);
  });

  it("[GAP-BILL-02] [GAP-BILL-08] has neither bar nor warning if it has no limit", () => {
    open({ subscriptionTier: "enterprise", dogCount: 120 });
    expect(screen.getByText("120 dogs")).toBeTruthy();
    expect(screen.queryByRole("meter")).toBeNull();
    expect(screen.queryByText(/dog limit/iu)).toBeNull();
  });

  it("[GAP-BILL-17] shows no price and no upgrade on a self-hosted server", () => {
    open({ subscriptionTier: "self-hosted", isTestMode: null });
    const card = screen.getByRole("region", { name: "Self-hosted plan" });
    expect(card.textContent).not.toContain("$");
    expect(offered()).toEqual([]);
    expect(within(card).queryByText("Active")).toBeNull();
  });

  it("[GAP-BILL-17] offers no plans for payment if an operator grants plans", () => {
    open({ subscriptionTier: "free", isTestMode: null });
    expect(offered()).toEqual([]);
    expect(screen.getByText("For a larger plan, ask whoever runs this server.")).toBeTruthy();
  });

  it("[GAP-BILL-16] shows when it expires after a cancellation", () => {
    open({ subscriptionStatus: "canceled", worksUntil: JULY_15 });
    expect(screen.getByText("Canceled")).toBeTruthy();
    expect(screen.getByText("Expires: July 15, 2025")).toBeTruthy();
  });

  it("[GAP-BILL-10] shows until when it is valid while past due, and links to the payment", async () => {
    fakeConvex.mutation(PORTAL, () => ({ url: "https://pay.test/portal" }));
    const { user } = open({ subscriptionStatus: "past_due", worksUntil: JULY_15 });
    expect(screen.getByText("Past due")).toBeTruthy();
    expect(screen.getByText(/keeps working until July 15, 2025/u)).toBeTruthy();
    expect(offered()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Manage payment" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.test/portal"));
  });

  it("[GAP-BILL-10] says when it has ended, and that the dogs are kept", () => {
    open({ subscriptionTier: "free", subscriptionStatus: "past_due", stripeCustomerId: "cus_1" });
    expect(screen.getByText("The plan has ended")).toBeTruthy();
    expect(screen.getByText(/All your dogs and records are safe/u)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Manage payment" })).toBeTruthy();
  });

  it("changes at once when another session changes it", () => {
    open();
    act(() => fakeConvex.query(QUERY, () => makeSubscription({ subscriptionTier: "enterprise" })));
    expect(screen.getByRole("region", { name: "Enterprise plan" })).toBeTruthy();
  });
});

describe("the usage bar", () => {
  it.each([
    ["individual", 11, "green"],
    ["individual", 12, "amber"],
    ["individual", 13, "amber"],
    ["professional", 27, "red"],
    ["individual", 18, "red"],
  ] as const)(
    "[BILL-18] [BILL-19] [BILL-20] [BILL-21] [GAP-BILL-09] on %s with %i dogs is %s",
    (tier, dogCount, colour) => {
      open({ subscriptionTier: tier, dogCount });
      const bar = screen.getByRole("meter", { name: "Dogs on this plan" });
      expect(bar.dataset["colour"]).toBe(colour);
      expect(bar.getAttribute("aria-valuetext")).toBe(`${dogCount} of ${PLANS[tier].dogLimit} dogs`);
    },
  );

  it("[BILL-22] [BILL-23] [BILL-24] [BILL-25] warns from 80 percent on, and names the next plan", () => {
    open({ subscriptionTier: "professional", dogCount: 23 });
    expect(screen.queryByText(/dog limit/iu)).toBeNull();
    act(() => fakeConvex.query(QUERY, () => makeSubscription({ dogCount: 12 })));
    expect(screen.getByText("Approaching dog limit.").parentElement?.textContent).toBe(
      "Approaching dog limit. The Professional plan ($15/mo) has room for up to 30 dogs.",
    );
    act(() =>
      fakeConvex.query(QUERY, () => makeSubscription({ subscriptionTier: "professional", dogCount: 27 })),
    );
    expect(screen.getByText("Dog limit reached!")).toBeTruthy();
    expect(screen.getByText("3 dogs left")).toBeTruthy();
  });
});

describe("the Upgrade button", () => {
  it("[BILL-14] [BILL-16] [GAP-BILL-12] shows a waiting state until the browser leaves the page", async () => {
    let answer: (page: { url: string }) => void = () => undefined;
    fakeConvex.mutation(CHECKOUT, () => new Promise((resolve) => (answer = resolve)));
    const { user } = open({ subscriptionTier: "free" });
    await user.click(screen.getByRole("button", { name: "Upgrade to Enterprise" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Upgrading..." }).disabled).toBe(true);
    expect(offered()).toEqual(["Upgrade to Individual", "Upgrade to Professional"]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Upgrade to Individual" }).disabled).toBe(
      false,
    );
    expect(fakeConvex.callsOf(CHECKOUT)).toEqual([
      {
        kennelId: "kennel1",
        tier: "enterprise",
        successUrl: "https://studbook.test/k/kennel1/dashboard?checkout=success",
        cancelUrl: "https://studbook.test/k/kennel1/dashboard?checkout=cancelled",
      },
    ]);
    await act(async () => answer({ url: "https://pay.test/c" }));
    expect(assign).toHaveBeenCalledWith("https://pay.test/c");
    expect(screen.getByRole("button", { name: "Upgrading..." })).toBeTruthy();
  });

  it("[BILL-31] shows a message after a failure, and can be pressed again", async () => {
    fakeConvex.mutation(CHECKOUT, () => {
      throw new Error("down");
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Upgrade to Professional" }));
    expect(await screen.findByText("Failed to start upgrade process")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Upgrade to Professional" }).disabled).toBe(
      false,
    );
    expect(assign).not.toHaveBeenCalled();
  });
});

describe("the Manage button", () => {
  it("[BILL-13] is shown only to customers of the payment provider", () => {
    open({ stripeCustomerId: null });
    expect(screen.queryByRole("button", { name: "Manage" })).toBeNull();
    act(() => fakeConvex.query(QUERY, () => makeSubscription()));
    expect(screen.getByRole("button", { name: "Manage" })).toBeTruthy();
  });

  it("[BILL-15] opens the portal, which returns to the dashboard", async () => {
    fakeConvex.mutation(PORTAL, () => ({ url: "https://pay.test/p" }));
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Manage" }));
    expect(fakeConvex.callsOf(PORTAL)).toEqual([
      { kennelId: "kennel1", returnUrl: "https://studbook.test/k/kennel1/dashboard" },
    ]);
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.test/p"));
  });

  it("[BILL-32] shows a message after a failure", async () => {
    fakeConvex.mutation(PORTAL, () => {
      throw new Error("down");
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Manage" }));
    expect(await screen.findByText("Failed to open subscription management")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Manage" }).disabled).toBe(false);
  });
});

describe("the loading card", () => {
  it("[BILL-30] shows a message and Retry if loading fails", async () => {
    fakeConvex.query(QUERY, () => new Error("no"));
    const { user } = renderScreen(<SubscriptionCard />);
    expect(await screen.findByText("Failed to load subscription information")).toBeTruthy();
    const asked = fakeConvex.subscriptionsOf(QUERY).length;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(fakeConvex.subscriptionsOf(QUERY).length).toBeGreaterThan(asked));
  });
});

describe("the card for team members", () => {
  it.each(["manager", "staff", "viewer"] as const)(
    "[GAP-AUTH-03] shows the plan without controls to %s",
    (role) => {
      open({ stripeCustomerId: null }, { role });
      expect(screen.getByText("7 of 15 dogs")).toBeTruthy();
      expect(screen.queryAllByRole("button")).toEqual([]);
      expect(screen.getByText("The kennel's owner manages the plan.")).toBeTruthy();
    },
  );
});

describe("the return from a checkout", () => {
  const back = (changes: Partial<Subscription>, outcome: string) =>
    open(changes, { at: `/dashboard?checkout=${outcome}` });

  it("[GAP-BILL-11] waits for the requested plan, and says when it is active", async () => {
    sessionStorage.setItem("studbook.askedUpgrade", JSON.stringify({ tier: "professional" }));
    back({ subscriptionTier: "individual" }, "success");
    expect(screen.getByText("Thank you! Your plan is being changed...")).toBeTruthy();
    act(() => fakeConvex.query(QUERY, () => makeSubscription({ subscriptionTier: "professional" })));
    expect(await screen.findByText("You are on the Professional plan")).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/dashboard"));
    expect(screen.queryByText(/is being changed/u)).toBeNull();
  });

  it.each(["success", "cancelled"])(
    "[GAP-BILL-12] after %s, continues once with the action that needed the upgrade",
    async (outcome) => {
      const asked = { tier: "professional", goOnAt: "/dashboard/dogs?import=1" };
      sessionStorage.setItem("studbook.askedUpgrade", JSON.stringify(asked));
      back({ subscriptionTier: "professional" }, outcome);
      await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/dashboard/dogs?import=1"));
      expect(askedUpgrade()).toEqual({ tier: "professional", goOnAt: null });
    },
  );

  it.each(["{", '{"tier":"golden","goOnAt":"https://elsewhere.example/"}', '"professional"', "null"])(
    "stays on the dashboard if the tab has stored %s",
    async (kept) => {
      sessionStorage.setItem("studbook.askedUpgrade", kept);
      back({ subscriptionTier: "professional" }, "success");
      await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/dashboard"));
    },
  );

  it("[GAP-BILL-11] says after 30 seconds that the change takes longer", () => {
    vi.useFakeTimers();
    try {
      back({ subscriptionTier: "free" }, "success");
      act(() => void vi.advanceTimersByTime(29_999));
      expect(screen.queryByText("Your payment is on its way")).toBeNull();
      act(() => void vi.advanceTimersByTime(1));
      expect(screen.getByText("Your payment is on its way")).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it("[GAP-BILL-12] says after a canceled checkout that nothing was charged", async () => {
    back({ subscriptionTier: "free" }, "cancelled");
    expect(await screen.findByText("Checkout canceled. Nothing was charged.")).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/dashboard"));
  });
});
