/** The REST calls that delete the caller's account, and keep it after all. Source: decision GAP-SET-12. */
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  endpoint,
  jsonBody,
  REFUSALS,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];

export const deleteAccount = contract({
  operationId: "deleteAccount",
  method: "post",
  path: "/settings/data/delete",
  tags,
  summary: "Ask for the deletion of your account, 14 days from now, with all that nobody else owns",
  "x-permission": "signed in",
  request: {
    body: jsonBody(
      z.object({
        password: z.string().optional().openapi({ description: "Of an account that is kept here" }),
        confirmation: z.string({ error: "Type DELETE to confirm" }),
      }),
      { password: "correct horse", confirmation: "DELETE" },
    ),
  },
  responses: {
    201: answer(
      wrapped(
        z.object({
          confirmationId: z.string().openapi({ description: "Cancels it until then" }),
          deletedAt: z.string().openapi({ description: "When the account goes" }),
        }),
      ),
      "The deletion that waits",
    ),
    ...REFUSALS,
  },
});

export const cancelAccountDeletion = contract({
  operationId: "cancelAccountDeletion",
  method: "post",
  path: "/settings/data/delete/cancel",
  tags,
  summary: "Keep your account after all",
  "x-permission": "signed in",
  request: {
    body: jsonBody(z.object({ confirmationId: z.string({ error: "The confirmation id is required" }) }), {
      confirmationId: "5f2b9c",
    }),
  },
  responses: {
    201: answer(wrapped(z.object({ cancelled: z.literal(true) })), "The account stays"),
    ...REFUSALS,
  },
});

export const accountDeletionEndpoints: Endpoint[] = [
  endpoint(deleteAccount, async (c) => {
    const { confirmationId, dueAt } = await c.env.runAction(
      api.accounts.actions.localAccounts.requestDeletion,
      c.req.valid("json"),
    );
    return c.json({ data: { confirmationId, deletedAt: new Date(dueAt).toISOString() } }, 201);
  }),
  endpoint(cancelAccountDeletion, async (c) => {
    await c.env.runMutation(api.accounts.accountDeletions.cancel, c.req.valid("json"));
    return c.json({ data: { cancelled: true as const } }, 201);
  }),
];
