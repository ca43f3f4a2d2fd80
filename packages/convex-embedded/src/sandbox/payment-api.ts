/**
 * The part of the provider's API that an application selling monthly plans calls, with its errors, its idempotency
 * keys and its lists. Anything else gets the provider's response to an unknown address.
 */
import { fieldsAt, textAt, type FormObject } from "./form-body.js";
import type { PaymentLedger } from "./payment-ledger.js";
import {
  newId,
  type CheckoutEntry,
  type ConfigurationEntry,
  type PortalEntry,
  type Price,
  type Subscription,
} from "./payment-objects.js";

const CHECKOUT_SECONDS = 86_400;

export class PaymentError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | null = null,
    readonly param: string | null = null,
  ) {
    super(message);
  }
}

/** The id comes from outside, so inherited properties are ignored. */
export const find = <T>(entries: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(entries, id) ? entries[id] : undefined;

const missing = (what: string, id: string, param: string, status = 400): PaymentError =>
  new PaymentError(status, `No such ${what}: '${id}'`, "resource_missing", param);

function required(form: FormObject, ...path: (string | number)[]): string {
  const text = textAt(form, ...path);
  if (text !== "") return text;
  throw new PaymentError(
    400,
    `Missing required param: ${path.join(".")}.`,
    "parameter_missing",
    path.join("."),
  );
}

const list = (url: string, data: readonly object[]) => ({ object: "list", url, has_more: false, data });

type Route = (ledger: PaymentLedger, form: FormObject, id: string, origin: string) => object;

function customerIn(ledger: PaymentLedger, form: FormObject): string {
  const id = required(form, "customer");
  if (!find(ledger.state.customers, id)) throw missing("customer", id, "customer");
  return id;
}

function priceIn(ledger: PaymentLedger, id: string, param: string): Price {
  return (
    find(ledger.state.prices, id) ??
    (() => {
      throw missing("price", id, param);
    })()
  );
}

const createCustomer: Route = ({ state, now }, form) => {
  const id = newId("cus");
  return (state.customers[id] = {
    id,
    object: "customer",
    created: now(),
    email: textAt(form, "email") || null,
    name: textAt(form, "name") || null,
    livemode: false,
    metadata: fieldsAt(form, "metadata"),
  });
};

const createProduct: Route = ({ state, now }, form) => {
  const id = textAt(form, "id") || newId("prod");
  if (find(state.products, id)) {
    throw new PaymentError(400, "Product already exists.", "resource_already_exists", "id");
  }
  return (state.products[id] = {
    id,
    object: "product",
    active: true,
    created: now(),
    livemode: false,
    name: required(form, "name"),
    metadata: fieldsAt(form, "metadata"),
  });
};

const createPrice: Route = ({ state, now }, form) => {
  const product = required(form, "product");
  if (!find(state.products, product)) throw missing("product", product, "product");
  if (textAt(form, "recurring", "interval") !== "month") {
    throw new PaymentError(400, "Only monthly prices are sold here.", null, "recurring[interval]");
  }
  const lookupKey = textAt(form, "lookup_key") || null;
  for (const other of Object.values(state.prices)) {
    if (lookupKey !== null && other.lookup_key === lookupKey) other.lookup_key = null;
  }
  const id = newId("price");
  return (state.prices[id] = {
    id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: now(),
    currency: required(form, "currency"),
    livemode: false,
    lookup_key: lookupKey,
    metadata: fieldsAt(form, "metadata"),
    product,
    recurring: { interval: "month", interval_count: 1, usage_type: "licensed" },
    type: "recurring",
    unit_amount: Number(required(form, "unit_amount")),
  });
};

const listPrices: Route = ({ state }, form) => {
  const keys = Object.values(fieldsAt(form, "lookup_keys"));
  const prices = Object.values(state.prices);
  return list(
    "/v1/prices",
    keys.length === 0 ? prices : prices.filter(({ lookup_key: key }) => key !== null && keys.includes(key)),
  );
};

const createCheckout: Route = (ledger, form, _id, origin) => {
  if (required(form, "mode") !== "subscription") {
    throw new PaymentError(400, "Only subscriptions are sold here.", null, "mode");
  }
  const price = priceIn(ledger, required(form, "line_items", 0, "price"), "line_items[0][price]");
  const id = newId("cs_test");
  const created = ledger.now();
  const data = form["subscription_data"];
  const entry: CheckoutEntry = {
    price: price.id,
    subscriptionMetadata:
      typeof data === "object" && !Array.isArray(data) ? fieldsAt(data as FormObject, "metadata") : {},
    session: {
      id,
      object: "checkout.session",
      amount_total: price.unit_amount,
      cancel_url: required(form, "cancel_url"),
      client_reference_id: textAt(form, "client_reference_id") || null,
      created,
      currency: price.currency,
      customer: customerIn(ledger, form),
      expires_at: created + CHECKOUT_SECONDS,
      livemode: false,
      metadata: fieldsAt(form, "metadata"),
      mode: "subscription",
      payment_status: "unpaid",
      status: "open",
      subscription: null,
      success_url: required(form, "success_url"),
      url: `${origin}/checkout/${id}`,
    },
  };
  ledger.state.checkouts[id] = entry;
  return entry.session;
};

function checkoutOf({ state }: PaymentLedger, id: string): CheckoutEntry {
  const entry = find(state.checkouts, id);
  if (!entry) throw missing("checkout.session", id, "session", 404);
  return entry;
}

const listCheckouts: Route = ({ state }, form) => {
  const [customer, status] = [textAt(form, "customer"), textAt(form, "status")];
  const sessions = Object.values(state.checkouts).map(({ session }) => session);
  return list(
    "/v1/checkout/sessions",
    sessions
      .filter((session) => customer === "" || session.customer === customer)
      .filter((session) => status === "" || session.status === status)
      .reverse(),
  );
};

const expireCheckout: Route = (ledger, _form, id) => {
  const entry = checkoutOf(ledger, id);
  if (entry.session.status !== "open") {
    throw new PaymentError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
  }
  ledger.expire(entry);
  return entry.session;
};

const createConfiguration: Route = ({ state, now }, form) => {
  const products = form["features"];
  const prices: string[] = [];
  for (
    let product = 0;
    textAt(products, "subscription_update", "products", product, "product") !== "";
    product += 1
  ) {
    for (let price = 0; ; price += 1) {
      const id = textAt(products, "subscription_update", "products", product, "prices", price);
      if (id === "") break;
      prices.push(id);
    }
  }
  const id = newId("bpc");
  const entry: ConfigurationEntry = {
    prices,
    configuration: {
      id,
      object: "billing_portal.configuration",
      active: true,
      created: now(),
      is_default: false,
      livemode: false,
      metadata: fieldsAt(form, "metadata"),
    },
  };
  state.configurations[id] = entry;
  return entry.configuration;
};

const listConfigurations: Route = ({ state }) =>
  list(
    "/v1/billing_portal/configurations",
    Object.values(state.configurations).map(({ configuration }) => configuration),
  );

function changeIn(ledger: PaymentLedger, form: FormObject): PortalEntry["change"] {
  const type = textAt(form, "flow_data", "type");
  if (type === "") return null;
  if (type !== "subscription_update_confirm") {
    throw new PaymentError(400, `The flow ${type} is not served here.`, null, "flow_data[type]");
  }
  const confirm = ["flow_data", "subscription_update_confirm"] as const;
  const subscription = required(form, ...confirm, "subscription");
  if (!find(ledger.state.subscriptions, subscription))
    throw missing("subscription", subscription, "subscription");
  return {
    subscription,
    price: priceIn(ledger, required(form, ...confirm, "items", 0, "price"), "price").id,
    returnUrl: textAt(form, "flow_data", "after_completion", "redirect", "return_url"),
  };
}

const createPortal: Route = (ledger, form, _id, origin) => {
  const configuration = required(form, "configuration");
  if (!find(ledger.state.configurations, configuration)) {
    throw missing("configuration", configuration, "configuration");
  }
  const id = newId("bps");
  const entry: PortalEntry = {
    change: changeIn(ledger, form),
    session: {
      id,
      object: "billing_portal.session",
      configuration,
      created: ledger.now(),
      customer: customerIn(ledger, form),
      livemode: false,
      return_url: required(form, "return_url"),
      url: `${origin}/portal/${id}`,
    },
  };
  ledger.state.portals[id] = entry;
  return entry.session;
};

/** Includes the newest invoice if the request asks for it. */
const expanded = ({ state }: PaymentLedger, subscription: Subscription, form: FormObject): object =>
  Object.values(fieldsAt(form, "expand")).some((path) => path.endsWith("latest_invoice"))
    ? { ...subscription, latest_invoice: find(state.invoices, subscription.latest_invoice ?? "") ?? null }
    : subscription;

const listSubscriptions: Route = (ledger, form) => {
  const customer = customerIn(ledger, form);
  const status = textAt(form, "status");
  const found = Object.values(ledger.state.subscriptions)
    .filter((subscription) => subscription.customer === customer)
    .filter((subscription) => status === "all" || subscription.status === (status || subscription.status))
    .filter((subscription) => status !== "" || subscription.status !== "canceled")
    .reverse();
  return list(
    "/v1/subscriptions",
    found.map((subscription) => expanded(ledger, subscription, form)),
  );
};

const updateSubscription: Route = (ledger, form, id) => {
  const subscription = find(ledger.state.subscriptions, id);
  if (!subscription) throw missing("subscription", id, "id", 404);
  const isEnding = textAt(form, "cancel_at_period_end");
  if (isEnding !== "") ledger.setEnding(subscription, isEnding === "true");
  return expanded(ledger, subscription, form);
};

const ROUTES: readonly (readonly [method: string, path: RegExp, route: Route])[] = [
  ["POST", /^customers$/, createCustomer],
  ["POST", /^products$/, createProduct],
  ["POST", /^prices$/, createPrice],
  ["GET", /^prices$/, listPrices],
  ["POST", /^checkout\/sessions$/, createCheckout],
  ["GET", /^checkout\/sessions$/, listCheckouts],
  ["POST", /^checkout\/sessions\/([^/]+)\/expire$/, expireCheckout],
  ["POST", /^billing_portal\/configurations$/, createConfiguration],
  ["GET", /^billing_portal\/configurations$/, listConfigurations],
  ["POST", /^billing_portal\/sessions$/, createPortal],
  ["GET", /^subscriptions$/, listSubscriptions],
  ["POST", /^subscriptions\/([^/]+)$/, updateSubscription],
];

/** `path` has no `/v1/`. Throws PaymentError. */
export function callApi(
  ledger: PaymentLedger,
  call: { method: string; path: string; form: FormObject; origin: string },
): object {
  for (const [method, path, route] of ROUTES) {
    const match = path.exec(call.path);
    if (method === call.method && match) return route(ledger, call.form, match[1] ?? "", call.origin);
  }
  throw new PaymentError(404, `Unrecognized request URL (${call.method}: /v1/${call.path}).`);
}

export const errorBody = (
  { message, code, param }: PaymentError,
  type = "invalid_request_error",
): object => ({
  error: { type, message, ...(code !== null && { code }), ...(param !== null && { param }) },
});
