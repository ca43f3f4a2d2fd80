/** The REST calls of a kennel's settings: business numbers and branding as one object, its reset, and a preview. */
import type { z as Zod } from "@hono/zod-openapi";
import { MAX_FOOTER_LENGTH } from "../../../domain/constants/branding";
import { brandingSchema, businessSchema } from "../../../domain/schemas/kennel-settings";
import { api } from "../../_generated/api";
import type { KennelSettings } from "../model/kennelSettings";
import {
  answer,
  contract,
  endpoint,
  idParam,
  jsonBody,
  refusal,
  REFUSALS,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { savedVersion, todayForReading, todayQuery, toVersion } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const params = z.object({ id: idParam("id", "The kennel's id") });
const textOrNull = z.string().nullable();

const branding = z
  .object({
    primaryColor: z.string().openapi({ example: "#87580f", description: "Titles and what stands out" }),
    accentColor: z.string().openapi({ example: "#b98a3a", description: "Frames and rules" }),
    footerText: textOrNull.openapi({ description: `At most ${MAX_FOOTER_LENGTH} characters` }),
    showLogo: z.boolean(),
  })
  .openapi("Branding");

const kennelSettings = z
  .object({
    kennelId: z.string(),
    business: z.object({ taxId: textOrNull, businessLicense: textOrNull }),
    branding,
    updatedAt: z.iso
      .datetime()
      .nullable()
      .openapi({ description: "null while everything is at its default" }),
  })
  .openapi("KennelSettings");

const toAnswer = ({ updatedAt, ...settings }: KennelSettings): Zod.input<typeof kennelSettings> => ({
  ...settings,
  updatedAt: updatedAt === 0 ? null : new Date(updatedAt).toISOString(),
});

export const getKennelSettings = contract({
  operationId: "getKennelSettings",
  method: "get",
  path: "/settings/kennel/{id}",
  tags,
  summary: "Get a kennel's settings",
  "x-permission": "settings:read",
  request: { params },
  responses: { 200: answer(wrapped(kennelSettings), "The settings"), ...REFUSALS },
});

const changes = z.object({
  business: businessSchema.optional(),
  branding: brandingSchema.optional(),
  updatedAt: savedVersion.nullable(),
});

export const updateKennelSettings = contract({
  operationId: "updateKennelSettings",
  method: "put",
  path: "/settings/kennel/{id}",
  tags,
  summary: "Change a kennel's settings: send back what GET answered, with the changes",
  description:
    "What is absent stays; null or empty texts are cleared; `kennelId` and keys that are not known are ignored.",
  "x-permission": "settings:write",
  request: {
    params,
    body: jsonBody(changes, { business: { taxId: "12-3456789", businessLicense: "KL-2044" } }),
  },
  responses: {
    200: answer(wrapped(kennelSettings), "The settings as they are then"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const resetKennelSettings = contract({
  operationId: "resetKennelSettings",
  method: "post",
  path: "/settings/kennel/{id}/reset",
  tags,
  summary: "Bring a kennel's settings back to the defaults",
  description: "The kennel's name and address, logo, contract templates, dogs and records stay as they are.",
  "x-permission": "settings:write",
  request: { params },
  responses: { 201: answer(wrapped(kennelSettings), "The settings as they are then"), ...REFUSALS },
});

export const updateBranding = contract({
  operationId: "updateBranding",
  method: "put",
  path: "/settings/kennel/{id}/branding",
  tags,
  summary: "Choose how the kennel's printed papers look",
  "x-permission": "settings:write",
  request: {
    params,
    body: jsonBody(brandingSchema, { primaryColor: "#1f6f3a", footerText: "Member of the Beagle Club" }),
  },
  responses: { 200: answer(wrapped(branding), "The branding as it is then"), ...REFUSALS },
});

export const previewBranding = contract({
  operationId: "previewBranding",
  method: "post",
  path: "/settings/kennel/{id}/branding/preview",
  tags,
  summary: "Print a page of a sample pedigree with branding that need not be saved yet",
  "x-permission": "settings:read",
  request: {
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(brandingSchema, { primaryColor: "#1f6f3a" }),
  },
  responses: {
    201: {
      description: "The page",
      content: { "application/pdf": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...REFUSALS,
  },
});

export const settingsKennelEndpoints: readonly Endpoint[] = [
  endpoint(getKennelSettings, async (c) => {
    const { id: kennelId } = c.req.valid("param");
    return c.json(
      { data: toAnswer(await c.env.runQuery(api.kennels.kennelSettings.get, { kennelId })) },
      200,
    );
  }),
  endpoint(updateKennelSettings, async (c) => {
    const { updatedAt, ...asked } = c.req.valid("json");
    const settings = await c.env.runMutation(api.kennels.kennelSettings.update, {
      ...asked,
      kennelId: c.req.valid("param").id,
      expectedUpdatedAt: updatedAt === null ? 0 : toVersion(updatedAt),
    });
    return c.json({ data: toAnswer(settings) }, 200);
  }),
  endpoint(resetKennelSettings, async (c) => {
    const { id: kennelId } = c.req.valid("param");
    return c.json(
      { data: toAnswer(await c.env.runMutation(api.kennels.kennelSettings.reset, { kennelId })) },
      201,
    );
  }),
  endpoint(updateBranding, async (c) => {
    const asked = { kennelId: c.req.valid("param").id, branding: c.req.valid("json") };
    const { branding: data } = await c.env.runMutation(api.kennels.kennelSettings.update, asked);
    return c.json({ data }, 200);
  }),
  endpoint(previewBranding, async (c) => {
    const { content } = await c.env.runAction(api.kennels.actions.brandingPreview.make, {
      ...c.req.valid("json"),
      kennelId: c.req.valid("param").id,
      today: todayForReading(c.req.valid("query").today),
    });
    return c.body(content, 201, { "Content-Type": "application/pdf" });
  }),
];
