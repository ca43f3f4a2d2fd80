/** The REST calls of a health record's attachments: one call each. Source: decision GAP-HLT-06. */
import { api, internal } from "../../_generated/api";
import { acceptAttachment } from "../model/attachmentUploads";
import {
  formBody,
  one,
  gone,
  idParam,
  get,
  post,
  del,
  type Endpoint,
  ANY_FILE,
} from "../../platform/rest/calls";
import { fileField, fileQuery, MAX_REQUEST_BYTES, sendFile } from "../../platform/rest/files";
import { attachmentAnswer, toAttachmentAnswer } from "./healthEntities";
import { signedFile } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];
const recordParams = z.object({ id: idParam("id", "The health record's id") });
const params = z.object({ id: idParam("id", "The attachment's id") });

const uploadForm = z.object({
  file: fileField("Choose a file", "PDF, DOC, DOCX, JPG, JPEG, PNG or TXT, at most 10 MB"),
  fileName: z.string().optional().openapi({ description: "The file's name; without it, that of the part" }),
});

export const healthAttachmentEndpoints: Endpoint[] = [
  post("/health/records/{id}/attachments", {
    operationId: "uploadHealthAttachment",
    tags,
    permission: "health:write",
    summary: "Attach a file to a health record",
    params: recordParams,
    body: formBody(uploadForm),
    returns: one(attachmentAnswer, "The stored attachment"),
    refusals: ["FILE_EMPTY", "ATTACHMENT_LIMIT_REACHED", "FILE_TOO_LARGE", "ATTACHMENT_TYPE_UNSUPPORTED"],
    maxBodyBytes: MAX_REQUEST_BYTES,
    run: async ({ env, params, body: { file, fileName } }) => {
      const stored = await acceptAttachment(env, file, {
        recordId: params.id,
        fileName: fileName ?? (file instanceof File ? file.name : ""),
      });
      return toAttachmentAnswer(stored);
    },
  }),
  get("/health/records/{id}/attachments", {
    operationId: "listHealthAttachments",
    tags,
    permission: "health:read",
    summary: "List a health record's attachments, the first added first",
    params: recordParams,
    returns: one(z.array(attachmentAnswer), "The attachments"),
    run: async ({ env, params }) => {
      const attachments = await env.runQuery(api.health.healthAttachments.list, {
        recordId: params.id,
      });
      return attachments.map(toAttachmentAnswer);
    },
  }),
  del("/health/attachments/{id}", {
    operationId: "deleteHealthAttachment",
    tags,
    permission: "health:write",
    summary: "Delete an attachment and its file",
    params,
    returns: gone("The attachment was deleted"),
    run: async ({ env, params }) => {
      await env.runMutation(api.health.healthAttachments.remove, { attachmentId: params.id });
    },
  }),
  signedFile("/health/attachments/{id}/download", {
    operationId: "downloadHealthAttachment",
    tags,
    permission: "health:read",
    summary: "Get an attachment's file, by its signed address or with a token",
    params,
    query: fileQuery,
    returns: ANY_FILE,
    signed: async (ctx, { id: attachmentId }, signature) =>
      await ctx.runQuery(internal.health.healthAttachments.getSignedFile, { attachmentId, signature }),
    asked: async (ctx, { id: attachmentId }) =>
      await ctx.runQuery(api.health.healthAttachments.getFile, { attachmentId }),
    send: async (c, { mimeType: type, ...file }) => await sendFile(c, { ...file, type }),
  }),
];
