/** The REST calls of a breeding's documents. Source: decision GAP-BRD-14. */
import { DOCUMENT_TYPES } from "../../../domain/files/rules";
import { api, internal } from "../../_generated/api";
import { documentOf } from "../model/documentUploads";
import { acceptRequestFile } from "../../platform/model/files/uploadedFiles";
import { documentShape, type BreedingDocument } from "../model/breedingDocuments";
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
import { count } from "../../platform/rest/entities";
import {
  fileField,
  fileQuery,
  MAX_REQUEST_BYTES,
  nameOf,
  sendFile,
  signedPath,
} from "../../platform/rest/files";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { signedFile } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Breeding"];
const breedingParams = z.object({ id: idParam("id", "The breeding's id") });
const params = z.object({ id: idParam("id", "The document's id") });

const document = answerOf("BreedingDocument", documentShape.omit("downloadPath"), {
  about: { fileSize: count.openapi({ description: "Bytes" }) },
  more: {
    shape: { filePath: signedPath },
    of: ({ downloadPath: filePath }: BreedingDocument) => ({ filePath }),
  },
});

const uploadForm = z.object({
  document: fileField("Choose a file", "PDF, DOC, DOCX, JPG, PNG, WEBP or TXT, at most 10 MB"),
  documentType: z
    .enum(DOCUMENT_TYPES, { error: `Document type must be ${DOCUMENT_TYPES.join(", ")}` })
    .default("other"),
});

const rights = {
  read: "breeding:read & finances:read",
  write: "breeding:write & finances:write",
} as const;

const documents = resource({
  path: "/breeding/documents",
  tags,
  rights,
  noun: "document",
  operation: "BreedingDocument",
  id: "documentId",
  answer: document,
});

export const breedingDocumentEndpoints: Endpoint[] = [
  post("/breeding/{id}/documents", {
    operationId: "uploadBreedingDocument",
    tags,
    permission: rights.write,
    summary: "Add a document to a breeding",
    params: breedingParams,
    body: formBody(uploadForm),
    returns: oneOf(document, "The stored document"),
    refusals: ["FILE_LIMIT_REACHED", "FILE_TOO_LARGE", "FILE_TYPE_UNSUPPORTED"],
    maxBodyBytes: MAX_REQUEST_BYTES,
    run: async ({ env, params, body: { document: file, documentType } }) =>
      await acceptRequestFile(
        env,
        file,
        documentOf(env, { breedingId: params.id, documentType, fileName: nameOf(file) }),
      ),
  }),
  get("/breeding/{id}/documents", {
    operationId: "listBreedingDocuments",
    tags,
    permission: rights.read,
    summary: "List a breeding's documents, the newest first",
    params: breedingParams,
    returns: listOf(document, "The documents"),
    run: async ({ env, params }) =>
      await env.runQuery(api.breedings.breedingDocuments.list, { breedingId: params.id }),
  }),
  documents.remove({
    summary: "Delete a document and its file",
    run: async (env, args) => await env.runMutation(api.breedings.breedingDocuments.remove, args),
  }),
  signedFile("/breeding/documents/{id}/download", {
    operationId: "downloadBreedingDocument",
    tags,
    permission: rights.read,
    summary: "Get a document's file, by its signed address or with a token",
    params,
    query: fileQuery,
    returns: ANY_FILE,
    signed: async (ctx, { id: documentId }, signature) =>
      await ctx.runQuery(internal.breedings.breedingDocuments.getSignedFile, { documentId, signature }),
    asked: async (ctx, { id: documentId }) =>
      await ctx.runQuery(api.breedings.breedingDocuments.getFile, { documentId }),
    send: async (c, { fileType: type, ...file }) => await sendFile(c, { ...file, type }),
  }),
];
