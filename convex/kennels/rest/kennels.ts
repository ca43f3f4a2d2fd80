/** The REST calls of kennels and their people: contracts and handlers. Each kennel comes with its people. */
import type { Context } from "hono";
import { kennelChangesSchema, kennelSchema } from "../../../domain/schemas/kennel";
import { newMemberSchema } from "../../../domain/schemas/member";
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
  type RestEnv,
} from "../../platform/rest/contract";
import {
  kennelLeavingAnswer,
  kennelWithUsersAnswer,
  memberAnswer,
  toKennelAnswer,
  toMemberAnswer,
} from "./kennelEntities";
import { savedVersion, toVersion } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Kennels"];
const params = z.object({ id: idParam("id", "The kennel's id") });
const userParams = params.extend({ userId: idParam("userId", "A member's or an invited person's id") });

export const listKennels = contract({
  operationId: "listKennels",
  method: "get",
  path: "/kennels",
  tags,
  summary: "List the caller's kennels; the first is the default one",
  "x-permission": "signed in",
  responses: {
    200: answer(wrapped(z.array(kennelWithUsersAnswer)), "The kennels"),
    401: REFUSALS[401],
    429: REFUSALS[429],
    503: REFUSALS[503],
  },
});

export const getKennel = contract({
  operationId: "getKennel",
  method: "get",
  path: "/kennels/{id}",
  tags,
  summary: "Get a kennel with its people",
  "x-permission": "member",
  request: { params },
  responses: { 200: answer(wrapped(kennelWithUsersAnswer), "The kennel"), ...REFUSALS },
});

export const createKennel = contract({
  operationId: "createKennel",
  method: "post",
  path: "/kennels",
  tags,
  summary: "Make a kennel owned by the caller",
  "x-permission": "signed in",
  request: { body: jsonBody(kennelSchema, { name: "Oak Hill", prefix: "of Oak Hill" }) },
  responses: {
    201: answer(wrapped(kennelWithUsersAnswer), "The stored kennel"),
    400: REFUSALS[400],
    401: REFUSALS[401],
    409: refusal("LIMIT_REACHED"),
    429: REFUSALS[429],
    503: REFUSALS[503],
  },
});

export const updateKennel = contract({
  operationId: "updateKennel",
  method: "put",
  path: "/kennels/{id}",
  tags,
  summary: "Change a kennel; absent fields stay, null or empty ones are cleared",
  "x-permission": "settings:write",
  request: {
    params,
    body: jsonBody(kennelChangesSchema.extend({ updatedAt: savedVersion }), { phone: "(555) 010-0199" }),
  },
  responses: {
    200: answer(wrapped(kennelWithUsersAnswer), "The stored kennel"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const deleteKennel = contract({
  operationId: "deleteKennel",
  method: "delete",
  path: "/kennels/{id}",
  tags,
  summary: "Have a kennel deleted with everything in it; until then, 14 days, an owner can keep it",
  "x-permission": "owner",
  request: {
    params,
    query: z.object({
      confirmName: z
        .string({ error: "Type the kennel's name to delete it" })
        .openapi({ description: "The kennel's name, as a confirmation", example: "Oak Hill" }),
    }),
  },
  responses: {
    200: answer(kennelLeavingAnswer, "From when on the kennel is gone"),
    ...REFUSALS,
  },
});

export const addKennelUser = contract({
  operationId: "addKennelUser",
  method: "post",
  path: "/kennels/{id}/users",
  tags,
  summary: "Invite a person by e-mail; they join when they accept",
  "x-permission": "members:write",
  request: {
    params,
    body: jsonBody(newMemberSchema, {
      email: "anna@example.com",
      role: "staff",
      permissions: { billing: "none" },
    }),
  },
  responses: {
    201: answer(wrapped(memberAnswer), "The person"),
    ...REFUSALS,
    409: refusal("ALREADY_MEMBER"),
  },
});

export const removeKennelUser = contract({
  operationId: "removeKennelUser",
  method: "delete",
  path: "/kennels/{id}/users/{userId}",
  tags,
  summary: "Take a person out of the kennel, or leave it",
  "x-permission": "members:write",
  request: { params: userParams },
  responses: { 200: answer(deletedAnswer, "The person is out"), ...REFUSALS, 409: refusal("LAST_OWNER") },
});

/** Returns a kennel with its people, as every answer has it. */
async function readKennel(c: Context<RestEnv>, kennelId: string) {
  const { users, ...kennel } = await c.env.runQuery(api.kennels.kennels.get, { kennelId });
  return { ...toKennelAnswer(kennel), users: users.map(toMemberAnswer) };
}

export const kennelEndpoints: Endpoint[] = [
  endpoint(listKennels, async (c) => {
    const kennels = await c.env.runQuery(api.kennels.kennels.list, {});
    const data = await Promise.all(kennels.map(async ({ _id }) => await readKennel(c, _id)));
    return c.json({ data }, 200);
  }),
  endpoint(getKennel, async (c) => {
    return c.json({ data: await readKennel(c, c.req.valid("param").id) }, 200);
  }),
  endpoint(createKennel, async (c) => {
    const { _id } = await c.env.runMutation(api.kennels.kennels.create, c.req.valid("json"));
    return c.json({ data: await readKennel(c, _id) }, 201);
  }),
  endpoint(updateKennel, async (c) => {
    const { updatedAt, ...changes } = c.req.valid("json");
    const { _id } = await c.env.runMutation(api.kennels.kennels.update, {
      ...changes,
      kennelId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: await readKennel(c, _id) }, 200);
  }),
  endpoint(deleteKennel, async (c) => {
    const { confirmName } = c.req.valid("query");
    const kennelId = c.req.valid("param").id;
    const { dueAt } = await c.env.runMutation(api.kennels.kennels.remove, { kennelId, confirmName });
    return c.json({ success: true as const, deletesAt: new Date(dueAt).toISOString() }, 200);
  }),
  endpoint(addKennelUser, async (c) => {
    const kennelId = c.req.valid("param").id;
    const member = await c.env.runMutation(api.kennels.members.add, { kennelId, ...c.req.valid("json") });
    return c.json({ data: toMemberAnswer(member) }, 201);
  }),
  endpoint(removeKennelUser, async (c) => {
    const { id: kennelId, userId } = c.req.valid("param");
    await c.env.runMutation(api.kennels.members.remove, { kennelId, userId });
    return c.json({ success: true as const }, 200);
  }),
];
