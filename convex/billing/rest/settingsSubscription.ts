/**
 * The REST calls of the plan among the settings: the same service and the same answers as the calls of billing, where
 * a planId is a tier. Source: decision GAP-SET-07.
 */
import { PAID_TIERS } from "../../../domain/constants/billing";
import { LONG_TEXT_MAX } from "../../../domain/constants/text";
import { api } from "../../_generated/api";
import { kennelPath } from "../../../domain/kennels/kennel-path";
import { appOrigin } from "../../platform/model/ownAddresses";
import {
  addressAnswer,
  ownAddress,
  PAYMENT_REFUSALS,
  subscriptionAnswer,
  toSubscriptionAnswer,
} from "./billing";
import { answer, contract, endpoint, jsonBody, REFUSALS, type Endpoint } from "../../platform/rest/contract";
import { kennelOrDefault, kennelReference } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const request = { query: z.object({ kennelId: kennelReference }) };

export const getPlanSettings = contract({
  operationId: "getPlanSettings",
  method: "get",
  path: "/settings/subscription",
  tags,
  summary: "Describe the plan that the kennel stands on, as GET /billing/subscription does",
  "x-permission": "signed in",
  request,
  responses: { 200: answer(subscriptionAnswer, "The plan"), ...REFUSALS },
});

export const updatePlan = contract({
  operationId: "updatePlan",
  method: "post",
  path: "/settings/subscription/update",
  tags,
  summary: "Open the page on which the owner pays for a plan, or confirms the change to it",
  description:
    "The same as POST /billing/checkout/{tier}. Without addresses the way back leads to the dashboard.",
  "x-permission": "signed in",
  request: {
    ...request,
    body: jsonBody(
      z.object({
        planId: z.enum(PAID_TIERS, { error: `Plan must be ${PAID_TIERS.join(", ")}` }),
        successUrl: ownAddress("https://kennel.example.com/dashboard?checkout=success").optional(),
        cancelUrl: ownAddress("https://kennel.example.com/dashboard?checkout=cancelled").optional(),
      }),
      { planId: "professional" },
    ),
  },
  responses: { 201: answer(addressAnswer, "The page"), ...PAYMENT_REFUSALS },
});

export const cancelPlan = contract({
  operationId: "cancelPlan",
  method: "post",
  path: "/settings/subscription/cancel",
  tags,
  summary: "Let the paid plan end with the period that is paid for",
  "x-permission": "signed in",
  request: {
    ...request,
    body: jsonBody(
      z.object({
        reason: z
          .string({ error: "Reason must be text" })
          .trim()
          .max(LONG_TEXT_MAX, `Reason must be at most ${LONG_TEXT_MAX} characters`)
          .optional()
          .openapi({ description: "Kept with the payment provider" }),
      }),
      { reason: "We stop breeding" },
    ),
  },
  responses: { 201: answer(subscriptionAnswer, "The plan as it is then"), ...PAYMENT_REFUSALS },
});

export const reactivatePlan = contract({
  operationId: "reactivatePlan",
  method: "post",
  path: "/settings/subscription/reactivate",
  tags,
  summary: "Let a plan that was to end go on",
  "x-permission": "signed in",
  request,
  responses: { 201: answer(subscriptionAnswer, "The plan as it is then"), ...PAYMENT_REFUSALS },
});

export const settingsSubscriptionEndpoints: readonly Endpoint[] = [
  endpoint(getPlanSettings, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    return c.json(
      toSubscriptionAnswer(await c.env.runQuery(api.billing.billing.subscription, { kennelId })),
      200,
    );
  }),
  endpoint(updatePlan, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    const dashboard = appOrigin() + kennelPath(kennelId, "/dashboard");
    const {
      planId: tier,
      successUrl = `${dashboard}?checkout=success`,
      cancelUrl = `${dashboard}?checkout=cancelled`,
    } = c.req.valid("json");
    const wanted = { kennelId, tier, successUrl, cancelUrl };
    return c.json(await c.env.runAction(api.billing.actions.payments.startCheckout, wanted), 201);
  }),
  endpoint(cancelPlan, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    const { reason } = c.req.valid("json");
    const ending = { kennelId, isEnding: true, ...(reason && { reason }) };
    await c.env.runAction(api.billing.actions.subscriptionEnd.set, ending);
    return c.json(
      toSubscriptionAnswer(await c.env.runQuery(api.billing.billing.subscription, { kennelId })),
      201,
    );
  }),
  endpoint(reactivatePlan, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    await c.env.runAction(api.billing.actions.subscriptionEnd.set, { kennelId, isEnding: false });
    return c.json(
      toSubscriptionAnswer(await c.env.runQuery(api.billing.billing.subscription, { kennelId })),
      201,
    );
  }),
];
