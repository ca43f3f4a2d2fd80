/** Creates attachments of a health record from uploaded files, after checking their real content type. */
import { attachmentTypeOf } from "../../../domain/files/attachment-type";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { HealthAttachment } from "./healthAttachments";
import type { AcceptedFile } from "../../platform/model/files/uploadedFiles";

interface Description {
  readonly recordId: string;
  readonly fileName: string;
}

type Type = HealthAttachment["mimeType"];

export const attachmentOf = (ctx: ActionCtx, { recordId, fileName }: Description) => ({
  checkRight: async () => await ctx.runQuery(internal.health.healthAttachments.checkRight, { recordId }),
  admit: async () => await ctx.runMutation(internal.health.healthAttachments.admit, { recordId }),
  typeOf: (bytes: Uint8Array): Type => {
    if (bytes.length === 0) fail("FILE_EMPTY");
    return attachmentTypeOf(bytes, fileName) ?? fail("ATTACHMENT_TYPE_UNSUPPORTED");
  },
  insert: async ({ type: mimeType, ...file }: AcceptedFile<Type>): Promise<HealthAttachment> =>
    await ctx.runMutation(internal.health.healthAttachments.insert, {
      ...{ recordId, fileName, mimeType },
      ...file,
    }),
});
