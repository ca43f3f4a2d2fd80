/** The REST calls of a breeding's documents: contracts and handlers. Source: decision GAP-BRD-14. */
import { DOCUMENT_TYPES, FILE_TYPES } from "../../../domain/constants/documents";
import { api, internal } from "../../_generated/api";
import { acceptDocument } from "../model/documentUploads";
import type { BreedingDocument } from "../model/breedingDocuments";
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
import { fileEndpoint } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Breeding"];
const breedingParams = z.object({ id: idParam("id", "The breeding's id") });
const params = z.object({ id: idParam("id", "The document's id") });

export const documentAnswer = z
  .object({
    id: z.string(),
    breedingId: z.string(),
    documentType: z.enum(DOCUMENT_TYPES),
    fileName: z.string(),
    fileSize: z.number().int().openapi({ description: "Bytes" }),
    mimeType: z.enum(FILE_TYPES),
    filePath: z
      .string()
      .openapi({ description: "The file's address under /api, signed; it runs out after a day" }),
    createdAt: z.string(),
  })
  .openapi("BreedingDocument");

const toAnswer = ({ _id, downloadPath, createdAt, ...document }: BreedingDocument) => ({
  id: _id,
  ...document,
  filePath: downloadPath,
  createdAt: new Date(createdAt).toISOString(),
});

const uploadForm = z.object({
  document: fileField("Choose a file", "PDF, DOC, DOCX, JPG, PNG, WEBP or TXT, at most 10 MB"),
  documentType: z
    .enum(DOCUMENT_TYPES, { error: `Document type must be ${DOCUMENT_TYPES.join(", ")}` })
    .default("other"),
});

export const uploadBreedingDocument = contract({
  operationId: "uploadBreedingDocument",
  method: "post",
  path: "/breeding/{id}/documents",
  tags,
  summary: "Add a document to a breeding",
  "x-permission": "breeding:write",
  request: {
    params: breedingParams,
    body: { required: true, content: { "multipart/form-data": { schema: uploadForm } } },
  },
  responses: {
    201: answer(wrapped(documentAnswer), "The stored document"),
    ...REFUSALS,
    409: refusal("FILE_LIMIT_REACHED"),
    413: refusal("FILE_TOO_LARGE"),
    415: refusal("FILE_TYPE_UNSUPPORTED"),
  },
});

export const listBreedingDocuments = contract({
  operationId: "listBreedingDocuments",
  method: "get",
  path: "/breeding/{id}/documents",
  tags,
  summary: "List a breeding's documents, the newest first",
  "x-permission": "breeding:read",
  request: { params: breedingParams },
  responses: { 200: answer(wrapped(z.array(documentAnswer)), "The documents"), ...REFUSALS },
});

export const deleteBreedingDocument = contract({
  operationId: "deleteBreedingDocument",
  method: "delete",
  path: "/breeding/documents/{id}",
  tags,
  summary: "Delete a document and its file",
  "x-permission": "breeding:write",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The document is gone"), ...REFUSALS },
});

export const downloadBreedingDocument = contract({
  operationId: "downloadBreedingDocument",
  method: "get",
  path: "/breeding/documents/{id}/download",
  tags,
  summary: "Get a document's file, by its signed address or with a token",
  "x-permission": "breeding:read",
  request: {
    params,
    query: fileQuery,
  },
  responses: {
    200: fileAnswer,
    ...REFUSALS,
  },
});

export const breedingDocumentEndpoints: Endpoint[] = [
  endpoint(
    uploadBreedingDocument,
    async (c) => {
      const { document: file, documentType } = c.req.valid("form");
      const stored = await acceptDocument(c.env, file, {
        breedingId: c.req.valid("param").id,
        documentType,
        fileName: file instanceof File ? file.name : "",
      });
      return c.json({ data: toAnswer(stored) }, 201);
    },
    { maxBodyBytes: MAX_REQUEST_BYTES },
  ),
  endpoint(listBreedingDocuments, async (c) => {
    const documents = await c.env.runQuery(api.breedings.breedingDocuments.list, {
      breedingId: c.req.valid("param").id,
    });
    return c.json({ data: documents.map(toAnswer) }, 200);
  }),
  endpoint(deleteBreedingDocument, async (c) => {
    await c.env.runMutation(api.breedings.breedingDocuments.remove, { documentId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  fileEndpoint(downloadBreedingDocument, {
    signed: async (ctx, { id: documentId }, signature) =>
      await ctx.runQuery(internal.breedings.breedingDocuments.getSignedFile, { documentId, signature }),
    asked: async (ctx, { id: documentId }) =>
      await ctx.runQuery(api.breedings.breedingDocuments.getFile, { documentId }),
    send: async (c, { fileType: type, ...file }) => await sendFile(c, { ...file, type }),
  }),
];
