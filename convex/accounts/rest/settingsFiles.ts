/** The REST calls that export and import settings. Source: decision GAP-SET-13. */
import { api } from "../../_generated/api";
import { jsonBody, one, get, post, type Endpoint } from "../../platform/rest/calls";
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
    .openapi({ description: "Whether to include the kennel's details", default: "false" }),
  kennelId: z.string().optional().openapi({ description: "The default kennel if omitted" }),
});

export const settingsFileEndpoints: Endpoint[] = [
  get("/settings/export", {
    operationId: "exportSettings",
    tags,
    permission: "signed in",
    summary: "Get your settings as one JSON file, with the kennel's details on request",
    query: kennelQuery,
    returns: one(settingsFile, "The settings"),
    run: async ({ env, query: { includeKennel, kennelId } }) => {
      const args = includeKennel === "true" ? { kennelId: await kennelOrDefault(env, kennelId) } : {};
      return await env.runQuery(api.accounts.settingsFiles.read, args);
    },
  }),
  post("/settings/import", {
    operationId: "importSettings",
    tags,
    permission: "signed in",
    summary: "Import settings from an export; what cannot be set is listed",
    query: kennelQuery,
    body: jsonBody(settingsFile, {
      metadata: { product: "Studbook", kind: "settings", version: 1 },
      user: { notifications: { email: true, sms: false, push: true } },
    }),
    returns: one(
      z.object({
        applied: z.array(z.string()).openapi({ example: ["user.notifications"] }),
        ignored: z.array(z.string()).openapi({ description: "What the file contains and cannot be set" }),
      }),
      "What was set, and what was not",
    ),
    run: async ({ env, query: { includeKennel, kennelId }, body: file }) => {
      const args = includeKennel === "true" ? { kennelId: await kennelOrDefault(env, kennelId) } : {};

      return await env.runMutation(api.accounts.settingsFiles.apply, { ...args, file });
    },
  }),
];
