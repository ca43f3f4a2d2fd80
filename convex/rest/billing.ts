/** The REST calls of billing, whose answers are not wrapped. */
import { PLAN_TYPES } from "../../domain/constants/billing";
import { api } from "../_generated/api";
import { answer, contract, endpoint, REFUSALS, type Endpoint } from "./contract";
import { kennelOrDefault, kennelReference } from "./request";
import { z } from "./zod";

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

export const getDogLimitCheck = contract({
  operationId: "getDogLimitCheck",
  method: "get",
  path: "/billing/dog-limit-check",
  tags: ["Billing"],
  summary: "Say whether the kennel's plan has room for another dog",
  "x-permission": "signed in",
  request: { query: z.object({ kennelId: kennelReference }) },
  responses: { 200: answer(dogLimitAnswer, "The check"), ...REFUSALS },
});

export const billingEndpoints: Endpoint[] = [
  endpoint(getDogLimitCheck, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    return c.json(await c.env.runQuery(api.billing.dogLimitCheck, { kennelId }), 200);
  }),
];
