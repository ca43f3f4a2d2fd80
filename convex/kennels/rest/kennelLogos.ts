/** The REST calls of a kennel's logo: contracts and handlers. */
import { MAX_LOGO_BYTES } from "../../../domain/constants/logos";
import { api, internal } from "../../_generated/api";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { kennelAnswer, toKennelAnswer } from "./kennelEntities";
import { fileField, readWithin } from "../../platform/rest/files";
import { fileEndpoint, sendPicture } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const params = z.object({ id: idParam("id", "The kennel's id") });

/** Bytes of a whole request: more than the logo, so that one too large is told so by its own name. */
const MAX_REQUEST_BYTES = 4 * MAX_LOGO_BYTES;

const logoForm = z.object({
  logo: fileField("Choose a logo", "PNG, JPG or WEBP, at most 2 MB"),
});

export const setKennelLogo = contract({
  operationId: "setKennelLogo",
  method: "post",
  path: "/settings/kennel/{id}/logo",
  tags,
  summary: "Give a kennel a logo in place of the one it had",
  description: "Kept in at most 640 pixels. WEBP becomes PNG.",
  "x-permission": "settings:write",
  request: {
    params,
    body: { required: true, content: { "multipart/form-data": { schema: logoForm } } },
  },
  responses: {
    201: answer(wrapped(kennelAnswer), "The stored kennel"),
    ...REFUSALS,
    413: refusal("LOGO_TOO_LARGE"),
    415: refusal("LOGO_TYPE_UNSUPPORTED"),
  },
});

export const deleteKennelLogo = contract({
  operationId: "deleteKennelLogo",
  method: "delete",
  path: "/settings/kennel/{id}/logo",
  tags,
  summary: "Take a kennel's logo away, if it has one",
  "x-permission": "settings:write",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The kennel has no logo"), ...REFUSALS },
});

export const getLogoFile = contract({
  operationId: "getLogoFile",
  method: "get",
  path: "/uploads/logos/{id}",
  tags,
  summary: "Get a kennel's logo, by its signed address or with a token",
  "x-permission": "member",
  request: {
    params,
    query: z.object({
      version: z.string().optional().openapi({ description: "Part of every logoPath" }),
      signature: z.string().optional().openapi({ description: "Part of every logoPath" }),
    }),
  },
  responses: {
    200: {
      description: "The picture",
      content: {
        "image/png": { schema: z.string().openapi({ format: "binary" }) },
        "image/jpeg": { schema: z.string().openapi({ format: "binary" }) },
      },
    },
    ...REFUSALS,
  },
});

export const kennelLogoEndpoints: Endpoint[] = [
  endpoint(
    setKennelLogo,
    async (c) => {
      const content = await readWithin(c.req.valid("form").logo, MAX_LOGO_BYTES, "LOGO_TOO_LARGE");
      const { id: kennelId } = c.req.valid("param");
      const kennel = await c.env.runAction(api.kennels.actions.kennelLogo.set, { kennelId, content });
      return c.json({ data: toKennelAnswer(kennel) }, 201);
    },
    { maxBodyBytes: MAX_REQUEST_BYTES },
  ),
  endpoint(deleteKennelLogo, async (c) => {
    await c.env.runMutation(api.kennels.kennelLogos.remove, { kennelId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  fileEndpoint(getLogoFile, {
    signed: async (ctx, { id: kennelId }, signature) =>
      await ctx.runQuery(internal.kennels.kennelLogos.getSignedFile, { kennelId, signature }),
    asked: async (ctx, { id: kennelId }) => await ctx.runQuery(api.kennels.kennelLogos.getFile, { kennelId }),
    send: sendPicture,
  }),
];
