/** Takes files in as attachments of a health record, after a look at what they really are. */
import { attachmentTypeOf } from "../../../domain/files/attachment-type";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { HealthAttachment } from "./healthAttachments";
import { readFile, readUploadedFile, storeFile } from "../../platform/model/uploadedFiles";

interface Description {
  readonly recordId: string;
  readonly fileName: string;
}

function requireType(bytes: Uint8Array, { fileName }: Description) {
  if (bytes.length === 0) fail("FILE_EMPTY");
  return attachmentTypeOf(bytes, fileName) ?? fail("ATTACHMENT_TYPE_UNSUPPORTED");
}

/** Makes an attachment of a file that a browser sent to an upload address. */
export async function acceptSentAttachment(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
  description: Description,
): Promise<HealthAttachment> {
  // Whoever may not add to the record learns nothing of the file either.
  await ctx.runQuery(internal.health.healthAttachments.checkRight, { recordId: description.recordId });
  const mimeType = requireType(await readUploadedFile(ctx, storageId), description);
  return await ctx.runMutation(internal.health.healthAttachments.insert, {
    ...description,
    storageId,
    mimeType,
    isAwaited: true,
  });
}

/** Makes an attachment of a file in a request. */
export async function acceptAttachment(
  ctx: ActionCtx,
  file: Blob,
  description: Description,
): Promise<HealthAttachment> {
  await ctx.runMutation(internal.health.healthAttachments.admit, { recordId: description.recordId });
  const bytes = await readFile(file);
  const mimeType = requireType(bytes, description);
  return await storeFile(
    ctx,
    bytes,
    mimeType,
    async (storageId) =>
      await ctx.runMutation(internal.health.healthAttachments.insert, {
        ...description,
        storageId,
        mimeType,
      }),
  );
}
