/** The REST calls of a dog's health tests: the list, and the file of a certificate. */
import type { z as Zod } from "@hono/zod-openapi";
import { FILE_TYPES } from "../../../domain/files/rules";
import { fail } from "../../../domain/errors";
import { describeResult, testTitle } from "../../../domain/health/test-results";
import { HEALTH_TEST_FIELDS } from "../../../domain/health/record";
import { api, internal } from "../../_generated/api";
import { healthTests, type HealthTest } from "../model/healthTests";
import { ANY_FILE, get, idParam, listOf, type Endpoint } from "../../platform/rest/calls";
import { count } from "../../platform/rest/entities";
import { fileQuery, sendFile, signedPath } from "../../platform/rest/files";
import { answerOf } from "../../platform/rest/returned";
import { signedFile } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];
const dogParam = { dogId: idParam("dogId", "The dog's id") };
const sideAnswer = <Value extends Zod.ZodType>(value: Value) => value.nullable();

const certificateOf = ({ downloadPath: filePath, ...file }: NonNullable<HealthTest["certificate"]>) => ({
  ...{ ...file, filePath },
});

const resultAnswer = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("grade"), grade: z.string() }),
    z.object({ type: z.literal("sides"), left: sideAnswer(z.string()), right: sideAnswer(z.string()) }),
    z.object({ type: z.literal("scores"), left: sideAnswer(z.number()), right: sideAnswer(z.number()) }),
    z.object({ type: z.literal("text"), text: z.string() }),
  ])
  .openapi({ description: "One grade, one on each side, a figure on each side, or words" });

/** The title contains the name. REST has another name for the date. */
const healthTest = answerOf(
  "HealthTest",
  healthTests.shape.omit("kennelId", "name", "testedOn", "result", "certificate"),
  {
    fields: HEALTH_TEST_FIELDS,
    more: {
      shape: {
        title: z.string().openapi({ example: "Hips (OFA)" }),
        testDate: z.string().openapi({ example: "2025-06-15" }),
        result: resultAnswer,
        resultText: z.string().openapi({ description: "The result in words", example: "Good" }),
        certificate: z
          .object({
            fileName: z.string(),
            fileSize: count.openapi({ description: "Bytes" }),
            mimeType: z.enum(FILE_TYPES),
            filePath: signedPath,
          })
          .nullable(),
      },
      of: (test: HealthTest) => ({
        ...{ title: testTitle(test), testDate: test.testedOn },
        ...{ result: test.result, resultText: describeResult(test) },
        certificate: test.certificate && certificateOf(test.certificate),
      }),
    },
  },
);

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
