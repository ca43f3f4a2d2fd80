/** The registered functions of a breeding's documents: upload addresses, add, list, remove, and files. */
import { v } from "convex/values";
import { internalQuery, signedInAction } from "../platform/functions";
import {
  breedingMutation,
  breedingQuery,
  documentMutation,
  documentQuery,
  innerBreedingMutation,
  innerBreedingQuery,
} from "./builders";
import {
  addDocument,
  admitDocument,
  documentFileOf,
  documentFileShape,
  documentShape,
  giveDocumentAddress,
  findSignedDocument,
  listDocuments,
  newDocumentArgs,
  removeDocument,
  type BreedingDocument,
} from "./model/breedingDocuments";
import { documentOf } from "./model/documentUploads";
import { acceptUploadedFile } from "../platform/model/files/uploadedFiles";

/** The newest document is first. */
export const list = breedingQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: v.array(documentShape),
  handler: async (ctx) => await listDocuments(ctx, ctx.breeding),
});

export const generateUploadUrl = breedingMutation({
  permission: "breeding:write & finances:write",
  args: { bytes: v.optional(v.number()) },
  returns: v.string(),
  handler: async (ctx, { bytes }) => await giveDocumentAddress(ctx, ctx.access, ctx.breeding, bytes),
});

/** Throws if the caller may not add a document to the breeding now. */
export const admit = innerBreedingMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitDocument(ctx, ctx.access, ctx.breeding),
});

export const checkRight = innerBreedingQuery({
  permission: "breeding:write & finances:write",
  args: {},
  returns: v.null(),
  handler: async () => null,
});

export const add = signedInAction({
  permission: "breeding:write & finances:write",
  args: {
    breedingId: v.string(),
    storageId: v.id("_storage"),
    fileName: v.string(),
    documentType: v.string(),
  },
  returns: documentShape,
  handler: async (ctx, { storageId, ...description }): Promise<BreedingDocument> =>
    await acceptUploadedFile(ctx, storageId, documentOf(ctx, description)),
});

/** The file must have been checked. */
export const insert = innerBreedingMutation({
  permission: "breeding:write & finances:write",
  args: newDocumentArgs,
  returns: documentShape,
  handler: async (ctx, args) => await addDocument(ctx, ctx.breeding, args),
});

/** The file is kept for some time. */
export const remove = documentMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeDocument(ctx, ctx.document),
});

export const getFile = documentQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: documentFileShape,
  handler: async (ctx) => documentFileOf(ctx.document),
});

export const getSignedFile = internalQuery({
  args: { documentId: v.string(), signature: v.string() },
  returns: v.union(documentFileShape, v.null()),
  handler: async (ctx, args) => await findSignedDocument(ctx, args),
});
