/** The REST calls of a kennel's settings as one object. Further calls reset the settings and create a preview. */
import type { z as Zod } from "@hono/zod-openapi";
import { MAX_FOOTER_LENGTH } from "../../../domain/kennels/rules";
import {
  brandingSchema,
  businessSchema,
  familyPagesSchema,
  matingSchema,
} from "../../../domain/kennels/schemas";
import { api } from "../../_generated/api";
import type { KennelSettings } from "../model/kennelSettings";
import { jsonBody, one, fileOf, idParam, get, post, put, type Endpoint } from "../../platform/rest/calls";
import { textOrNull } from "../../platform/rest/entities";
import { readingDayQuery, savedVersion, toVersion } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const params = z.object({ id: idParam("id", "The kennel's id") });

const branding = z
  .object({
    primaryColor: z.string().openapi({ example: "#87580f", description: "For titles and highlights" }),
    accentColor: z.string().openapi({ example: "#b98a3a", description: "For frames and lines" }),
    footerText: textOrNull.openapi({ description: `At most ${MAX_FOOTER_LENGTH} characters` }),
    showLogo: z.boolean(),
  })
  .openapi("Branding");

const kennelSettings = z
  .object({
    kennelId: z.string(),
    business: z.object({ taxId: textOrNull, businessLicense: textOrNull }),
    branding,
    familyPages: z
      .object({
        showsParents: z.boolean().openapi({ description: "Names, titles and a photo of the parents" }),
        showsPlace: z.boolean().openapi({ description: "The place of a family on the waiting list" }),
        showsPlans: z.boolean().openapi({ description: "Litters that are planned, to families on the list" }),
      })
      .openapi("FamilyPages"),
    mating: z
      .object({
        inbreedingLimitPercent: z.number().openapi({
          description:
            "Mates whose puppies would have a higher coefficient of inbreeding come after the others, and planned litters over it say so; 6.25 by default",
          example: 6.25,
        }),
      })
      .openapi("MatingSettings"),
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

const changes = z.object({
  business: businessSchema.optional(),
  branding: brandingSchema.optional(),
  familyPages: familyPagesSchema.optional(),
  mating: matingSchema.optional(),
  updatedAt: savedVersion.nullable(),
});

export const settingsKennelEndpoints: readonly Endpoint[] = [
  get("/settings/kennel/{id}", {
    operationId: "getKennelSettings",
    tags,
    permission: "settings:read",
    summary: "Get a kennel's settings",
    params,
    returns: one(kennelSettings, "The settings"),
    run: async ({ env, params: { id: kennelId } }) =>
      toAnswer(await env.runQuery(api.kennels.kennelSettings.get, { kennelId })),
  }),
  put("/settings/kennel/{id}", {
    operationId: "updateKennelSettings",
    tags,
    permission: "settings:write",
    summary: "Change a kennel's settings: send back what GET returned, with the changes",
    description:
      "Omitted fields stay unchanged; null or empty texts are cleared; `kennelId` and unknown keys are ignored.",
    params,
    body: jsonBody(changes, { business: { taxId: "12-3456789", businessLicense: "KL-2044" } }),
    returns: one(kennelSettings, "The settings after the change"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, body: { updatedAt, ...asked } }) => {
      const settings = await env.runMutation(api.kennels.kennelSettings.update, {
        ...asked,
        kennelId: params.id,
        expectedUpdatedAt: updatedAt === null ? 0 : toVersion(updatedAt),
      });
      return toAnswer(settings);
    },
  }),
  post("/settings/kennel/{id}/reset", {
    operationId: "resetKennelSettings",
    tags,
    permission: "settings:write",
    summary: "Reset a kennel's settings to the defaults",
    description:
      "The kennel's name and address, logo, contract templates, dogs and records stay as they are.",
    params,
    returns: one(kennelSettings, "The settings after the change"),
    run: async ({ env, params: { id: kennelId } }) =>
      toAnswer(await env.runMutation(api.kennels.kennelSettings.reset, { kennelId })),
  }),
  put("/settings/kennel/{id}/branding", {
    operationId: "updateBranding",
    tags,
    permission: "settings:write",
    summary: "Choose how the kennel's printed papers look",
    params,
    body: jsonBody(brandingSchema, { primaryColor: "#1f6f3a", footerText: "Member of the Beagle Club" }),
    returns: one(branding, "The branding after the change"),
    run: async ({ env, params, body }) => {
      const asked = { kennelId: params.id, branding: body };
      const { branding: data } = await env.runMutation(api.kennels.kennelSettings.update, asked);
      return data;
    },
  }),
  post("/settings/kennel/{id}/branding/preview", {
    operationId: "previewBranding",
    tags,
    permission: "settings:read",
    summary: "Print a sample pedigree with branding that may not be saved yet",
    params,
    query: readingDayQuery,
    body: jsonBody(brandingSchema, { primaryColor: "#1f6f3a" }),
    returns: fileOf("The page", "application/pdf"),
    run: async ({ env, params, query, body }, c) => {
      const { content } = await env.runAction(api.kennels.actions.brandingPreview.make, {
        ...body,
        kennelId: params.id,
        ...query,
      });
      return c.body(content, 201, { "Content-Type": "application/pdf" });
    },
  }),
];
