/** The REST calls of billing, whose answers are not wrapped. Source: document 000 sections 3 and 7. */
import type { z as Zod } from "@hono/zod-openapi";
import { offerOf } from "../../../domain/billing/subscription";
import { PAID_TIERS, PLAN_TYPES, SUBSCRIPTION_STATUSES } from "../../../domain/constants/billing";
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  endpoint,
  jsonBody,
  refusal,
  REFUSALS,
  type Endpoint,
} from "../../platform/rest/contract";
import { kennelOrDefault, kennelReference } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const kennelQuery = z.object({ kennelId: kennelReference });

const dogLimitAnswer = z
  .object({
    canAddDog: z.boolean(),
    currentCount: z
      .number()
      .int()
      .openapi({ description: "Active and retired dogs of all kennels the owner has" }),
    limit: z.number().int().nullable().openapi({ description: "null when the plan holds any number" }),
    planType: z.enum(PLAN_TYPES),
  })
  .openapi("DogLimitCheck");

export const subscriptionAnswer = z
  .object({
    subscriptionTier: z.enum(PLAN_TYPES),
    subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES),
    dogCount: z.number().int(),
    dogLimit: z.number().int().nullable().openapi({ description: "null when the plan holds any number" }),
    currentPeriodEnd: z.iso
      .datetime()
      .nullable()
      .openapi({ description: "The next payment, or when a canceled plan ends; null without a paid plan" }),
    stripeCustomerId: z
      .string()
      .nullable()
      .openapi({ description: "null before the first checkout, and for whoever may not manage the plan" }),
    planInfo: z.object({ name: z.string(), priceFormatted: z.string().openapi({ example: "$15/mo" }) }),
  })
  .openapi("Subscription");

const planAnswer = z
  .object({
    tier: z.enum(PAID_TIERS),
    name: z.string(),
    price: z.number().openapi({ description: "US dollars a month", example: 15 }),
    priceFormatted: z.string().openapi({ example: "$15/mo" }),
    dogLimit: z.number().int().nullable(),
    features: z.array(z.string()),
  })
  .openapi("Plan");

export const addressAnswer = z
  .object({ url: z.url().openapi({ description: "Where to send the browser" }) })
  .openapi("PaymentPage");

export const PAYMENT_REFUSALS = { ...REFUSALS, 503: refusal("PAYMENT_UNAVAILABLE", "SERVER_BUSY") };

/** An address of this Studbook as a contract takes it. */
export const ownAddress = (example: string) =>
  z.url().max(2000).openapi({ description: "An address of this Studbook", example });

export const getDogLimitCheck = contract({
  operationId: "getDogLimitCheck",
  method: "get",
  path: "/billing/dog-limit-check",
  tags: ["Billing"],
  summary: "Say whether the kennel's plan has room for another dog",
  "x-permission": "signed in",
  request: { query: kennelQuery },
  responses: { 200: answer(dogLimitAnswer, "The check"), ...REFUSALS },
});

export const getSubscription = contract({
  operationId: "getSubscription",
  method: "get",
  path: "/billing/subscription",
  tags: ["Billing"],
  summary: "Describe the plan that the kennel stands on",
  "x-permission": "signed in",
  request: { query: kennelQuery },
  responses: { 200: answer(subscriptionAnswer, "The plan"), ...REFUSALS },
});

export const listPlans = contract({
  operationId: "listPlans",
  method: "get",
  path: "/billing/plans",
  tags: ["Billing"],
  summary: "List the plans that can be paid for",
  "x-permission": "anybody",
  responses: { 200: answer(z.array(planAnswer), "The plans, the smallest first") },
});

export const startCheckout = contract({
  operationId: "startCheckout",
  method: "post",
  path: "/billing/checkout/{tier}",
  tags: ["Billing"],
  summary: "Open the page on which the owner pays for a tier, or confirms the change to it",
  "x-permission": "signed in",
  request: {
    query: kennelQuery,
    params: z.object({
      tier: z
        .string()
        .openapi({ param: { name: "tier", in: "path" }, enum: [...PAID_TIERS], example: "professional" }),
    }),
    body: jsonBody(
      z.object({
        successUrl: ownAddress("https://kennel.example.com/dashboard?checkout=success"),
        cancelUrl: ownAddress("https://kennel.example.com/dashboard?checkout=cancelled"),
      }),
      {
        successUrl: "https://kennel.example.com/dashboard?checkout=success",
        cancelUrl: "https://kennel.example.com/dashboard?checkout=cancelled",
      },
    ),
  },
  responses: { 201: answer(addressAnswer, "The page"), ...PAYMENT_REFUSALS },
});

export const openPortal = contract({
  operationId: "openPortal",
  method: "post",
  path: "/billing/portal",
  tags: ["Billing"],
  summary: "Open the page on which the owner manages the plan",
  "x-permission": "signed in",
  request: {
    query: kennelQuery,
    body: jsonBody(z.object({ returnUrl: ownAddress("https://kennel.example.com/dashboard") }), {
      returnUrl: "https://kennel.example.com/dashboard",
    }),
  },
  responses: { 201: answer(addressAnswer, "The page"), ...PAYMENT_REFUSALS },
});

/** Makes the REST answer of a plan. */
export function toSubscriptionAnswer({
  worksUntil: _worksUntil,
  isTestMode: _isTestMode,
  currentPeriodEnd: end,
  ...shown
}: typeof api.billing.billing.subscription._returnType): Zod.input<typeof subscriptionAnswer> {
  return { ...shown, currentPeriodEnd: end === null ? null : new Date(end).toISOString() };
}

export const billingEndpoints: Endpoint[] = [
  endpoint(getDogLimitCheck, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    return c.json(await c.env.runQuery(api.billing.billing.dogLimitCheck, { kennelId }), 200);
  }),
  endpoint(getSubscription, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    return c.json(
      toSubscriptionAnswer(await c.env.runQuery(api.billing.billing.subscription, { kennelId })),
      200,
    );
  }),
  endpoint(listPlans, (c) => c.json(PAID_TIERS.map(offerOf), 200)),
  endpoint(startCheckout, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    const { tier } = c.req.valid("param");
    const args = { kennelId, tier, ...c.req.valid("json") };
    return c.json(await c.env.runAction(api.billing.actions.payments.startCheckout, args), 201);
  }),
  endpoint(openPortal, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    const { returnUrl } = c.req.valid("json");
    return c.json(
      await c.env.runAction(api.billing.actions.payments.openPortal, { kennelId, returnUrl }),
      201,
    );
  }),
];
