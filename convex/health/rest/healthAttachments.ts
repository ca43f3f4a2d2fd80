/** The REST calls of a health record's attachments. Source: decision GAP-HLT-06. */
import { api, internal } from "../../_generated/api";
import { attachmentOf } from "../model/attachmentUploads";
import { acceptRequestFile } from "../../platform/model/files/uploadedFiles";
import {
  ANY_FILE,
  formBody,
  get,
  idParam,
  listOf,
  oneOf,
  post,
  type Endpoint,
} from "../../platform/rest/calls";
import { fileField, fileQuery, MAX_REQUEST_BYTES, nameOf, sendFile } from "../../platform/rest/files";
import { resource } from "../../platform/rest/resource";
import { signedFile } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";
import { attachment } from "./healthEntities";

const tags = ["Health"];
const recordParams = z.object({ id: idParam("id", "The health record's id") });

const uploadForm = z.object({
  file: fileField("Choose a file", "PDF, DOC, DOCX, JPG, JPEG, PNG or TXT, at most 10 MB"),
  fileName: z.string().optional().openapi({ description: "The file's name; without it, that of the part" }),
});

const attachments = resource({
  path: "/health/attachments",
  tags,
  rights: "health",
  noun: "attachment",
  operation: "HealthAttachment",
  id: "attachmentId",
  answer: attachment,
});

export const healthAttachmentEndpoints: Endpoint[] = [
  post("/health/records/{id}/attachments", {
    operationId: "uploadHealthAttachment",
    tags,
    permission: "health:write",
    summary: "Attach a file to a health record",
    params: recordParams,
    body: formBody(uploadForm),
    returns: oneOf(attachment, "The stored attachment"),
    refusals: ["FILE_EMPTY", "ATTACHMENT_LIMIT_REACHED", "FILE_TOO_LARGE", "ATTACHMENT_TYPE_UNSUPPORTED"],
    maxBodyBytes: MAX_REQUEST_BYTES,
    run: async ({ env, params, body: { file, fileName } }) =>
      await acceptRequestFile(
        env,
        file,
        attachmentOf(env, { recordId: params.id, fileName: fileName ?? nameOf(file) }),
      ),
  }),
  get("/health/records/{id}/attachments", {
    operationId: "listHealthAttachments",
    tags,
    permission: "health:read",
    summary: "List a health record's attachments, the first added first",
    params: recordParams,
    returns: listOf(attachment, "The attachments"),
    run: async ({ env, params }) =>
      await env.runQuery(api.health.healthAttachments.list, { recordId: params.id }),
  }),
  attachments.remove({
    summary: "Delete an attachment and its file",
    run: async (env, args) => await env.runMutation(api.health.healthAttachments.remove, args),
  }),
  signedFile("/health/attachments/{id}/download", {
    operationId: "downloadHealthAttachment",
    tags,
    permission: "health:read",
    summary: "Get an attachment's file, by its signed address or with a token",
    params: z.object({ id: idParam("id", "The attachment's id") }),
    query: fileQuery,
    returns: ANY_FILE,
    signed: async (ctx, { id: attachmentId }, signature) =>
      await ctx.runQuery(internal.health.healthAttachments.getSignedFile, { attachmentId, signature }),
    asked: async (ctx, { id: attachmentId }) =>
      await ctx.runQuery(api.health.healthAttachments.getFile, { attachmentId }),
    send: async (c, { mimeType: type, ...file }) => await sendFile(c, { ...file, type }),
  }),
];
