/** The certificate of a health test. A test has at most one certificate. */
import { v, type ObjectType } from "convex/values";
import { fail } from "../../../domain/errors";
import { cleanFileName, fileTypeOf } from "../../../domain/files/file-type";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { fileTypeValidator } from "../../platform/tables/shared";
import { requireHealthTest } from "./healthTestRows";
import { certificateText, healthTests, type CertificateFile, type HealthTest } from "./healthTests";
import type { ReachedDog } from "../../platform/model/people/identity";
import { isOrphan } from "../../platform/model/changes/cascades";
import { ensurePhotoKeys, isSignedForReader } from "../../platform/model/files/photoAddresses";
import { acceptUploadedFile } from "../../platform/model/files/uploadedFiles";
import { giveFileAddress, takeFile } from "../../platform/model/files/documentFiles";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

export const certificateArgs = {
  testId: v.string(),
  storageId: v.id("_storage"),
  fileType: fileTypeValidator,
  fileName: v.string(),
};

/** Throws NOT_FOUND, FILE_TOO_LARGE, STORAGE_FULL or RATE_LIMITED. */
export async function admitCertificate(
  ctx: MutationCtx,
  { dog, access }: ReachedDog,
  { testId, bytes }: { testId: string; bytes?: number | undefined },
): Promise<string> {
  const { certificate } = await requireHealthTest(ctx, dog, testId);
  return await giveFileAddress(ctx, access, bytes, certificate?.fileSize);
}

/** The file was sent to an upload address. */
export async function acceptCertificate(
  ctx: ActionCtx,
  description: { dogId: string; testId: string; storageId: Id<"_storage">; fileName: string },
): Promise<HealthTest> {
  const { dogId, testId, storageId } = description;
  return await acceptUploadedFile(ctx, storageId, {
    checkRight: async () => await ctx.runQuery(internal.health.healthTests.checkRight, { dogId, testId }),
    typeOf: (bytes) => fileTypeOf(bytes) ?? fail("FILE_TYPE_UNSUPPORTED"),
    insert: async ({ type: fileType }): Promise<HealthTest> =>
      await ctx.runMutation(internal.health.healthTests.insertCertificate, { ...description, fileType }),
  });
}

/** A repeated call with the same file returns the same test. */
export async function setCertificate(
  ctx: MutationCtx,
  { dog }: ReachedDog,
  { testId, storageId, fileType, fileName }: ObjectType<typeof certificateArgs>,
): Promise<HealthTest> {
  await ensurePhotoKeys(ctx);
  const row = await requireHealthTest(ctx, dog, testId);
  if (row.certificate?.storageId !== storageId) {
    const sent = { storageId, isAwaited: true };
    const fileSize = await takeFile(ctx, dog.kennelId, sent, row.certificate?.fileSize);
    await ctx.db.patch("healthTests", row._id, {
      certificate: {
        storageId,
        fileName: cleanFileName(fileName, fileType),
        fileSize,
        fileType,
      },
    });
  }
  const saved = await getOrFail(ctx, "healthTests", row._id);
  return await healthTests.describe(ctx, saved);
}

export async function removeCertificate(
  ctx: MutationCtx,
  { dog }: ReachedDog,
  testId: string,
): Promise<null> {
  const row = await requireHealthTest(ctx, dog, testId);
  await ctx.db.patch("healthTests", row._id, { certificate: undefined });
  return null;
}

const fileOf = ({ certificate }: Doc<"healthTests">): CertificateFile | null =>
  certificate
    ? {
        storageId: certificate.storageId,
        fileType: certificate.fileType,
        fileName: certificate.fileName,
      }
    : null;

/** Throws NOT_FOUND if the test has no certificate. */
export async function certificateFileOf(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  testId: string,
): Promise<CertificateFile> {
  return fileOf(await requireHealthTest(ctx, dog, testId)) ?? fail("NOT_FOUND");
}

/** Returns null if the signature is wrong or expired, or if the person may no longer read the file. */
export async function findSignedCertificate(
  ctx: QueryCtx,
  { testId, signature }: { testId: string; signature: string },
): Promise<CertificateFile | null> {
  const row = await findRow(ctx, "healthTests", testId);
  if (!row) return null;
  const shown = { kennelId: row.kennelId, areas: ["health"] } as const;
  if (!(await isSignedForReader(ctx, shown, certificateText(row), signature))) return null;
  return (await isOrphan(ctx, "healthTests", row)) ? null : fileOf(row);
}
