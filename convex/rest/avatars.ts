/** The REST calls of the caller's own picture: contracts and handlers. */
import type { Context } from "hono";
import { MAX_AVATAR_BYTES } from "../../domain/constants/avatars";
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
import { profileAnswer, toProfileAnswer } from "./settingsEntities";
import { z } from "./zod";

const tags = ["Settings"];
const path = "/settings/user/avatar";

/** Bytes of a whole request: more than the picture, so that one too large is told so by its own name. */
const MAX_REQUEST_BYTES = 2 * MAX_AVATAR_BYTES;

/** How long a browser keeps a picture: what a signed address names never changes, another one has another address. */
const SIGNED_CACHE = "private, max-age=86400, immutable";

const UNSIGNED_CACHE = "private, no-cache";

const avatarForm = z.object({
  avatar: z
    .custom<Blob>((value) => value instanceof Blob, "Choose a picture")
    .openapi({ type: "string", format: "binary", description: "JPG, PNG, WEBP, HEIC or HEIF, at most 5 MB" }),
});

export const setAvatar = contract({
  operationId: "setAvatar",
  method: "post",
  path,
  tags,
  summary: "Give the caller a picture in place of the one before; it is cut square",
  "x-permission": "signed in",
  request: { body: { required: true, content: { "multipart/form-data": { schema: avatarForm } } } },
  responses: {
    201: answer(wrapped(profileAnswer), "The caller's profile"),
    400: REFUSALS[400],
    401: REFUSALS[401],
    413: refusal("AVATAR_TOO_LARGE"),
    415: refusal("AVATAR_TYPE_UNSUPPORTED"),
    429: REFUSALS[429],
  },
});

export const deleteAvatar = contract({
  operationId: "deleteAvatar",
  method: "delete",
  path,
  tags,
  summary: "Take the caller's picture away, if there is one",
  "x-permission": "signed in",
  responses: {
    200: answer(deletedAnswer, "The caller has no picture"),
    401: REFUSALS[401],
    429: REFUSALS[429],
  },
});

export const getAvatarFile = contract({
  operationId: "getAvatarFile",
  method: "get",
  path: "/uploads/avatars/{id}",
  tags,
  summary: "Get the picture of somebody in one's kennels, by its signed address or with a token",
  "x-permission": "signed in",
  request: {
    params: z.object({ id: idParam("id", "The person's id") }),
    query: z.object({
      version: z.string().optional().openapi({ description: "Part of every avatarPath" }),
      signature: z.string().optional().openapi({ description: "Part of every avatarPath" }),
    }),
  },
  responses: {
    200: {
      description: "The picture",
      content: { "image/jpeg": { schema: z.string().openapi({ format: "binary" }) } },
    },
    401: REFUSALS[401],
    404: REFUSALS[404],
    429: REFUSALS[429],
  },
});

/** Finds the picture that the request's signature opens; null without one that holds. */
async function signedPicture(c: Context<RestEnv>) {
  const { id: userId = "" } = c.req.param() as Partial<Record<string, string>>; // the route names it
  const signature = c.req.query("signature");
  if (signature === undefined) return null;
  return await c.env.runQuery(internal.profiles.getSignedFile, { userId, signature });
}

export const avatarEndpoints: readonly Endpoint[] = [
  endpoint(
    setAvatar,
    async (c) => {
      const content = await c.req.valid("form").avatar.arrayBuffer();
      // What is far too large would not reach the function, whose arguments have a limit of their own.
      if (content.byteLength > MAX_AVATAR_BYTES) fail("AVATAR_TOO_LARGE");
      const profile = await c.env.runAction(api.profiles.setAvatar, { content });
      return c.json({ data: toProfileAnswer(profile) }, 201);
    },
    { maxBodyBytes: MAX_REQUEST_BYTES },
  ),
  endpoint(deleteAvatar, async (c) => {
    await c.env.runMutation(api.profiles.clearAvatar, {});
    return c.json({ success: true as const }, 200);
  }),
  endpoint(
    getAvatarFile,
    async (c) => {
      const { id: userId } = c.req.valid("param");
      const signed = await signedPicture(c);
      const storageId = signed ?? (await c.env.runQuery(api.profiles.getFile, { userId }));
      const file = (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND");
      return c.body(await file.arrayBuffer(), 200, {
        "Content-Type": "image/jpeg",
        "Cache-Control": signed ? SIGNED_CACHE : UNSIGNED_CACHE,
        "X-Content-Type-Options": "nosniff",
      });
    },
    { admits: async (c) => (await signedPicture(c)) !== null },
  ),
];
