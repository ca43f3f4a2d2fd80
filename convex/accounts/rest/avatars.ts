/** The REST calls of the caller's own picture: contracts and handlers. */
import { MAX_AVATAR_BYTES } from "../../../domain/constants/avatars";
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
import { fileField, readWithin } from "../../platform/rest/files";
import { profileAnswer, toProfileAnswer } from "./settingsEntities";
import { fileEndpoint, sendPicture } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const path = "/settings/user/avatar";

/** Bytes of a whole request: more than the picture, so that one too large is told so by its own name. */
const MAX_REQUEST_BYTES = 2 * MAX_AVATAR_BYTES;

const avatarForm = z.object({
  avatar: fileField("Choose a picture", "JPG, PNG, WEBP, HEIC or HEIF, at most 5 MB"),
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
    503: REFUSALS[503],
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
    503: REFUSALS[503],
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
    503: REFUSALS[503],
  },
});

export const avatarEndpoints: readonly Endpoint[] = [
  endpoint(
    setAvatar,
    async (c) => {
      const content = await readWithin(c.req.valid("form").avatar, MAX_AVATAR_BYTES, "AVATAR_TOO_LARGE");
      const profile = await c.env.runAction(api.accounts.profiles.setAvatar, { content });
      return c.json({ data: toProfileAnswer(profile) }, 201);
    },
    { maxBodyBytes: MAX_REQUEST_BYTES },
  ),
  endpoint(deleteAvatar, async (c) => {
    await c.env.runMutation(api.accounts.profiles.clearAvatar, {});
    return c.json({ success: true as const }, 200);
  }),
  fileEndpoint(getAvatarFile, {
    signed: async (ctx, { id: userId }, signature) =>
      await ctx.runQuery(internal.accounts.profiles.getSignedFile, { userId, signature }),
    asked: async (ctx, { id: userId }) => await ctx.runQuery(api.accounts.profiles.getFile, { userId }),
    send: async (c, storageId, isSigned) => await sendPicture(c, { storageId, type: "image/jpeg" }, isSigned),
  }),
];
