/** The REST calls of a dog's health tests: the list, and the file of a certificate. */
import type { z as Zod } from "@hono/zod-openapi";
import { FILE_TYPES } from "../../../domain/files/rules";
import { fail } from "../../../domain/errors";
import { describeResult, testTitle } from "../../../domain/health/test-results";
import { HEALTH_TEST_FIELDS } from "../../../domain/health/record";
import { omitFields } from "../../../domain/records/record";
import { api, internal } from "../../_generated/api";
import type { HealthTest } from "../model/healthTests";
import { answer, ANY_FILE, get, idParam, listOf, type Endpoint } from "../../platform/rest/calls";
import { toInstant } from "../../platform/rest/entities";
import { fileQuery, sendFile, signedPath } from "../../platform/rest/files";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { signedFile } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];
const dogParam = { dogId: idParam("dogId", "The dog's id") };
const sideAnswer = <Value extends Zod.ZodType>(value: Value) => value.nullable();

const resultAnswer = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("grade"), grade: z.string() }),
    z.object({ type: z.literal("sides"), left: sideAnswer(z.string()), right: sideAnswer(z.string()) }),
    z.object({ type: z.literal("scores"), left: sideAnswer(z.number()), right: sideAnswer(z.number()) }),
    z.object({ type: z.literal("text"), text: z.string() }),
  ])
  .openapi({ description: "One grade, one on each side, a figure on each side, or words" });

/** The name is in the title, and the day has another name here. */
const TOLD = omitFields(HEALTH_TEST_FIELDS, ["name", "testedOn"]);
const { kind, ...recorded } = recordResponses(TOLD);

const testAnswer = z
  .object({
    id: z.string(),
    dogId: z.string(),
    kind,
    title: z.string().openapi({ example: "Hips (OFA)" }),
    testDate: z.string().openapi({ example: "2025-06-15" }),
    result: resultAnswer,
    resultText: z.string().openapi({ description: "The result in words", example: "Good" }),
    ...recorded,
    certificate: z
      .object({
        fileName: z.string(),
        fileSize: z.number().int().openapi({ description: "Bytes" }),
        mimeType: z.enum(FILE_TYPES),
        filePath: signedPath,
      })
      .nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi("HealthTest");

const healthTest = answer(testAnswer, (test: HealthTest) => ({
  id: test._id,
  dogId: test.dogId,
  ...toRecordResponse(TOLD, test),
  title: testTitle(test),
  testDate: test.testedOn,
  result: test.result,
  resultText: describeResult(test),
  certificate: test.certificate && {
    fileName: test.certificate.fileName,
    fileSize: test.certificate.fileSize,
    mimeType: test.certificate.mimeType,
    filePath: test.certificate.downloadPath,
  },
  createdAt: toInstant(test.createdAt),
  updatedAt: toInstant(test.updatedAt),
}));

export const healthTestEndpoints: Endpoint[] = [
  get("/dogs/{dogId}/health-tests", {
    operationId: "listHealthTests",
    tags,
    permission: "health:read",
    summary: "List a dog's health tests, the newest first",
    params: z.object(dogParam),
    returns: listOf(healthTest, "The tests"),
    run: async ({ env, params }) =>
      (await env.runQuery(api.health.healthTests.list, params)) ?? fail("NOT_FOUND"),
  }),
  signedFile("/dogs/{dogId}/health-tests/{testId}/certificate", {
    operationId: "downloadHealthTestCertificate",
    tags,
    permission: "health:read",
    summary: "Get the certificate of a health test, by its signed address or with a token",
    params: z.object({ ...dogParam, testId: idParam("testId", "The test's id") }),
    query: fileQuery,
    returns: ANY_FILE,
    signed: async (ctx, { testId }, signature) =>
      await ctx.runQuery(internal.health.healthTests.getSignedCertificate, { testId, signature }),
    asked: async (ctx, params) => await ctx.runQuery(internal.health.healthTests.getCertificate, params),
    send: async (c, { fileType: type, ...file }) => await sendFile(c, { ...file, type }),
  }),
];
