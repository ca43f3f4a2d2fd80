/** The REST calls of a breeding's documents: contracts and handlers. Source: decision GAP-BRD-14. */
import type { Context } from "hono";
import {
  DOCUMENT_TYPES,
  FILE_TYPES,
  MAX_FILE_BYTES,
  SHOWN_FILE_TYPES,
  type FileType,
} from "../../domain/constants/documents";
import { fail } from "../../domain/errors";
import { api, internal } from "../_generated/api";
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
  type RestEnv,
} from "./contract";
import { z } from "./zod";

const tags = ["Breeding"];
const breedingParams = z.object({ id: idParam("id", "The breeding's id") });
const params = z.object({ id: idParam("id", "The document's id") });

/** Bytes of a whole request: the file and a little for the other fields. */
const MAX_REQUEST_BYTES = MAX_FILE_BYTES + 64 * 1024;

/** A document is private, and may be deleted. */
const FILE_CACHE = "private, max-age=3600";

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
  document: z
    .custom<Blob>((value) => value instanceof Blob, "Choose a file")
    .openapi({
      type: "string",
      format: "binary",
      description: "PDF, DOC, DOCX, JPG, PNG, WEBP or TXT, at most 10 MB",
    }),
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
    query: z.object({
      signature: z.string().optional().openapi({ description: "Part of every filePath" }),
      show: z.enum(["true", "false"], { error: "show must be true or false" }).optional().openapi({
        description: "Opens a PDF or picture in the browser instead of saving it",
        default: "false",
      }),
    }),
  },
  responses: {
    200: {
      description: "The file",
      content: { "application/octet-stream": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...REFUSALS,
  },
});

/** Finds the file that the request's signature opens; null without one that holds. */
async function signedFile(c: Context<RestEnv>) {
  const { id: documentId = "" } = c.req.param() as Partial<Record<string, string>>; // the route names it
  const signature = c.req.query("signature");
  if (signature === undefined) return null;
  return await c.env.runQuery(internal.breedingDocuments.getSignedFile, { documentId, signature });
}

/** Writes a file's name for the header: whole for those who read RFC 6266, in plain letters for the others. */
export function dispositionOf(fileName: string, isShown: boolean): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, "_");
  const kind = isShown ? "inline" : "attachment";
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(fileName)}`;
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const isShown = (type: FileType): boolean => SHOWN_FILE_TYPES.includes(type);

const contentTypeOf = (type: FileType): string => (type === "text/plain" ? `${type}; charset=utf-8` : type);

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
    const documents = await c.env.runQuery(api.breedingDocuments.list, {
      breedingId: c.req.valid("param").id,
    });
    return c.json({ data: documents.map(toAnswer) }, 200);
  }),
  endpoint(deleteBreedingDocument, async (c) => {
    await c.env.runMutation(api.breedingDocuments.remove, { documentId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(
    downloadBreedingDocument,
    async (c) => {
      const documentId = c.req.valid("param").id;
      const { storageId, fileType, fileName } =
        (await signedFile(c)) ?? (await c.env.runQuery(api.breedingDocuments.getFile, { documentId }));
      const file = (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND");
      return c.body(await file.arrayBuffer(), 200, {
        "Content-Type": contentTypeOf(fileType),
        "Content-Disposition": dispositionOf(
          fileName,
          c.req.valid("query").show === "true" && isShown(fileType),
        ),
        "Cache-Control": FILE_CACHE,
        "X-Content-Type-Options": "nosniff",
      });
    },
    { admits: async (c) => (await signedFile(c)) !== null },
  ),
];
