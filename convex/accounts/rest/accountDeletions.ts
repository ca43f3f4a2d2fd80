/** The REST calls that request and cancel the deletion of the caller's account. Source: decision GAP-SET-12. */
import { api } from "../../_generated/api";
import { jsonBody, one, post, type Endpoint } from "../../platform/rest/calls";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];

export const accountDeletionEndpoints: Endpoint[] = [
  post("/settings/data/delete", {
    operationId: "deleteAccount",
    tags,
    permission: "signed in",
    summary: "Request the deletion of your account in 14 days, with everything that nobody else owns",
    body: jsonBody(
      z.object({
        password: z
          .string()
          .optional()
          .openapi({ description: "The password, for accounts that are managed by this server" }),
        confirmation: z.string({ error: "Type DELETE to confirm" }),
      }),
      { password: "correct horse", confirmation: "DELETE" },
    ),
    returns: one(
      z.object({
        confirmationId: z.string().openapi({ description: "Cancels the deletion until then" }),
        deletedAt: z.string().openapi({ description: "When the account is deleted" }),
      }),
      "The pending deletion",
    ),
    run: async ({ env, body }) => {
      const { confirmationId, dueAt } = await env.runAction(
        api.accounts.actions.localAccounts.requestDeletion,
        body,
      );
      return { confirmationId, deletedAt: new Date(dueAt).toISOString() };
    },
  }),
  post("/settings/data/delete/cancel", {
    operationId: "cancelAccountDeletion",
    tags,
    permission: "signed in",
    summary: "Cancel the deletion of your account",
    body: jsonBody(z.object({ confirmationId: z.string({ error: "The confirmation id is required" }) }), {
      confirmationId: "5f2b9c",
    }),
    returns: one(z.object({ cancelled: z.literal(true) }), "The account is kept"),
    run: async ({ env, body }) => {
      await env.runMutation(api.accounts.accountDeletions.cancel, body);
      return { cancelled: true as const };
    },
  }),
];
