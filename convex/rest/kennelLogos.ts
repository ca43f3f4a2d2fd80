/** The REST calls of a kennel's logo: contracts and handlers. */
import type { Context } from "hono";
import { MAX_LOGO_BYTES } from "../../domain/constants/logos";
import { fail } from "../../domain/errors";
import { api, internal } from "../_generated/api";
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
  type RestEnv,
} from "./contract";
import { kennelAnswer, toKennelAnswer } from "./entities";
import { z } from "./zod";

const tags = ["Settings"];
const params = z.object({ id: idParam("id", "The kennel's id") });

/** Bytes of a whole request: more than the logo, so that one too large is told so by its own name. */
const MAX_REQUEST_BYTES = 4 * MAX_LOGO_BYTES;

/** How long a browser keeps a file: what a signed address names never changes, another logo has another one. */
const SIGNED_CACHE = "private, max-age=86400, immutable";
const UNSIGNED_CACHE = "private, no-cache";

const logoForm = z.object({
  logo: z
    .custom<Blob>((value) => value instanceof Blob, "Choose a logo")
    .openapi({ type: "string", format: "binary", description: "PNG, JPG or WEBP, at most 2 MB" }),
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

/** Finds the logo that the request's signature opens; null without one that holds. */
async function signedLogo(c: Context<RestEnv>) {
  const { id = "" } = c.req.param() as Partial<Record<string, string>>; // the route names it
  const signature = c.req.query("signature");
  if (signature === undefined) return null;
  return await c.env.runQuery(internal.kennelLogos.getSignedFile, { kennelId: id, signature });
}

export const kennelLogoEndpoints: Endpoint[] = [
  endpoint(
    setKennelLogo,
    async (c) => {
      const content = await c.req.valid("form").logo.arrayBuffer();
      // What is far too large would not reach the function, whose arguments have a limit of their own.
      if (content.byteLength > MAX_LOGO_BYTES) fail("LOGO_TOO_LARGE");
      const { id: kennelId } = c.req.valid("param");
      const kennel = await c.env.runAction(api.integrations.kennelLogo.set, { kennelId, content });
      return c.json({ data: toKennelAnswer(kennel) }, 201);
    },
    { maxBodyBytes: MAX_REQUEST_BYTES },
  ),
  endpoint(deleteKennelLogo, async (c) => {
    await c.env.runMutation(api.kennelLogos.remove, { kennelId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(
    getLogoFile,
    async (c) => {
      const { id: kennelId } = c.req.valid("param");
      const signed = await signedLogo(c);
      const { storageId, type } = signed ?? (await c.env.runQuery(api.kennelLogos.getFile, { kennelId }));
      const file = (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND");
      return c.body(await file.arrayBuffer(), 200, {
        "Content-Type": type,
        "Cache-Control": signed ? SIGNED_CACHE : UNSIGNED_CACHE,
        "X-Content-Type-Options": "nosniff",
      });
    },
    { admits: async (c) => (await signedLogo(c)) !== null },
  ),
];
