/** The REST calls of the caller's own picture. */
import { MAX_AVATAR_BYTES } from "../../../domain/accounts/rules";
import { api, internal } from "../../_generated/api";
import {
  formBody,
  one,
  gone,
  fileOf,
  OWN_REFUSALS,
  idParam,
  post,
  del,
  type Endpoint,
} from "../../platform/rest/calls";
import { fileField, readWithin } from "../../platform/rest/files";
import { profileAnswer, toProfileAnswer } from "./settingsEntities";
import { signedFile, sendPicture } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const path = "/settings/user/avatar";

/** A request may be larger than a picture, so that a picture over its own limit gets its own error. */
const MAX_REQUEST_BYTES = 2 * MAX_AVATAR_BYTES;

const avatarForm = z.object({
  avatar: fileField("Choose a picture", "JPG, PNG, WEBP, HEIC or HEIF, at most 5 MB"),
});

export const avatarEndpoints: readonly Endpoint[] = [
  post(path, {
    operationId: "setAvatar",
    tags,
    permission: "signed in",
    summary: "Set the caller's picture in place of the previous one; it is cropped square",
    body: formBody(avatarForm),
    returns: one(profileAnswer, "The caller's profile"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED", "AVATAR_TOO_LARGE", "AVATAR_TYPE_UNSUPPORTED"],
    maxBodyBytes: MAX_REQUEST_BYTES,
    run: async ({ env, body }) => {
      const content = await readWithin(body.avatar, MAX_AVATAR_BYTES, "AVATAR_TOO_LARGE");
      const profile = await env.runAction(api.accounts.profiles.setAvatar, { content });
      return toProfileAnswer(profile);
    },
  }),
  del(path, {
    operationId: "deleteAvatar",
    tags,
    permission: "signed in",
    summary: "Remove the caller's picture, if there is one",
    returns: gone("The caller has no picture"),
    usualRefusals: OWN_REFUSALS,
    run: async ({ env }) => {
      await env.runMutation(api.accounts.profiles.clearAvatar, {});
    },
  }),
  signedFile("/uploads/avatars/{id}", {
    operationId: "getAvatarFile",
    tags,
    permission: "signed in",
    summary: "Get the picture of somebody in the caller's kennels, by its signed address or with a token",
    params: z.object({ id: idParam("id", "The person's id") }),
    query: z.object({
      version: z.string().optional().openapi({ description: "Part of every avatarPath" }),
      signature: z.string().optional().openapi({ description: "Part of every avatarPath" }),
    }),
    returns: fileOf("The picture", "image/jpeg"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["NOT_FOUND"],
    signed: async (ctx, { id: userId }, signature) =>
      await ctx.runQuery(internal.accounts.profiles.getSignedFile, { userId, signature }),
    asked: async (ctx, { id: userId }) => await ctx.runQuery(api.accounts.profiles.getFile, { userId }),
    send: async (c, storageId, isSigned) => await sendPicture(c, { storageId, type: "image/jpeg" }, isSigned),
  }),
];
