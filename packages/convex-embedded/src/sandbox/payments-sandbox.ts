/**
 * Replaces the payment provider in a runtime without the provider's keys: its API for the application's own SDK,
 * its pages for users, and its signed webhooks. Requests and responses are those of fetch, so the sandbox runs the
 * same in a test and in a server. Nothing leaves this machine and no card is charged.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { decodeForm } from "./form-body.js";
import { callApi, errorBody, find, PaymentError } from "./payment-api.js";
import { PaymentLedger } from "./payment-ledger.js";
import { newId, type PaymentEvent, type PortalEntry, type Subscription } from "./payment-objects.js";
import { changePage, checkoutPage, gonePage, PAGES_PATH, portalPage } from "./payment-pages.js";
import { loadState, stateText, type PaymentState, type PaymentStore } from "./payment-state.js";

/** The SDK expects the API at this path. */
const API_PATH = "/v1/";

/** The waiting times after which an event that was not accepted is sent again. */
const RETRY_MS = [1000, 5000, 30_000, 300_000, 3_600_000];

export interface SandboxOptions {
  readonly store: PaymentStore;
  /** In milliseconds. */
  readonly now: () => number;
  readonly origin: () => string;
  /** Returns the HTTP status. */
  readonly send: (body: string, signature: string) => Promise<number>;
}

const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());

const redirect = (url: string): Response =>
  new Response(null, { status: 303, headers: { Location: url, "Cache-Control": "no-store" } });

export class PaymentsSandbox {
  readonly state: PaymentState;
  readonly #ledger: PaymentLedger;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;
  #saved: string | null = null;

  constructor(private readonly options: SandboxOptions) {
    this.#saved = options.store.load();
    this.state = loadState(this.#saved);
    this.#ledger = new PaymentLedger(this.state, this.#seconds, (event) => {
      this.state.outgoing[event.id] = event;
    });
    this.#save();
  }

  readonly #seconds = (): number => Math.floor(this.options.now() / 1000);

  #save(): void {
    const text = stateText(this.state, this.#seconds());
    // Most requests only read.
    if (text === this.#saved) return;
    this.options.store.save(text);
    this.#saved = text;
  }

  /** Null for a request that is neither for the API nor for a page. */
  async fetch(request: Request): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(API_PATH) && !pathname.startsWith(`${PAGES_PATH}/`)) return null;
    this.#ledger.catchUp();
    const response = pathname.startsWith(API_PATH)
      ? await this.#answerCall(request, pathname.slice(API_PATH.length))
      : await this.#answerPage(request, pathname.slice(PAGES_PATH.length + 1));
    this.#save();
    this.deliver();
    return response;
  }

  tick(): void {
    this.#ledger.catchUp();
    this.#save();
    this.deliver();
  }

  async #answerCall(request: Request, path: string): Promise<Response> {
    const json = (status: number, body: string, isReplayed = false) =>
      new Response(body, {
        status,
        headers: {
          "Content-Type": "application/json",
          "Request-Id": newId("req"),
          ...(isReplayed && { "Idempotent-Replayed": "true" }),
        },
      });
    if (!sameText(request.headers.get("Authorization") ?? "", `Bearer ${this.state.secretKey}`)) {
      return json(401, JSON.stringify(errorBody(new PaymentError(401, "Invalid API Key provided"))));
    }
    const text = request.method === "GET" ? new URL(request.url).search.slice(1) : await request.text();
    const asked = `${request.method} ${path} ${text}`;
    const key = request.method === "GET" ? "" : (request.headers.get("Idempotency-Key") ?? "");
    const known = key === "" ? undefined : find(this.state.answers, key);
    if (known && known.request !== asked) {
      const message = "Keys for idempotent requests can only be used with the same parameters.";
      return json(400, JSON.stringify(errorBody(new PaymentError(400, message), "idempotency_error")));
    }
    if (known) return json(known.status, known.body, true);
    const { status, body } = this.#call(request.method, path, text);
    if (key !== "") this.state.answers[key] = { request: asked, status, body, at: this.#seconds() };
    return json(status, body);
  }

  #call(method: string, path: string, text: string): { status: number; body: string } {
    try {
      const origin = `${this.options.origin()}${PAGES_PATH}`;
      const answer = callApi(this.#ledger, { method, path, form: decodeForm(text), origin });
      return { status: 200, body: JSON.stringify(answer) };
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      return { status: error.status, body: JSON.stringify(errorBody(error)) };
    }
  }

  async #answerPage(request: Request, path: string): Promise<Response> {
    const [kind = "", id = "", action = ""] = path.split("/");
    const isPost = request.method === "POST";
    if (!isPost && (request.method !== "GET" || action !== "")) return gonePage();
    if (kind === "checkout") return this.#checkout(id, isPost ? action : "show");
    if (kind === "portal")
      return this.#portal(id, isPost ? action : "show", isPost ? await request.text() : "");
    return gonePage();
  }

  #checkout(id: string, action: string): Response {
    const entry = find(this.state.checkouts, id);
    if (!entry) return gonePage();
    if (action === "pay" && entry.session.status === "open") {
      this.#ledger.pay(entry);
      return redirect(entry.session.success_url);
    }
    return checkoutPage(this.#ledger, entry, action === "decline");
  }

  /** The newest plan that has not ended, otherwise the newest. */
  #planOf(customer: string): Subscription | undefined {
    const all = Object.values(this.state.subscriptions).filter((each) => each.customer === customer);
    return all.filter(({ status }) => status !== "canceled").at(-1) ?? all.at(-1);
  }

  #portal(id: string, action: string, body: string): Response {
    const entry = find(this.state.portals, id);
    if (!entry) return gonePage();
    if (entry.change) return this.#change(entry, entry.change, action);
    const plan = this.#planOf(entry.session.customer);
    if (action === "show" || !plan) return portalPage(this.#ledger, entry, plan);
    this.#manage(entry, plan, action, body);
    return redirect(`${this.options.origin()}${PAGES_PATH}/portal/${id}`);
  }

  #change(entry: PortalEntry, change: NonNullable<PortalEntry["change"]>, action: string): Response {
    const plan = find(this.state.subscriptions, change.subscription);
    const price = find(this.state.prices, change.price);
    if (!plan || !price || plan.status !== "active") return gonePage();
    if (action !== "confirm") return changePage(this.#ledger, entry, plan, price);
    if (plan.cancel_at_period_end) this.#ledger.setEnding(plan, false);
    this.#ledger.change(plan, price);
    return redirect(change.returnUrl || entry.session.return_url);
  }

  #manage({ session }: PortalEntry, plan: Subscription, action: string, body: string): void {
    switch (action) {
      case "change": {
        const id = new URLSearchParams(body).get("price") ?? "";
        const allowed = find(this.state.configurations, session.configuration)?.prices ?? [];
        const price = allowed.includes(id) ? find(this.state.prices, id) : undefined;
        if (price) this.#ledger.change(plan, price);
        return;
      }
      case "cancel":
        return this.#ledger.setEnding(plan, true);
      case "resume":
        return this.#ledger.setEnding(plan, false);
      case "settle":
        return this.#ledger.settle(plan);
      case "fail":
        return this.#ledger.failPayment(plan);
      case "end":
        return this.#ledger.endNow(plan);
      default:
    }
  }

  readonly #underway = new Set<string>();

  /** Sends in parallel and in no fixed order, as the provider does. */
  deliver(): void {
    for (const event of Object.values(this.state.outgoing)) {
      if (!this.#underway.has(event.id)) void this.#deliverOne(event, 0);
    }
  }

  async #deliverOne(event: PaymentEvent, attempt: number): Promise<void> {
    this.#underway.add(event.id);
    const body = JSON.stringify(event);
    const status = await this.options.send(body, this.#sign(body)).catch(() => 0);
    if (this.#isClosed) return;
    if (status === 200) {
      delete this.state.outgoing[event.id];
      this.#underway.delete(event.id);
      this.#save();
      return;
    }
    const wait = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#deliverOne(event, attempt + 1);
    }, wait);
    timer.unref();
    this.#timers.add(timer);
  }

  #sign(body: string): string {
    const at = this.#seconds();
    const signature = createHmac("sha256", this.state.webhookSecret).update(`${at}.${body}`).digest("hex");
    return `t=${at},v1=${signature}`;
  }

  /** Events that have not arrived are sent after the next start. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
