/** What functions take and return for health tests, and how a dog's tests are read. */
import { v, type Infer } from "convex/values";
import { HEALTH_TEST_FIELDS } from "../../../domain/health/record";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fileTypeValidator } from "../../platform/tables/shared";
import { testResultValidator } from "../tables/healthTests";
import { testRowsOf } from "./healthTestRows";
import { AddressSigner } from "../../platform/model/files/photoAddresses";
import { answerFields, answerOf, newArgs } from "../../platform/tables/recordValidators";

export const healthTestArgs = { ...newArgs(HEALTH_TEST_FIELDS), result: testResultValidator };

export const certificateFileShape = v.object({
  storageId: v.id("_storage"),
  fileType: fileTypeValidator,
  fileName: v.string(),
});
export type CertificateFile = Infer<typeof certificateFileShape>;

export const healthTestShape = v.object({
  _id: v.id("healthTests"),
  dogId: v.id("dogs"),
  ...answerFields(HEALTH_TEST_FIELDS),
  result: testResultValidator,
  certificate: v.union(
    v.object({
      fileName: v.string(),
      fileSize: v.number(),
      mimeType: fileTypeValidator,
      /** Where the file is, under /api; it holds for half a day at least. */
      downloadPath: v.string(),
    }),
    v.null(),
  ),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type HealthTest = Infer<typeof healthTestShape>;

/** What a signature of a certificate's address covers; another file has another address. */
export const certificateText = (row: Doc<"healthTests">): string =>
  `tests/${row._id}/${row.certificate?.storageId ?? ""}`;

async function certificateOf(
  row: Doc<"healthTests">,
  signer: AddressSigner,
): Promise<HealthTest["certificate"]> {
  if (!row.certificate) return null;
  const { fileName, fileSize, fileType } = row.certificate;
  const signature = await signer.signForCaller(certificateText(row));
  return {
    fileName,
    fileSize,
    mimeType: fileType,
    downloadPath: `/dogs/${row.dogId}/health-tests/${row._id}/certificate?signature=${signature}`,
  };
}

/** Makes the response of a stored test. */
export const toHealthTest = async (row: Doc<"healthTests">, signer: AddressSigner): Promise<HealthTest> => ({
  _id: row._id,
  dogId: row.dogId,
  ...answerOf(HEALTH_TEST_FIELDS, row),
  result: row.result,
  certificate: await certificateOf(row, signer),
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});

/** Lists a dog's tests, the newest first. */
export async function listHealthTests(ctx: QueryCtx, dog: Doc<"dogs">): Promise<HealthTest[]> {
  const signer = new AddressSigner(ctx);
  return await Promise.all((await testRowsOf(ctx, dog)).map(async (row) => await toHealthTest(row, signer)));
}
