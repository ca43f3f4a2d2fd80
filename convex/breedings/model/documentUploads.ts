/** Creates documents from uploaded files after checking their real content type. */
import type { FileType } from "../../../domain/files/rules";
import { fail } from "../../../domain/errors";
import { fileTypeOf } from "../../../domain/files/file-type";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { BreedingDocument } from "./breedingDocuments";
import type { AcceptedFile } from "../../platform/model/files/uploadedFiles";

interface Description {
  readonly breedingId: string;
  readonly fileName: string;
  readonly documentType: string;
}

export const documentOf = (ctx: ActionCtx, { breedingId, ...details }: Description) => ({
  checkRight: async () => await ctx.runQuery(internal.breedings.breedingDocuments.checkRight, { breedingId }),
  admit: async () => await ctx.runMutation(internal.breedings.breedingDocuments.admit, { breedingId }),
  typeOf: (bytes: Uint8Array) => fileTypeOf(bytes) ?? fail("FILE_TYPE_UNSUPPORTED"),
  insert: async ({ type: fileType, ...file }: AcceptedFile<FileType>): Promise<BreedingDocument> =>
    await ctx.runMutation(internal.breedings.breedingDocuments.insert, {
      ...{ breedingId, fileType },
      ...details,
      ...file,
    }),
});
