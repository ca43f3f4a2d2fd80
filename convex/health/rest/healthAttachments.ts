/** The REST calls of a health record's attachments: contracts and handlers. Source: decision GAP-HLT-06. */
import { api, internal } from "../../_generated/api";
import { acceptAttachment } from "../model/attachmentUploads";
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
import { fileAnswer, fileField, fileQuery, MAX_REQUEST_BYTES, sendFile } from "../../platform/rest/files";
import { attachmentAnswer, toAttachmentAnswer } from "./healthEntities";
import { fileEndpoint } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];
const recordParams = z.object({ id: idParam("id", "The health record's id") });
const params = z.object({ id: idParam("id", "The attachment's id") });

const uploadForm = z.object({
  file: fileField("Choose a file", "PDF, DOC, DOCX, JPG, JPEG, PNG or TXT, at most 10 MB"),
  fileName: z.string().optional().openapi({ description: "The file's name; without it, that of the part" }),
});

export const uploadHealthAttachment = contract({
  operationId: "uploadHealthAttachment",
  method: "post",
  path: "/health/records/{id}/attachments",
  tags,
  summary: "Attach a file to a health record",
  "x-permission": "health:write",
  request: {
    params: recordParams,
    body: { required: true, content: { "multipart/form-data": { schema: uploadForm } } },
  },
  responses: {
    201: answer(wrapped(attachmentAnswer), "The stored attachment"),
    ...REFUSALS,
    400: refusal("VALIDATION_FAILED", "FILE_EMPTY"),
    409: refusal("ATTACHMENT_LIMIT_REACHED"),
    413: refusal("FILE_TOO_LARGE"),
    415: refusal("ATTACHMENT_TYPE_UNSUPPORTED"),
  },
});

export const listHealthAttachments = contract({
  operationId: "listHealthAttachments",
  method: "get",
  path: "/health/records/{id}/attachments",
  tags,
  summary: "List a health record's attachments, the first added first",
  "x-permission": "health:read",
  request: { params: recordParams },
  responses: { 200: answer(wrapped(z.array(attachmentAnswer)), "The attachments"), ...REFUSALS },
});

export const deleteHealthAttachment = contract({
  operationId: "deleteHealthAttachment",
  method: "delete",
  path: "/health/attachments/{id}",
  tags,
  summary: "Delete an attachment and its file",
  "x-permission": "health:write",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The attachment is gone"), ...REFUSALS },
});

export const downloadHealthAttachment = contract({
  operationId: "downloadHealthAttachment",
  method: "get",
  path: "/health/attachments/{id}/download",
  tags,
  summary: "Get an attachment's file, by its signed address or with a token",
  "x-permission": "health:read",
  request: { params, query: fileQuery },
  responses: { 200: fileAnswer, ...REFUSALS },
});

export const healthAttachmentEndpoints: Endpoint[] = [
  endpoint(
    uploadHealthAttachment,
    async (c) => {
      const { file, fileName } = c.req.valid("form");
      const stored = await acceptAttachment(c.env, file, {
        recordId: c.req.valid("param").id,
        fileName: fileName ?? (file instanceof File ? file.name : ""),
      });
      return c.json({ data: toAttachmentAnswer(stored) }, 201);
    },
    { maxBodyBytes: MAX_REQUEST_BYTES },
  ),
  endpoint(listHealthAttachments, async (c) => {
    const attachments = await c.env.runQuery(api.health.healthAttachments.list, {
      recordId: c.req.valid("param").id,
    });
    return c.json({ data: attachments.map(toAttachmentAnswer) }, 200);
  }),
  endpoint(deleteHealthAttachment, async (c) => {
    await c.env.runMutation(api.health.healthAttachments.remove, { attachmentId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  fileEndpoint(downloadHealthAttachment, {
    signed: async (ctx, { id: attachmentId }, signature) =>
      await ctx.runQuery(internal.health.healthAttachments.getSignedFile, { attachmentId, signature }),
    asked: async (ctx, { id: attachmentId }) =>
      await ctx.runQuery(api.health.healthAttachments.getFile, { attachmentId }),
    send: async (c, { mimeType: type, ...file }) => await sendFile(c, { ...file, type }),
  }),
];
