/**
 * The pages of the payments sandbox: the checkout, the portal and the confirmation of a change. Each says at the
 * top that no card is charged. They work without scripts, and every button posts a form.
 */
import { inlineSource } from "../http/inline-source.js";
import type { PaymentLedger } from "./payment-ledger.js";
import { itemOf } from "./payment-ledger.js";
import { find } from "./payment-api.js";
import type { CheckoutEntry, PortalEntry, Price, Subscription } from "./payment-objects.js";

export const PAGES_PATH = "/api/sandbox/payments";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

const STYLE = `:root{color-scheme:light dark;--page:#f4f1ea;--card:#fffdf9;--ink:#20262b;--faint:#565e64;--line:#d9d2c4;--go:#1f5a42;--on:#fff;--mark:#7a4b00;--mark-soft:#fdf1d7}
@media (prefers-color-scheme:dark){:root{--page:#14191c;--card:#1d2427;--ink:#eeebe4;--faint:#b3bbb8;--line:#39443f;--go:#8fd3ae;--on:#0f1f18;--mark:#f3cf87;--mark-soft:#33290f}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,"Helvetica Neue",Arial,sans-serif}
.mode{margin:0;padding:.6rem 1rem;background:var(--mark-soft);color:var(--mark);text-align:center;font-weight:600}
main{width:min(30rem,calc(100vw - 2rem));margin:2rem auto;padding:1.75rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
h1{margin:0;font-size:1.4rem;line-height:1.25;overflow-wrap:anywhere}h2{margin:1.75rem 0 .5rem;font-size:1rem}p{margin:.25rem 0 0;color:var(--faint)}.next{margin-top:.75rem}
.sum{display:flex;justify-content:space-between;gap:1rem;margin:1.25rem 0 0;padding:.9rem 0;border-block:1px solid var(--line)}.sum b{font-variant-numeric:tabular-nums;white-space:nowrap}
form{margin:.75rem 0 0}button,a.button{display:block;width:100%;min-height:2.9rem;padding:.6rem 1rem;border:1px solid var(--line);border-radius:7px;background:transparent;color:var(--ink);font:inherit;font-weight:600;line-height:1.4;text-align:center;text-decoration:none;cursor:pointer}
button.go{border-color:var(--go);background:var(--go);color:var(--on)}button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--go);outline-offset:2px}
details{margin-top:1.75rem;border-top:1px solid var(--line);padding-top:.9rem}summary{cursor:pointer;color:var(--faint)}
ul{margin:0;padding:0;list-style:none}li{display:flex;justify-content:space-between;gap:1rem;padding:.4rem 0;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
.note{margin:1rem 0 0;padding:.7rem .9rem;border-radius:7px;background:var(--mark-soft);color:var(--mark)}`;

const STYLE_SOURCE = inlineSource(STYLE);

/** The page's forms may lead back to `backTo`. */
export function page(title: string, inside: string, backTo: readonly string[] = [], status = 200): Response {
  const origins = backTo.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${STYLE}</style></head><body><header class="mode">Test mode: no card is charged</header><main><h1>${escape(title)}</h1>${inside}</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": `default-src 'none'; style-src ${STYLE_SOURCE}; form-action 'self' ${[...new Set(origins)].join(" ")}; frame-ancestors 'none'; base-uri 'none'`,
    },
  });
}

const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100);

const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

const button = (
  action: string,
  label: string,
  options: { isMain?: boolean; name?: string; value?: string } = {},
) =>
  `<form method="post" action="${action}">${
    options.name ? `<input type="hidden" name="${options.name}" value="${escape(options.value ?? "")}">` : ""
  }<button${options.isMain ? ' class="go"' : ""}>${escape(label)}</button></form>`;

const link = (url: string, label: string): string =>
  `<p class="next"><a class="button" href="${escape(url)}">${escape(label)}</a></p>`;

/** After a post the browser may show a page under another address, so forms contain the whole path. */
const portalPath = ({ session }: PortalEntry): string => `${PAGES_PATH}/portal/${session.id}`;

const sum = (label: string, amount: string): string =>
  `<div class="sum"><span>${escape(label)}</span><b>${escape(amount)}</b></div>`;

const nameOf = ({ state }: PaymentLedger, price: Price): string =>
  find(state.products, price.product)?.name ?? "";

const perMonth = ({ unit_amount, currency }: Price): string => `${money(unit_amount, currency)} a month`;

export const gonePage = (): Response =>
  page(
    "This page has expired",
    "<p>Go back to where you came from and open it again from there.</p>",
    [],
    404,
  );

export function checkoutPage(
  ledger: PaymentLedger,
  { session, price: id }: CheckoutEntry,
  isDeclined: boolean,
) {
  const price = find(ledger.state.prices, id);
  if (session.status !== "open" || !price) return gonePage();
  const at = `${PAGES_PATH}/checkout/${session.id}`;
  return page(
    `Subscribe to ${nameOf(ledger, price)}`,
    [
      `<p>${escape(perMonth(price))}, until you cancel.</p>`,
      isDeclined ? '<p class="note" role="alert">The card was declined. Nothing was paid.</p>' : "",
      sum("Due today", money(price.unit_amount, price.currency)),
      button(`${at}/pay`, `Pay ${money(price.unit_amount, price.currency)}`, { isMain: true }),
      button(`${at}/decline`, "Pay with a card that is declined"),
      link(session.cancel_url, "Go back without paying"),
    ].join(""),
    [session.success_url, session.cancel_url],
  );
}

function standing(subscription: Subscription): string {
  const { current_period_end: end, price } = itemOf(subscription);
  switch (subscription.status) {
    case "active":
      return subscription.cancel_at_period_end
        ? `Ends on ${day(end)}. You are not charged again.`
        : `${perMonth(price)}. The next payment is on ${day(end)}.`;
    case "past_due":
      return `The last payment of ${money(price.unit_amount, price.currency)} failed.`;
    case "canceled":
      return `Ended on ${day(subscription.ended_at ?? end)}.`;
    default:
      return subscription.status satisfies never;
  }
}

function choices(ledger: PaymentLedger, entry: PortalEntry, subscription: Subscription): string {
  const { session } = entry;
  const allowed = find(ledger.state.configurations, session.configuration)?.prices ?? [];
  const { price: current } = itemOf(subscription);
  return allowed
    .flatMap((id) => find(ledger.state.prices, id) ?? [])
    .filter((price) => price.id !== current.id)
    .map((price) =>
      button(`${portalPath(entry)}/change`, `Change to ${nameOf(ledger, price)} (${perMonth(price)})`, {
        name: "price",
        value: price.id,
      }),
    )
    .join("");
}

function controls(ledger: PaymentLedger, entry: PortalEntry, subscription: Subscription): string {
  const at = portalPath(entry);
  if (subscription.status === "canceled") return "";
  if (subscription.status === "past_due") return button(`${at}/settle`, "Pay what is owed", { isMain: true });
  if (subscription.cancel_at_period_end) return button(`${at}/resume`, "Keep the plan", { isMain: true });
  return [
    choices(ledger, entry, subscription),
    button(`${at}/cancel`, "Cancel the plan"),
    `<details><summary>Try what else can happen</summary>${button(`${at}/fail`, "Let a payment fail")}${button(`${at}/end`, "End the plan at once")}</details>`,
  ].join("");
}

function invoices({ state }: PaymentLedger, customer: string): string {
  const rows = Object.values(state.invoices)
    .filter((invoice) => invoice.customer === customer)
    .reverse()
    .slice(0, 24)
    .map(
      ({ created, status, amount_due, currency }) =>
        `<li><span>${escape(day(created))}</span><span>${escape(`${money(amount_due, currency)} ${status}`)}</span></li>`,
    );
  return rows.length === 0 ? "" : `<h2>Invoices</h2><ul>${rows.join("")}</ul>`;
}

export function portalPage(
  ledger: PaymentLedger,
  entry: PortalEntry,
  subscription: Subscription | undefined,
) {
  const { session } = entry;
  const inside = subscription
    ? `<p>${escape(standing(subscription))}</p>${controls(ledger, entry, subscription)}`
    : "<p>You have no plan.</p>";
  return page(
    subscription ? nameOf(ledger, itemOf(subscription).price) : "Your plan",
    `${inside}${invoices(ledger, session.customer)}${link(session.return_url, "Go back")}`,
    [session.return_url],
  );
}

export function changePage(
  ledger: PaymentLedger,
  entry: PortalEntry,
  subscription: Subscription,
  price: Price,
) {
  const { session } = entry;
  const cost = ledger.costOfChange(subscription, price);
  const from = nameOf(ledger, itemOf(subscription).price);
  return page(
    `Change to ${nameOf(ledger, price)}`,
    [
      `<p>From ${escape(from)}. ${escape(perMonth(price))} from ${escape(day(itemOf(subscription).current_period_end))} on.</p>`,
      sum(
        cost < 0 ? "Credit for the rest of the month" : "Due today, for the rest of the month",
        money(Math.abs(cost), price.currency),
      ),
      button(`${portalPath(entry)}/confirm`, "Confirm", { isMain: true }),
      link(session.return_url, "Go back without changing"),
    ].join(""),
    [session.return_url],
  );
}
