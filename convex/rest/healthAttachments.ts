/** The REST calls of a health record's attachments: contracts and handlers. Source: decision GAP-HLT-06. */
import type { Context } from "hono";
import { api, internal } from "../_generated/api";
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
  type RestEnv,
} from "./contract";
import { fileAnswer, fileQuery, MAX_REQUEST_BYTES, sendFile } from "./files";
import { attachmentAnswer, toAttachmentAnswer } from "./healthEntities";
import { z } from "./zod";

const tags = ["Health"];
const recordParams = z.object({ id: idParam("id", "The health record's id") });
const params = z.object({ id: idParam("id", "The attachment's id") });

const uploadForm = z.object({
  file: z
    .custom<Blob>((value) => value instanceof Blob, "Choose a file")
    .openapi({
      type: "string",
      format: "binary",
      description: "PDF, DOC, DOCX, JPG, JPEG, PNG or TXT, at most 10 MB",
    }),
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

/** Finds the file that the request's signature opens; null without one that holds. */
async function signedFile(c: Context<RestEnv>) {
  const { id: attachmentId = "" } = c.req.param() as Partial<Record<string, string>>; // the route names it
  const signature = c.req.query("signature");
  if (signature === undefined) return null;
  return await c.env.runQuery(internal.healthAttachments.getSignedFile, { attachmentId, signature });
}

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
    const attachments = await c.env.runQuery(api.healthAttachments.list, {
      recordId: c.req.valid("param").id,
    });
    return c.json({ data: attachments.map(toAttachmentAnswer) }, 200);
  }),
  endpoint(deleteHealthAttachment, async (c) => {
    await c.env.runMutation(api.healthAttachments.remove, { attachmentId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(
    downloadHealthAttachment,
    async (c) => {
      const attachmentId = c.req.valid("param").id;
      const { mimeType, ...file } =
        (await signedFile(c)) ?? (await c.env.runQuery(api.healthAttachments.getFile, { attachmentId }));
      return await sendFile(c, { ...file, type: mimeType }, c.req.valid("query").show === "true");
    },
    { admits: async (c) => (await signedFile(c)) !== null },
  ),
];
