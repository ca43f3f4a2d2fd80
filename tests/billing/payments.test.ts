/** Tests payment without keys, on the runtime as a separate process. */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const TODAY = "2026-11-21";
const WAIT = { timeout: 10_000 };

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "convex", accounts: true, payments: true });
});
afterAll(async () => await runtime?.stop());

interface Owner {
  readonly who: SignedIn;
  readonly kennelId: Id<"kennels">;
}

async function newOwner(name: string): Promise<Owner> {
  const who = await register(runtime.origin, person(name));
  return { who, kennelId: await firstKennelId(who) };
}

const planOf = async ({ who, kennelId }: Owner) =>
  (await who.client.query(api.billing.billing.subscription, { kennelId })).subscriptionTier;

async function openCheckout({ who, kennelId }: Owner, tier: string): Promise<string> {
  const { url } = await who.client.action(api.billing.actions.payments.startCheckout, {
    kennelId,
    tier,
    successUrl: `${runtime.origin}/dashboard?checkout=success`,
    cancelUrl: `${runtime.origin}/dashboard?checkout=cancelled`,
  });
  return url;
}

const press = async (url: string, action: string) =>
  await fetch(`${url}/${action}`, { method: "POST", redirect: "manual" });

async function pay(owner: Owner, tier: string): Promise<void> {
  const url = await openCheckout(owner, tier);
  await press(url, url.includes("/checkout/") ? "pay" : "confirm");
  await expect.poll(async () => await planOf(owner), WAIT).toBe(tier);
}

const addDog = async ({ who, kennelId }: Owner, name: string) =>
  await who.client.mutation(api.dogs.dogs.create, {
    kennelId,
    name,
    breed: "Beagle",
    gender: "female",
    today: TODAY,
  });

describe("payment without keys", () => {
  it("[GAP-BILL-17] changes the tier after Upgrade, live in a second window, and back after cancellation", async () => {
    const owner = await newOwner("Paula");
    const seen: string[] = [];
    const second = new ConvexClient(runtime.origin);
    second.setAuth(async () => owner.who.token);
    second.onUpdate(api.billing.billing.subscription, { kennelId: owner.kennelId }, (info) => {
      seen.push(`${info.subscriptionTier} ${info.subscriptionStatus}`);
    });
    await expect.poll(() => seen, WAIT).toEqual(["free active"]);

    const url = await openCheckout(owner, "individual");
    expect(await (await fetch(url)).text()).toContain("Test mode: no card is charged");
    const paid = await press(url, "pay");
    expect([paid.status, paid.headers.get("location")]).toEqual([
      303,
      `${runtime.origin}/dashboard?checkout=success`,
    ]);
    await expect.poll(() => seen.at(-1), WAIT).toBe("individual active");

    await pay(owner, "professional");
    await expect.poll(() => seen.at(-1), WAIT).toBe("professional active");

    const portal = await owner.who.client.action(api.billing.actions.payments.openPortal, {
      kennelId: owner.kennelId,
      returnUrl: `${runtime.origin}/dashboard`,
    });
    await press(portal.url, "cancel");
    await expect.poll(() => seen.at(-1), WAIT).toBe("professional canceled");
    await second.close();
  });

  it("stores its keys and plans in a file of the data folder that only its owner can read, and not in the log", () => {
    const file = path.join(runtime.data, "payments-sandbox.json");
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { secretKey, webhookSecret } = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    expect(secretKey).toMatch(/^sk_test_sandbox_/);
    expect(runtime.errors()).not.toContain(secretKey);
    expect(runtime.errors()).not.toContain(webhookSecret);
  });

  it("serves its API only with the key, and never through a proxy", async () => {
    const call = async (headers: Record<string, string>) =>
      (await fetch(`${runtime.origin}/v1/subscriptions?customer=cus_1`, { headers })).status;
    expect(await call({ Authorization: "Bearer sk_test_guess" })).toBe(401);
    expect(await call({ "X-Forwarded-For": "203.0.113.9" })).toBe(404);
  });

  it("refuses an unsigned webhook, and one that is too long", async () => {
    const send = async (body: string, signature: string) =>
      (
        await fetch(`${runtime.origin}/api/billing/webhook`, {
          method: "POST",
          body,
          headers: { "Stripe-Signature": signature },
        })
      ).status;
    const now = Math.floor(Date.now() / 1000);
    expect(await send("{}", `t=${now},v1=${"0".repeat(64)}`)).toBe(400);
    expect(await send("{}", "")).toBe(400);
    expect(await send("x".repeat(600 * 1024), `t=${now},v1=${"0".repeat(64)}`)).toBe(413);
  });
});

describe("the limit of dogs", () => {
  it("[BILL-04] [GAP-BILL-06] is never exceeded by several browsers that add dogs at the same time", async () => {
    const owner = await newOwner("Petra");
    await pay(owner, "individual");
    // A client sends its mutations one after the other, so each window has its own client.
    const windows = Array.from({ length: 6 }, (): Owner => {
      const client = new ConvexHttpClient(runtime.origin, { logger: false });
      client.setAuth(owner.who.token);
      return { ...owner, who: { ...owner.who, client } };
    });
    const outcomes = await Promise.allSettled(
      windows.flatMap((window, index) =>
        Array.from({ length: 4 }, async (_, turn) => await addDog(window, `Dog ${index} ${turn}`)),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(String(outcome.reason)).toContain("DOG_LIMIT_REACHED");
    }
    expect(
      await owner.who.client.query(api.billing.billing.dogLimitCheck, { kennelId: owner.kennelId }),
    ).toEqual({
      canAddDog: false,
      currentCount: 15,
      limit: 15,
      planType: "individual",
    });
  });
});
