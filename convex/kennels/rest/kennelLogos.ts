/** The REST calls of a kennel's logo. */
import { MAX_LOGO_BYTES } from "../../../domain/kennels/rules";
import { api, internal } from "../../_generated/api";
import { formBody, oneOf, gone, fileOf, idParam, post, del, type Endpoint } from "../../platform/rest/calls";
import { kennel } from "./kennelEntities";
import { fileField, readWithin } from "../../platform/rest/files";
import { signedFile, sendPicture } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const params = z.object({ id: idParam("id", "The kennel's id") });

/** A request may be larger than a logo, so that a logo over its own limit gets its own error. */
const MAX_REQUEST_BYTES = 4 * MAX_LOGO_BYTES;

const logoForm = z.object({
  logo: fileField("Choose a logo", "PNG, JPG or WEBP, at most 2 MB"),
});

export const kennelLogoEndpoints: Endpoint[] = [
  post("/settings/kennel/{id}/logo", {
    operationId: "setKennelLogo",
    tags,
    permission: "settings:write",
    summary: "Set a kennel's logo in place of the previous one",
    description: "Stored at no more than 640 pixels. WEBP becomes PNG.",
    params,
    body: formBody(logoForm),
    returns: oneOf(kennel, "The stored kennel"),
    refusals: ["LOGO_TOO_LARGE", "LOGO_TYPE_UNSUPPORTED"],
    maxBodyBytes: MAX_REQUEST_BYTES,
    run: async ({ env, params: { id: kennelId }, body }) => {
      const content = await readWithin(body.logo, MAX_LOGO_BYTES, "LOGO_TOO_LARGE");
      return await env.runAction(api.kennels.actions.kennelLogo.set, { kennelId, content });
    },
  }),
  del("/settings/kennel/{id}/logo", {
    operationId: "deleteKennelLogo",
    tags,
    permission: "settings:write",
    summary: "Remove a kennel's logo, if it has one",
    params,
    returns: gone("The kennel has no logo"),
    run: async ({ env, params }) => {
      await env.runMutation(api.kennels.kennelLogos.remove, { kennelId: params.id });
    },
  }),
  signedFile("/uploads/logos/{id}", {
    operationId: "getLogoFile",
    tags,
    permission: "member",
    summary: "Get a kennel's logo, by its signed address or with a token",
    params,
    query: z.object({
      version: z.string().optional().openapi({ description: "Part of every logoPath" }),
      signature: z.string().optional().openapi({ description: "Part of every logoPath" }),
    }),
    returns: fileOf("The picture", "image/png", "image/jpeg"),
    signed: async (ctx, { id: kennelId }, signature) =>
      await ctx.runQuery(internal.kennels.kennelLogos.getSignedFile, { kennelId, signature }),
    asked: async (ctx, { id: kennelId }) => await ctx.runQuery(api.kennels.kennelLogos.getFile, { kennelId }),
    send: sendPicture,
  }),
];
