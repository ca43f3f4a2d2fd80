/**
 * Replaces Stripe by the payments sandbox in tests of functions. The application's own SDK calls the sandbox. The
 * events that the sandbox sends wait until a test delivers them, in any order and any number of times.
 */
import Stripe from "stripe";
import { vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { PaidTier } from "../../domain/billing/rules";
import { PAGES_PATH } from "../../packages/convex-embedded/src/sandbox/payment-pages";
import { PaymentsSandbox } from "../../packages/convex-embedded/src/sandbox/payments-sandbox";
import { startTeam, type Deployment, type Person, type Team } from "./backend";

const API_ORIGIN = "http://payments.test";

export const WEBHOOK_PATH = "/api/billing/webhook";

interface SentEvent {
  readonly body: string;
  readonly signature: string;
}

export async function sendEvent(deployment: Deployment, body: string, signature: string): Promise<number> {
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
  return (await deployment.fetch(WEBHOOK_PATH, { method: "POST", body, headers })).status;
}

/** Afterwards the test must restore environment variables and globals. */
export function startPayments(
  deployment: Deployment,
  { origin = "https://studbook.test", now = Date.now }: { origin?: string; now?: () => number } = {},
) {
  let kept: string | null = null;
  const sent: SentEvent[] = [];
  const sandbox = new PaymentsSandbox({
    store: { load: () => kept, save: (text) => void (kept = text) },
    now,
    origin: () => origin,
    send: async (body, signature) => {
      sent.push({ body, signature });
      return 200;
    },
  });
  const calls: string[] = [];
  let isDown = false;
  vi.stubEnv("STRIPE_SECRET_KEY", sandbox.state.secretKey);
  vi.stubEnv("STRIPE_WEBHOOK_SECRET", sandbox.state.webhookSecret);
  vi.stubEnv("STRIPE_API_URL", API_ORIGIN);
  vi.stubEnv("STUDBOOK_ORIGIN", origin);
  vi.stubGlobal("fetch", async (url: string | URL, init?: RequestInit) => {
    const request = new Request(url, init);
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    if (isDown) return new Response("{}", { status: 400, headers: { "Content-Type": "application/json" } });
    return (await sandbox.fetch(request)) ?? new Response(null, { status: 404 });
  });
  const press = async (url: string, action: string, body = "") => {
    const answer = await sandbox.fetch(new Request(`${url}/${action}`, { method: "POST", body }));
    if (!answer) throw new Error(`${url} is no page of the sandbox`);
    return answer;
  };
  const successUrl = `${origin}/dashboard?checkout=success`;
  const cancelUrl = `${origin}/dashboard?checkout=cancelled`;
  const checkout = async (person: Person, kennelId: string, tier: string): Promise<string> => {
    const args = { kennelId, tier, successUrl, cancelUrl };
    return (await person.as.action(api.billing.actions.payments.startCheckout, args)).url;
  };
  const portal = async (person: Person, kennelId: string): Promise<string> => {
    const args = { kennelId, returnUrl: `${origin}/dashboard` };
    return (await person.as.action(api.billing.actions.payments.openPortal, args)).url;
  };
  /** In order. */
  const deliver = async (): Promise<void> => {
    for (const { body, signature } of sent.splice(0)) await sendEvent(deployment, body, signature);
  };
  return {
    sandbox,
    /** The calls of the API, as `METHOD path`. */
    calls,
    /** The undelivered events. */
    sent,
    pagesUrl: `${origin}${PAGES_PATH}`,
    checkout,
    portal,
    press,
    deliver,
    setDown: (value: boolean) => void (isDown = value),
    /** Pays for a tier, or confirms the change to it, and delivers the events. */
    subscribe: async (person: Person, kennelId: string, tier: PaidTier): Promise<void> => {
      const url = await checkout(person, kennelId, tier);
      await press(url, url.includes("/checkout/") ? "pay" : "confirm");
      await deliver();
    },
    /** Uses the SDK's own helper for tests. */
    sign: (payload: string, options: { secret?: string; timestamp?: number } = {}): string =>
      Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: options.secret ?? sandbox.state.webhookSecret,
        ...(options.timestamp !== undefined && { timestamp: options.timestamp }),
      }),
  };
}

export type Payments = ReturnType<typeof startPayments>;

interface PaidTeamOptions {
  /** The time of the stopped clock. */
  readonly now: number;
  readonly origin?: string;
  readonly toFake?: ("Date" | "setTimeout" | "clearTimeout")[];
}

/** The team's payments go to a sandbox, and the clock is stopped. Each test must call `endPayments` at its end. */
export async function startPaidTeam({
  now,
  toFake = ["Date"],
  ...options
}: PaidTeamOptions): Promise<{ team: Team; payments: Payments }> {
  vi.useFakeTimers({ toFake, now });
  const team = await startTeam();
  return { team, payments: startPayments(team.deployment, options) };
}

export function endPayments(): void {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
}
