/** The REST calls of settings as a file: contracts and handlers. Source: decision GAP-SET-13. */
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
import { kennelOrDefault } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];

const settingsFile = z
  .looseObject({
    metadata: z.looseObject({ product: z.string(), kind: z.string(), version: z.number() }),
    user: z.record(z.string(), z.unknown()).optional(),
    kennel: z.record(z.string(), z.unknown()).optional(),
    kennelSettings: z.record(z.string(), z.unknown()).optional(),
  })
  .openapi("SettingsFile");

const kennelQuery = z.object({
  includeKennel: z
    .enum(["true", "false"], { error: "includeKennel must be true or false" })
    .optional()
    .openapi({ description: "Whether the kennel's details are meant too", default: "false" }),
  kennelId: z.string().optional().openapi({ description: "The default kennel unless named" }),
});

export const exportSettings = contract({
  operationId: "exportSettings",
  method: "get",
  path: "/settings/export",
  tags,
  summary: "Get your settings as one JSON, with the kennel's details on request",
  "x-permission": "signed in",
  request: { query: kennelQuery },
  responses: { 200: answer(wrapped(settingsFile), "The settings"), ...REFUSALS },
});

export const importSettings = contract({
  operationId: "importSettings",
  method: "post",
  path: "/settings/import",
  tags,
  summary: "Take settings in that an export gave; what cannot be set is named",
  "x-permission": "signed in",
  request: {
    query: kennelQuery,
    body: jsonBody(settingsFile, {
      metadata: { product: "Studbook", kind: "settings", version: 1 },
      user: { notifications: { email: true, sms: false, push: true } },
    }),
  },
  responses: {
    201: answer(
      wrapped(
        z.object({
          applied: z.array(z.string()).openapi({ example: ["user.notifications"] }),
          ignored: z.array(z.string()).openapi({ description: "What the file holds and nobody can set" }),
        }),
      ),
      "What was set, and what was not",
    ),
    ...REFUSALS,
  },
});

export const settingsFileEndpoints: Endpoint[] = [
  endpoint(exportSettings, async (c) => {
    const { includeKennel, kennelId } = c.req.valid("query");
    const args = includeKennel === "true" ? { kennelId: await kennelOrDefault(c.env, kennelId) } : {};
    return c.json({ data: await c.env.runQuery(api.accounts.settingsFiles.read, args) }, 200);
  }),
  endpoint(importSettings, async (c) => {
    const { includeKennel, kennelId } = c.req.valid("query");
    const args = includeKennel === "true" ? { kennelId: await kennelOrDefault(c.env, kennelId) } : {};
    const file = c.req.valid("json");
    return c.json(
      { data: await c.env.runMutation(api.accounts.settingsFiles.apply, { ...args, file }) },
      201,
    );
  }),
];
