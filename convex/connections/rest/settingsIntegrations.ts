/** The REST calls of a kennel's connected services. No call returns credentials. */
import type { z as Zod } from "@hono/zod-openapi";
import { CALENDAR_PARTS } from "../../../domain/calendar/rules";
import { INTEGRATION_TYPES } from "../../../domain/connections/rules";
import { mailAccountSchema, paymentCredentialsSchema } from "../../../domain/connections/schemas";
import { api } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Connection } from "../model/connections";
import {
  answer,
  get,
  idParam,
  jsonBody,
  listOf,
  one,
  oneOf,
  post,
  type Endpoint,
} from "../../platform/rest/calls";
import { toInstantOrNull } from "../../platform/rest/entities";
import { kennelQuery, kennelReference } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const params = z.object({ id: idParam("id", "The integration's id") });

const include = z.array(z.enum(CALENDAR_PARTS, { error: `Choose from ${CALENDAR_PARTS.join(", ")}` }));

const settings = z.object({
  isEnabled: z.boolean(),
  host: z.string().optional().openapi({ description: "Of a mail server", example: "smtp.example.com" }),
  port: z.number().int().optional().openapi({ example: 587 }),
  from: z
    .string()
    .optional()
    .openapi({ description: "The sender of a mail server's messages", example: "kennel@example.com" }),
  isTestMode: z
    .boolean()
    .optional()
    .openapi({ description: "Whether a payment account charges no real cards" }),
  include: include.optional().openapi({ description: "What a calendar shows" }),
  url: z.string().nullable().optional().openapi({
    description: "The caller's own calendar address; whoever has it can read the calendar",
  }),
  lastReadAt: z.iso.datetime().nullable().optional(),
});

const integrationAnswer = z
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
      .openapi({ description: "The problem when it was last tested or used; null if there was none" }),
  })
  .openapi("Integration");

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
        lastReadAt: toInstantOrNull(connection.readAt),
      };
    default:
      return connection satisfies never;
  }
}

const toAnswer = (connection: Connection): Zod.input<typeof integrationAnswer> => ({
  id: connection._id,
  type: connection.type,
  name: connection.name,
  status: !connection.isEnabled ? "disabled" : connection.problem === null ? "connected" : "failing",
  settings: settingsOf(connection),
  testedAt: toInstantOrNull(connection.testedAt),
  problem: connection.problem,
});

const integration = answer(integrationAnswer, toAnswer);

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

const integrations = resource({
  path: "/settings/integrations",
  tags,
  rights: "settings",
  noun: "integration",
  id: "connectionId",
  answer: integration,
});

export const settingsIntegrationEndpoints: readonly Endpoint[] = [
  get("/settings/integrations", {
    operationId: "listIntegrations",
    tags,
    permission: "settings:read",
    summary: "List the services that a kennel has connected",
    query: kennelQuery,
    returns: listOf(integration, "The integrations"),
    run: async ({ env, query }) => await env.runQuery(api.connections.connections.list, query),
  }),
  post("/settings/integrations/connect", {
    operationId: "connectIntegration",
    tags,
    permission: "settings:write",
    summary:
      "Connect a service: the caller's calendar address, or mail or payments with credentials of the kennel's own, after a sign-in with them",
    description:
      "Credentials are stored encrypted and never returned. A kennel has one of each type, and its calendar address is each person's own. A mail server sends the kennel's reminders and digests from then on, in place of the previous one; a payment account receives what buyers pay through payment links.",
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
    returns: oneOf(integration, "The integration"),
    refusals: ["CREDENTIALS_UNAVAILABLE"],
    run: async ({ env, body }) => await connect(env, body.kennelId, body),
  }),
  integrations.step("put", "", {
    operationId: "updateIntegration",
    summary: "Change an integration's settings; omitted ones stay unchanged",
    body: z.object({
      settings: z.object({
        isEnabled: z.boolean({ error: "Enabled must be true or false" }).optional(),
        from: z.string({ error: "Sender must be text" }).optional(),
        include: include.min(1, "Choose at least one").optional(),
      }),
    }),
    example: { settings: { isEnabled: false } },
    returns: "The integration",
    run: async (env, args, body) =>
      await env.runMutation(api.connections.connections.update, { ...body, ...args }),
  }),
  integrations.remove({
    summary: "Disconnect a service and delete its credentials",
    done: "The service is disconnected",
    run: async (env, args) => await env.runMutation(api.connections.connections.remove, args),
  }),
  post("/settings/integrations/{id}/test", {
    operationId: "testIntegration",
    tags,
    permission: "settings:write",
    summary: "Test a connected service by signing in to it",
    params,
    returns: one(
      z.object({ ok: z.boolean(), message: z.string().openapi({ example: "ok" }) }),
      "The result of the test",
    ),
    run: async ({ env, params }) => {
      const connectionId = params.id;
      const { problem } = await env.runAction(api.connections.actions.connecting.test, { connectionId });
      return { ok: problem === null, message: problem ?? "ok" };
    },
  }),
];
