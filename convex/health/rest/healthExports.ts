/** The REST calls that answer health records and doses as a file: contracts and handlers. Source: decision GAP-HLT-12. */
import type { Context } from "hono";
import { EXPORT_TYPES } from "../../../domain/breedings/export";
import { fail } from "../../../domain/errors";
import {
  HEALTH_EXPORT_FORMATS,
  type HealthExportFormat,
  type HealthExportKind,
} from "../../../domain/health/export";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import {
  contract,
  endpoint,
  idParam,
  REFUSALS,
  type Endpoint,
  type RestEnv,
} from "../../platform/rest/contract";
import { healthFilterQuery } from "./healthRecords";
import { doseFilterQuery } from "../../vaccinations/rest/immunizations";
import { sendPacked } from "../../platform/rest/packedFiles";
import { kennelOrDefault, todayForReading, todayQuery } from "../../platform/rest/request";
import { fileEndpoint } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];

const fileAnswer = {
  description: "The file",
  content: Object.fromEntries(
    Object.values(EXPORT_TYPES).map((type) => [type, { schema: z.string().openapi({ format: "binary" }) }]),
  ),
};

const paperQuery = {
  format: z
    .enum(HEALTH_EXPORT_FORMATS, { error: `Format must be ${HEALTH_EXPORT_FORMATS.join(", ")}` })
    .default("csv")
    .openapi({ description: "Comma-separated text, a spreadsheet or a printed list" }),
  today: todayQuery,
};

export const exportHealthRecords = contract({
  operationId: "exportHealthRecords",
  method: "get",
  path: "/health/records/export",
  tags,
  summary: "Get all health records that match as a file, the newest first",
  "x-permission": "health:read",
  request: { query: z.object({ ...healthFilterQuery, ...paperQuery }) },
  responses: { 200: fileAnswer, ...REFUSALS },
});

export const exportImmunizations = contract({
  operationId: "exportImmunizations",
  method: "get",
  path: "/health/immunizations/export",
  tags,
  summary: "Get all immunizations that match as a file, the newest first, with how each stands today",
  "x-permission": "health:read",
  request: { query: z.object({ ...doseFilterQuery, ...paperQuery }) },
  responses: { 200: fileAnswer, ...REFUSALS },
});

export const downloadHealthExport = contract({
  operationId: "downloadHealthExport",
  method: "get",
  path: "/health/exports/{id}/download",
  tags,
  summary:
    "Get a file of health records or immunizations that was asked for in the app, by its signed address or with a token",
  "x-permission": "health:read",
  request: {
    params: z.object({ id: idParam("id", "The file's id") }),
    query: z.object({ signature: z.string().optional().openapi({ description: "Part of the address" }) }),
  },
  responses: { 200: fileAnswer, ...REFUSALS },
});

interface ExportFile {
  readonly storageId: Id<"_storage">;
  readonly format: HealthExportFormat;
  readonly fileName: string;
}

/** Returns a file; its content is read at once, as the file may be deleted before the answer has left. */
async function sendExport(c: Context<RestEnv>, { storageId, format, fileName }: ExportFile) {
  const file = (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND");
  const content = new Blob([await file.arrayBuffer()], { type: file.type });
  return sendPacked(c, content, { type: EXPORT_TYPES[format], fileName });
}

interface Asked {
  readonly kennelId?: string | undefined;
  readonly today?: string | undefined;
  readonly format: HealthExportFormat;
}

/** Writes a file within the request, returns it and leaves nothing of it. */
async function writeAndSend(
  c: Context<RestEnv>,
  kind: HealthExportKind,
  { kennelId: asked, today, ...query }: Asked,
) {
  const kennelId = await kennelOrDefault(c.env, asked);
  const exportId = await c.env.runMutation(internal.health.healthExports.prepare, {
    ...query,
    kind,
    kennelId,
    today: todayForReading(today),
  });
  await c.env.runAction(internal.health.actions.healthExport.write, { exportId });
  const answer = await sendExport(c, await c.env.runQuery(api.health.healthExports.getFile, { exportId }));
  await c.env.runMutation(api.health.healthExports.discard, { kennelId, exportId });
  return answer;
}

export const healthExportEndpoints: Endpoint[] = [
  endpoint(exportHealthRecords, async (c) => await writeAndSend(c, "records", c.req.valid("query"))),
  endpoint(exportImmunizations, async (c) => await writeAndSend(c, "immunizations", c.req.valid("query"))),
  fileEndpoint(downloadHealthExport, {
    signed: async (ctx, { id: exportId }, signature) =>
      await ctx.runQuery(internal.health.healthExports.getSignedFile, { exportId, signature }),
    asked: async (ctx, { id: exportId }) =>
      await ctx.runQuery(api.health.healthExports.getFile, { exportId }),
    send: sendExport,
  }),
];
