/** The REST calls of billing. Their results are not wrapped. Source: document 000 sections 3 and 7. */
import type { z as Zod } from "@hono/zod-openapi";
import { offerOf } from "../../../domain/billing/subscription";
import { PAID_TIERS, PLAN_TYPES, SUBSCRIPTION_STATUSES } from "../../../domain/billing/rules";
import { api } from "../../_generated/api";
import { jsonBody, plain, get, post, type Endpoint } from "../../platform/rest/calls";
import { kennelQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const dogLimitAnswer = z
  .object({
    canAddDog: z.boolean(),
    currentCount: z
      .number()
      .int()
      .openapi({ description: "Active and retired dogs of all kennels the owner has" }),
    limit: z.number().int().nullable().openapi({ description: "null if the plan has no limit" }),
    planType: z.enum(PLAN_TYPES),
  })
  .openapi("DogLimitCheck");

export const subscriptionAnswer = z
  .object({
    subscriptionTier: z.enum(PLAN_TYPES),
    subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES),
    dogCount: z.number().int(),
    dogLimit: z.number().int().nullable().openapi({ description: "null if the plan has no limit" }),
    currentPeriodEnd: z.iso
      .datetime()
      .nullable()
      .openapi({ description: "The next payment, or when a canceled plan ends; null without a paid plan" }),
    stripeCustomerId: z.string().nullable().openapi({
      description: "null before the first checkout, and for members who may not manage the plan",
    }),
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

/** The address must belong to this deployment. */
export const ownAddress = (example: string) =>
  z.url().max(2000).openapi({ description: "An address of this Studbook", example });

export function toSubscriptionAnswer({
  worksUntil: _worksUntil,
  isTestMode: _isTestMode,
  currentPeriodEnd: end,
  ...shown
}: typeof api.billing.billing.subscription._returnType): Zod.input<typeof subscriptionAnswer> {
  return { ...shown, currentPeriodEnd: end === null ? null : new Date(end).toISOString() };
}

export const billingEndpoints: Endpoint[] = [
  get("/billing/dog-limit-check", {
    operationId: "getDogLimitCheck",
    tags: ["Billing"],
    permission: "signed in",
    summary: "Check whether the kennel's plan has room for another dog",
    query: kennelQuery,
    returns: plain(dogLimitAnswer, "The check"),
    run: async ({ env, query }) => await env.runQuery(api.billing.billing.dogLimitCheck, query),
  }),
  get("/billing/subscription", {
    operationId: "getSubscription",
    tags: ["Billing"],
    permission: "signed in",
    summary: "Get the plan that the kennel is on",
    query: kennelQuery,
    returns: plain(subscriptionAnswer, "The plan"),
    run: async ({ env, query }) =>
      toSubscriptionAnswer(await env.runQuery(api.billing.billing.subscription, query)),
  }),
  get("/billing/plans", {
    operationId: "listPlans",
    tags: ["Billing"],
    permission: "anybody",
    summary: "List the plans that can be paid for",
    returns: plain(z.array(planAnswer), "The plans, the smallest first"),
    run: () => PAID_TIERS.map(offerOf),
  }),
  post("/billing/checkout/{tier}", {
    operationId: "startCheckout",
    tags: ["Billing"],
    permission: "signed in",
    summary: "Open the page on which the owner pays for a tier, or confirms the change to it",
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
    returns: plain(addressAnswer, "The page"),
    refusals: ["PAYMENT_UNAVAILABLE"],
    run: async ({ env, params, query, body }) =>
      await env.runAction(api.billing.actions.payments.startCheckout, { ...query, ...params, ...body }),
  }),
  post("/billing/portal", {
    operationId: "openPortal",
    tags: ["Billing"],
    permission: "signed in",
    summary: "Open the page on which the owner manages the plan",
    query: kennelQuery,
    body: jsonBody(z.object({ returnUrl: ownAddress("https://kennel.example.com/dashboard") }), {
      returnUrl: "https://kennel.example.com/dashboard",
    }),
    returns: plain(addressAnswer, "The page"),
    refusals: ["PAYMENT_UNAVAILABLE"],
    run: async ({ env, query, body }) =>
      await env.runAction(api.billing.actions.payments.openPortal, { ...query, ...body }),
  }),
];
