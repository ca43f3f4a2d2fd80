/** The REST calls of kennels and their people. Each kennel is returned with its people. */
import type { Context } from "hono";
import { kennelChangesSchema, kennelSchema, newMemberSchema } from "../../../domain/kennels/schemas";
import { api } from "../../_generated/api";
import {
  jsonBody,
  plain,
  listOf,
  oneOf,
  gone,
  OWN_REFUSALS,
  idParam,
  get,
  post,
  put,
  del,
  type RestEnv,
  type Endpoint,
} from "../../platform/rest/calls";
import { kennelLeavingAnswer, kennelWithUsers, member } from "./kennelEntities";
import { savedVersion, toVersion } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Kennels"];
const params = z.object({ id: idParam("id", "The kennel's id") });
const userParams = params.extend({ userId: idParam("userId", "A member's or an invited person's id") });

async function readKennel(c: Context<RestEnv>, kennelId: string) {
  return await c.env.runQuery(api.kennels.kennels.get, { kennelId });
}

export const kennelEndpoints: Endpoint[] = [
  get("/kennels", {
    operationId: "listKennels",
    tags,
    permission: "signed in",
    summary: "List the caller's kennels; the first is the default one",
    returns: listOf(kennelWithUsers, "The kennels"),
    usualRefusals: OWN_REFUSALS,
    run: async ({ env }, c) => {
      const kennels = await env.runQuery(api.kennels.kennels.list, {});
      const data = await Promise.all(kennels.map(async ({ _id }) => await readKennel(c, _id)));
      return data;
    },
  }),
  get("/kennels/{id}", {
    operationId: "getKennel",
    tags,
    permission: "member",
    summary: "Get a kennel with its people",
    params,
    returns: oneOf(kennelWithUsers, "The kennel"),
    run: async ({ params }, c) => await readKennel(c, params.id),
  }),
  post("/kennels", {
    operationId: "createKennel",
    tags,
    permission: "signed in",
    summary: "Create a kennel owned by the caller",
    body: jsonBody(kennelSchema, { name: "Oak Hill", prefix: "of Oak Hill" }),
    returns: oneOf(kennelWithUsers, "The stored kennel"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED", "LIMIT_REACHED"],
    run: async ({ env, body }, c) => {
      const { _id } = await env.runMutation(api.kennels.kennels.create, body);
      return await readKennel(c, _id);
    },
  }),
  put("/kennels/{id}", {
    operationId: "updateKennel",
    tags,
    permission: "settings:write",
    summary: "Change a kennel; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    body: jsonBody(kennelChangesSchema.extend({ updatedAt: savedVersion }), { phone: "(555) 010-0199" }),
    returns: oneOf(kennelWithUsers, "The stored kennel"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, body: { updatedAt, ...changes } }, c) => {
      const { _id } = await env.runMutation(api.kennels.kennels.update, {
        ...changes,
        kennelId: params.id,
        expectedUpdatedAt: toVersion(updatedAt),
      });
      return await readKennel(c, _id);
    },
  }),
  del("/kennels/{id}", {
    operationId: "deleteKennel",
    tags,
    permission: "owner",
    summary: "Delete a kennel with everything in it after 14 days; until then, an owner can keep it",
    params,
    query: z.object({
      confirmName: z
        .string({ error: "Type the kennel's name to delete it" })
        .openapi({ description: "The kennel's name, as a confirmation", example: "Oak Hill" }),
    }),
    returns: plain(kennelLeavingAnswer, "When the kennel is deleted"),
    run: async ({ env, params, query: { confirmName } }) => {
      const kennelId = params.id;
      const { dueAt } = await env.runMutation(api.kennels.kennels.remove, { kennelId, confirmName });
      return { success: true as const, deletesAt: new Date(dueAt).toISOString() };
    },
  }),
  post("/kennels/{id}/users", {
    operationId: "addKennelUser",
    tags,
    permission: "members:write",
    summary: "Invite a person by email; they join when they accept",
    params,
    body: jsonBody(newMemberSchema, {
      email: "anna@example.com",
      role: "staff",
      permissions: { billing: "none" },
    }),
    returns: oneOf(member, "The person"),
    refusals: ["EMAIL_NOT_CONFIRMED", "ALREADY_MEMBER"],
    run: async ({ env, params, body }) =>
      await env.runMutation(api.kennels.members.add, { kennelId: params.id, ...body }),
  }),
  del("/kennels/{id}/users/{userId}", {
    operationId: "removeKennelUser",
    tags,
    permission: "members:write",
    summary: "Remove a person from the kennel, or leave it",
    params: userParams,
    returns: gone("The person was removed"),
    refusals: ["LAST_OWNER"],
    run: async ({ env, params: { id: kennelId, userId } }) => {
      await env.runMutation(api.kennels.members.remove, { kennelId, userId });
    },
  }),
];
