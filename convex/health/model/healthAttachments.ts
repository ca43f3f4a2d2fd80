/**
 * The files attached to health records. The row, the file and the record's count change in one transaction. The
 * address of a file is signed: anybody with the link can open the file, and nobody can guess the link. Sources:
 * rules HLT-14 to HLT-20, decisions GAP-HLT-06, GAP-HLT-07 and GAP-AUTH-05.
 */
import { v, type Infer } from "convex/values";
import { MAX_ATTACHMENTS_PER_RECORD } from "../../../domain/health/rules";
import { fail } from "../../../domain/errors";
import { attachmentNameOf } from "../../../domain/files/attachment-type";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { attachmentTypeValidator } from "../tables/healthAttachments";
import { RECORD_PARTS } from "../tables/healthRecords";
import { withPending } from "../../changes/follow";
import { removeRow } from "../../platform/model/changes/removing";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import type { Access } from "../../platform/model/people/identity";
import { isOrphan } from "../../platform/model/changes/cascades";
import { AddressSigner, ensurePhotoKeys, isSignedForReader } from "../../platform/model/files/photoAddresses";
import { admitFile, giveFileAddress, takeFile } from "../../platform/model/files/documentFiles";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

export const attachmentShape = v.object({
  _id: v.id("healthAttachments"),
  recordId: v.id("healthRecords"),
  fileName: v.string(),
  fileSize: v.number(),
  mimeType: attachmentTypeValidator,
  /** The path begins with /api and is valid for at least half a day. */
  filePath: v.string(),
  createdAt: v.number(),
});
export type HealthAttachment = Infer<typeof attachmentShape>;

/** The type and name are sent with the file. */
export const attachmentFileShape = v.object({
  storageId: v.id("_storage"),
  mimeType: attachmentTypeValidator,
  fileName: v.string(),
});
type AttachmentFile = Infer<typeof attachmentFileShape>;

const signedText = (attachmentId: string): string => `attachments/${attachmentId}`;

async function toAttachment(row: Doc<"healthAttachments">, signer: AddressSigner): Promise<HealthAttachment> {
  const signature = await signer.signForCaller(signedText(row._id));
  return {
    _id: row._id,
    recordId: row.recordId,
    fileName: row.fileName,
    fileSize: row.fileSize,
    mimeType: row.mimeType,
    filePath: `/health/attachments/${row._id}/download?signature=${signature}`,
    createdAt: row._creationTime,
  };
}

/** The attachments are in the order in which they were added. */
export async function listAttachments(
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"healthRecords">, "_id" | "kennelId">,
  signer = new AddressSigner(ctx),
): Promise<HealthAttachment[]> {
  const rows = await ctx.db
    .query("healthAttachments")
    .withIndex("by_kennel_and_record", (q) => q.eq("kennelId", kennelId).eq("recordId", _id))
    .take(MAX_ATTACHMENTS_PER_RECORD);
  return await Promise.all(rows.map(async (row) => await toAttachment(row, signer)));
}

function checkRoom(ctx: QueryCtx, record: Doc<"healthRecords">): void {
  const { attachmentCount } = withPending(ctx, RECORD_PARTS, record);
  if (attachmentCount >= MAX_ATTACHMENTS_PER_RECORD) {
    fail("ATTACHMENT_LIMIT_REACHED", { count: attachmentCount });
  }
}

/** Throws ATTACHMENT_LIMIT_REACHED, STORAGE_FULL or RATE_LIMITED. */
export async function admitAttachment(
  ctx: MutationCtx,
  access: Access,
  record: Doc<"healthRecords">,
): Promise<null> {
  checkRoom(ctx, record);
  return await admitFile(ctx, access);
}

/** Throws FILE_TOO_LARGE and the errors of admitAttachment. */
export async function giveAttachmentAddress(
  ctx: MutationCtx,
  access: Access,
  record: Doc<"healthRecords">,
  bytes: number | undefined,
): Promise<string> {
  checkRoom(ctx, record);
  return await giveFileAddress(ctx, access, bytes);
}

export const newAttachmentArgs = {
  storageId: v.id("_storage"),
  mimeType: attachmentTypeValidator,
  fileName: v.string(),
  /** The file was sent to an upload address that reserved storage. */
  isAwaited: v.optional(v.boolean()),
};

/**
 * A client repeats the call if the response is lost. An attachment may then already have been created from the
 * file.
 */
async function findSent(
  ctx: QueryCtx,
  record: Doc<"healthRecords">,
  storageId: Id<"_storage">,
): Promise<Doc<"healthAttachments"> | null> {
  const row = await ctx.db
    .query("healthAttachments")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .first();
  return row?.recordId === record._id ? row : null;
}

async function logAttachmentActivity(
  ctx: MutationCtx,
  { _id, kennelId, dogId, title: name }: Doc<"healthRecords">,
  title: "Attachment added" | "Attachment deleted",
): Promise<void> {
  const dog = await ctx.db.get("dogs", dogId);
  await logHealthActivity(ctx, {
    ...{ kennelId, dogId, title, description: dog ? `${dog.name}: ${name}` : name },
    record: { table: "healthRecords", id: _id },
  });
}

/** The file must have been checked. A repeated call returns the same attachment. */
export async function addAttachment(
  ctx: MutationCtx,
  { record }: { readonly record: Doc<"healthRecords"> },
  { storageId, mimeType, fileName, isAwaited }: AttachmentFile & { readonly isAwaited?: boolean },
): Promise<HealthAttachment> {
  await ensurePhotoKeys(ctx);
  const known = await findSent(ctx, record, storageId);
  if (known) return await toAttachment(known, new AddressSigner(ctx));
  checkRoom(ctx, record);
  const fileSize = await takeFile(ctx, record.kennelId, { storageId, isAwaited });
  const id = await ctx.db.insert("healthAttachments", {
    kennelId: record.kennelId,
    recordId: record._id,
    storageId,
    fileName: attachmentNameOf(fileName, mimeType),
    fileSize,
    mimeType,
  });
  await logAttachmentActivity(ctx, record, "Attachment added");
  const row = await getOrFail(ctx, "healthAttachments", id);
  return await toAttachment(row, new AddressSigner(ctx));
}

/** The file is kept for some time, so that the deletion can be undone. */
export async function removeAttachment(
  ctx: MutationCtx,
  attachment: Doc<"healthAttachments">,
): Promise<null> {
  await removeRow(ctx, "healthAttachments", attachment);
  const record = await ctx.db.get("healthRecords", attachment.recordId);
  if (record) await logAttachmentActivity(ctx, record, "Attachment deleted");
  return null;
}

export const attachmentFileOf = (row: Doc<"healthAttachments">): AttachmentFile => ({
  storageId: row.storageId,
  mimeType: row.mimeType,
  fileName: row.fileName,
});

/** Returns null if the address is invalid or expired, or if the user no longer has access. */
export async function findSignedAttachment(
  ctx: QueryCtx,
  { attachmentId, signature }: { attachmentId: string; signature: string },
): Promise<AttachmentFile | null> {
  const row = await findRow(ctx, "healthAttachments", attachmentId);
  if (!row) return null;
  const shown = { kennelId: row.kennelId, areas: ["health"] } as const;
  if (!(await isSignedForReader(ctx, shown, signedText(row._id), signature))) return null;
  return (await isOrphan(ctx, "healthAttachments", row)) ? null : attachmentFileOf(row);
}
