/** The REST calls of the services that a kennel has connected: contracts and handlers. Credentials are never answered. */
import type { z as Zod } from "@hono/zod-openapi";
import { CALENDAR_PARTS } from "../../../domain/constants/calendars";
import { INTEGRATION_TYPES } from "../../../domain/constants/connections";
import { mailAccountSchema, paymentCredentialsSchema } from "../../../domain/schemas/connection";
import { api } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Connection } from "../model/connections";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  refusal,
  REFUSALS,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { kennelOrDefault, kennelReference } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const params = z.object({ id: idParam("id", "The integration's id") });

const include = z.array(z.enum(CALENDAR_PARTS, { error: `Choose of ${CALENDAR_PARTS.join(", ")}` }));

const settings = z.object({
  isEnabled: z.boolean(),
  host: z.string().optional().openapi({ description: "Of a mail server", example: "smtp.example.com" }),
  port: z.number().int().optional().openapi({ example: 587 }),
  from: z
    .string()
    .optional()
    .openapi({ description: "Whom a mail server's messages come from", example: "kennel@example.com" }),
  isTestMode: z
    .boolean()
    .optional()
    .openapi({ description: "Whether a payment account charges no real cards" }),
  include: include.optional().openapi({ description: "What a calendar holds" }),
  url: z.string().nullable().optional().openapi({
    description: "The caller's own calendar address; whoever has it reads the calendar",
  }),
  lastReadAt: z.iso.datetime().nullable().optional(),
});

const integration = z
  .object({
    id: z.string(),
    type: z.enum(INTEGRATION_TYPES),
    name: z.string().openapi({ example: "smtp.example.com" }),
    status: z.enum(["connected", "failing", "disabled"]),
    settings,
    testedAt: z.iso.datetime().nullable(),
    problem: z
      .string()
      .nullable()
      .openapi({ description: "What was wrong when it was last tested or used; null when it was well" }),
  })
  .openapi("Integration");

const toInstant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function settingsOf(connection: Connection): Zod.input<typeof settings> {
  const { isEnabled } = connection;
  switch (connection.type) {
    case "mail":
      return { isEnabled, host: connection.name, port: connection.port, from: connection.from };
    case "payments":
      return { isEnabled, isTestMode: connection.isTestMode };
    case "calendar":
      return {
        isEnabled,
        include: connection.parts,
        url: connection.url,
        lastReadAt: toInstant(connection.readAt),
      };
    default:
      return connection satisfies never;
  }
}

const toAnswer = (connection: Connection): Zod.input<typeof integration> => ({
  id: connection._id,
  type: connection.type,
  name: connection.name,
  status: !connection.isEnabled ? "disabled" : connection.problem === null ? "connected" : "failing",
  settings: settingsOf(connection),
  testedAt: toInstant(connection.testedAt),
  problem: connection.problem,
});

const connectBody = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("mail"), kennelId: kennelReference, credentials: mailAccountSchema }),
    z.object({
      type: z.literal("payments"),
      kennelId: kennelReference,
      credentials: paymentCredentialsSchema,
    }),
    z.object({
      type: z.literal("calendar"),
      kennelId: kennelReference,
      credentials: z.object({}).optional().openapi({ description: "A calendar needs none" }),
    }),
  ],
  { error: `Type must be ${INTEGRATION_TYPES.join(", ")}` },
);

export const listIntegrations = contract({
  operationId: "listIntegrations",
  method: "get",
  path: "/settings/integrations",
  tags,
  summary: "List the services that a kennel has connected",
  "x-permission": "settings:read",
  request: { query: z.object({ kennelId: kennelReference }) },
  responses: { 200: answer(wrapped(z.array(integration)), "The integrations"), ...REFUSALS },
});

export const connectIntegration = contract({
  operationId: "connectIntegration",
  method: "post",
  path: "/settings/integrations/connect",
  tags,
  summary:
    "Connect a service: the caller's calendar address, or mail or payments with credentials of the kennel's own, after a sign-in with them",
  description:
    "Credentials are stored encrypted and never answered. A kennel has one of each type, and its calendar address is each person's own. A mail server sends the kennel's reminders and digests from then on, in place of the one before; a payment account takes what buyers are asked for by payment links.",
  "x-permission": "settings:write",
  request: {
    body: jsonBody(connectBody, {
      type: "mail",
      credentials: {
        host: "smtp.example.com",
        port: 587,
        user: "kennel@example.com",
        password: "secret",
        from: "kennel@example.com",
      },
    }),
  },
  responses: {
    201: answer(wrapped(integration), "The integration"),
    ...REFUSALS,
    503: refusal("CREDENTIALS_UNAVAILABLE", "SERVER_BUSY"),
  },
});

export const updateIntegration = contract({
  operationId: "updateIntegration",
  method: "put",
  path: "/settings/integrations/{id}",
  tags,
  summary: "Change an integration's settings; what is absent stays",
  "x-permission": "settings:write",
  request: {
    params,
    body: jsonBody(
      z.object({
        settings: z.object({
          isEnabled: z.boolean({ error: "Enabled must be true or false" }).optional(),
          from: z.string({ error: "Sender must be text" }).optional(),
          include: include.min(1, "Choose at least one").optional(),
        }),
      }),
      { settings: { isEnabled: false } },
    ),
  },
  responses: { 200: answer(wrapped(integration), "The integration"), ...REFUSALS },
});

export const deleteIntegration = contract({
  operationId: "deleteIntegration",
  method: "delete",
  path: "/settings/integrations/{id}",
  tags,
  summary: "Disconnect a service and delete its credentials",
  "x-permission": "settings:write",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The service is disconnected"), ...REFUSALS },
});

export const testIntegration = contract({
  operationId: "testIntegration",
  method: "post",
  path: "/settings/integrations/{id}/test",
  tags,
  summary: "Sign in to a connected service, and say ok or the reason why not",
  "x-permission": "settings:write",
  request: { params },
  responses: {
    201: answer(
      wrapped(z.object({ ok: z.boolean(), message: z.string().openapi({ example: "ok" }) })),
      "How the test ended",
    ),
    ...REFUSALS,
  },
});

async function connect(
  ctx: ActionCtx,
  kennelId: string,
  body: Zod.output<typeof connectBody>,
): Promise<Connection> {
  switch (body.type) {
    case "mail": {
      const { credentials } = body;
      return await ctx.runAction(api.connections.actions.connecting.connectMail, { kennelId, credentials });
    }
    case "payments": {
      const { credentials } = body;
      return await ctx.runAction(api.connections.actions.connecting.connectPayments, {
        kennelId,
        credentials,
      });
    }
    case "calendar":
      return await ctx.runMutation(api.connections.connections.connectCalendar, { kennelId });
    default:
      return body satisfies never;
  }
}

export const settingsIntegrationEndpoints: readonly Endpoint[] = [
  endpoint(listIntegrations, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    const connections = await c.env.runQuery(api.connections.connections.list, { kennelId });
    return c.json({ data: connections.map(toAnswer) }, 200);
  }),
  endpoint(connectIntegration, async (c) => {
    const body = c.req.valid("json");
    const kennelId = await kennelOrDefault(c.env, body.kennelId);
    return c.json({ data: toAnswer(await connect(c.env, kennelId, body)) }, 201);
  }),
  endpoint(updateIntegration, async (c) => {
    const { settings: changed } = c.req.valid("json");
    const connectionId = c.req.valid("param").id;
    const connection = await c.env.runMutation(api.connections.connections.update, {
      connectionId,
      settings: changed,
    });
    return c.json({ data: toAnswer(connection) }, 200);
  }),
  endpoint(deleteIntegration, async (c) => {
    await c.env.runMutation(api.connections.connections.remove, { connectionId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(testIntegration, async (c) => {
    const connectionId = c.req.valid("param").id;
    const { problem } = await c.env.runAction(api.connections.actions.connecting.test, { connectionId });
    return c.json({ data: { ok: problem === null, message: problem ?? "ok" } }, 201);
  }),
];
