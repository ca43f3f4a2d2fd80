/**
 * The REST calls of the plan in the settings. They return the same results as the calls of billing. A planId is a
 * tier. Source: decision GAP-SET-07.
 */
import { PAID_TIERS } from "../../../domain/billing/rules";
import { LONG_TEXT_MAX } from "../../../domain/text/rules";
import { api } from "../../_generated/api";
import { kennelPath } from "../../../domain/kennels/kennel-path";
import { appOrigin } from "../../platform/model/people/ownAddresses";
import { addressAnswer, ownAddress, subscriptionAnswer, toSubscriptionAnswer } from "./billing";
import { jsonBody, plain, get, post, type Endpoint } from "../../platform/rest/calls";
import { kennelQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];

export const settingsSubscriptionEndpoints: readonly Endpoint[] = [
  get("/settings/subscription", {
    operationId: "getPlanSettings",
    tags,
    permission: "signed in",
    summary: "Get the plan that the kennel is on, as GET /billing/subscription does",
    query: kennelQuery,
    returns: plain(subscriptionAnswer, "The plan"),
    run: async ({ env, query }) =>
      toSubscriptionAnswer(await env.runQuery(api.billing.billing.subscription, query)),
  }),
  post("/settings/subscription/update", {
    operationId: "updatePlan",
    tags,
    permission: "signed in",
    summary: "Open the page on which the owner pays for a plan, or confirms the change to it",
    description:
      "The same as POST /billing/checkout/{tier}. Without addresses, the browser returns to the dashboard.",
    query: kennelQuery,
    body: jsonBody(
      z.object({
        planId: z.enum(PAID_TIERS, { error: `Plan must be ${PAID_TIERS.join(", ")}` }),
        successUrl: ownAddress("https://kennel.example.com/dashboard?checkout=success").optional(),
        cancelUrl: ownAddress("https://kennel.example.com/dashboard?checkout=cancelled").optional(),
      }),
      { planId: "professional" },
    ),
    returns: plain(addressAnswer, "The page"),
    refusals: ["PAYMENT_UNAVAILABLE"],
    run: async ({ env, query: { kennelId }, body }) => {
      const dashboard = appOrigin() + kennelPath(kennelId, "/dashboard");
      const {
        planId: tier,
        successUrl = `${dashboard}?checkout=success`,
        cancelUrl = `${dashboard}?checkout=cancelled`,
      } = body;
      const wanted = { kennelId, tier, successUrl, cancelUrl };
      return await env.runAction(api.billing.actions.payments.startCheckout, wanted);
    },
  }),
  post("/settings/subscription/cancel", {
    operationId: "cancelPlan",
    tags,
    permission: "signed in",
    summary: "End the paid plan with the current billing period",
    query: kennelQuery,
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
    returns: plain(subscriptionAnswer, "The plan after the change"),
    refusals: ["PAYMENT_UNAVAILABLE"],
    run: async ({ env, query: { kennelId }, body: { reason } }) => {
      const ending = { kennelId, isEnding: true, ...(reason && { reason }) };
      await env.runAction(api.billing.actions.subscriptionEnd.set, ending);
      return toSubscriptionAnswer(await env.runQuery(api.billing.billing.subscription, { kennelId }));
    },
  }),
  post("/settings/subscription/reactivate", {
    operationId: "reactivatePlan",
    tags,
    permission: "signed in",
    summary: "Continue a plan that was set to end",
    query: kennelQuery,
    returns: plain(subscriptionAnswer, "The plan after the change"),
    refusals: ["PAYMENT_UNAVAILABLE"],
    run: async ({ env, query: { kennelId } }) => {
      await env.runAction(api.billing.actions.subscriptionEnd.set, { kennelId, isEnding: false });
      return toSubscriptionAnswer(await env.runQuery(api.billing.billing.subscription, { kennelId }));
    },
  }),
];
