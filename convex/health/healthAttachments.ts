/** The registered functions of a health record's attachments: upload addresses, add, list, remove, and files. */
import { v } from "convex/values";
import { internalQuery, signedInAction } from "../platform/functions";
import {
  attachmentMutation,
  attachmentQuery,
  healthRecordMutation,
  healthRecordQuery,
  innerHealthRecordMutation,
  innerHealthRecordQuery,
} from "./builders";
import { attachmentOf } from "./model/attachmentUploads";
import { acceptUploadedFile } from "../platform/model/files/uploadedFiles";
import {
  addAttachment,
  admitAttachment,
  attachmentFileOf,
  attachmentFileShape,
  attachmentShape,
  findSignedAttachment,
  giveAttachmentAddress,
  listAttachments,
  newAttachmentArgs,
  removeAttachment,
  type HealthAttachment,
} from "./model/healthAttachments";

/** The attachments are in the order in which they were added. */
export const list = healthRecordQuery({
  permission: "health:read",
  args: {},
  returns: v.array(attachmentShape),
  handler: async (ctx) => await listAttachments(ctx, ctx.record),
});

export const generateUploadUrl = healthRecordMutation({
  permission: "health:write",
  args: { bytes: v.optional(v.number()) },
  returns: v.string(),
  handler: async (ctx, { bytes }) => await giveAttachmentAddress(ctx, ctx.access, ctx.record, bytes),
});

/** The attachment is sent within the request. Throws if the caller may not add an attachment to the record now. */
export const admit = innerHealthRecordMutation({
  permission: "health:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitAttachment(ctx, ctx.access, ctx.record),
});

export const checkRight = innerHealthRecordQuery({
  permission: "health:write",
  args: {},
  returns: v.null(),
  handler: async () => null,
});

export const add = signedInAction({
  permission: "health:write",
  args: { recordId: v.string(), storageId: v.id("_storage"), fileName: v.string() },
  returns: attachmentShape,
  handler: async (ctx, { storageId, ...description }): Promise<HealthAttachment> =>
    await acceptUploadedFile(ctx, storageId, attachmentOf(ctx, description)),
});

/** The file must have been checked. */
export const insert = innerHealthRecordMutation({
  permission: "health:write",
  args: newAttachmentArgs,
  returns: attachmentShape,
  handler: async (ctx, args) => await addAttachment(ctx, ctx, args),
});

/** The file is kept for some time. */
export const remove = attachmentMutation({
  permission: "health:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeAttachment(ctx, ctx.attachment),
});

export const getFile = attachmentQuery({
  permission: "health:read",
  args: {},
  returns: attachmentFileShape,
  handler: async (ctx) => attachmentFileOf(ctx.attachment),
});

export const getSignedFile = internalQuery({
  args: { attachmentId: v.string(), signature: v.string() },
  returns: v.union(attachmentFileShape, v.null()),
  handler: async (ctx, args) => await findSignedAttachment(ctx, args),
});
