/**
 * The health tests of dogs. Their meaning for a mating is calculated on request (breedings/model/compatibility.ts).
 */
import { v, type Infer } from "convex/values";
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { failOnFields } from "../../../domain/errors";
import { HEALTH_TEST_FIELDS } from "../../../domain/health/record";
import { MAX_TESTS_PER_DOG } from "../../../domain/health/rules";
import { healthTestSchema } from "../../../domain/health/schemas";
import { describeResult, testTitle } from "../../../domain/health/test-results";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fileTypeValidator } from "../../platform/tables/shared";
import { testResultValidator } from "../tables/healthTests";
import { testRowsOf } from "./healthTestRows";
import { recordKind } from "../../platform/model/changes/recordKind";
import { trustedToday } from "../../platform/model/people/today";
import { AddressSigner } from "../../platform/model/files/photoAddresses";

export const certificateFileShape = v.object({
  storageId: v.id("_storage"),
  fileType: fileTypeValidator,
  fileName: v.string(),
});
export type CertificateFile = Infer<typeof certificateFileShape>;

const certificateShape = v.union(
  v.object({
    fileName: v.string(),
    fileSize: v.number(),
    mimeType: fileTypeValidator,
    /** The path begins with /api and is valid for at least half a day. */
    downloadPath: v.string(),
  }),
  v.null(),
);

/** The signature of a certificate's address covers this text. A new file gets a new address. */
export const certificateText = (row: Doc<"healthTests">): string =>
  `tests/${row._id}/${row.certificate?.storageId ?? ""}`;

async function certificateOf(
  row: Doc<"healthTests">,
  signer: AddressSigner,
): Promise<Infer<typeof certificateShape>> {
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

const titleOf = (row: Doc<"healthTests">): string => testTitle({ ...row, name: row.name ?? null });

export const healthTests = recordKind({
  table: "healthTests",
  fields: HEALTH_TEST_FIELDS,
  also: { result: testResultValidator },
  args: { today: v.string() },
  schema: healthTestSchema,
  index: "by_kennel_and_dog_and_tested",
  most: MAX_TESTS_PER_DOG,
  activity: {
    type: "health_record",
    noun: "Health test",
    added: "Health test recorded",
    nameOf: titleOf,
    newsOf: (row) => `${titleOf(row)}, ${describeResult(row)}`,
  },
  more: {
    shape: { dogId: v.id("dogs"), certificate: certificateShape },
    reader: (ctx) => {
      const signer = new AddressSigner(ctx);
      return async (row) => ({ dogId: row.dogId, certificate: await certificateOf(row, signer) });
    },
  },
  admit: (_, { dog, values: { testedOn }, args: { today } }) => {
    const bounds = { today: trustedToday(today), bornOn: dog?.dateOfBirth };
    failOnFields(checkLifeDay("testedOn", "Test date", testedOn, bounds));
  },
});

export type HealthTest = Infer<typeof healthTests.shape>;

/** The newest test is first. */
export async function listHealthTests(ctx: QueryCtx, dog: Doc<"dogs">): Promise<HealthTest[]> {
  return await Promise.all((await testRowsOf(ctx, dog)).map(healthTests.answering(ctx)));
}
