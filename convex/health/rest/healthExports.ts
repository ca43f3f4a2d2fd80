/** The REST calls that return health records and doses as a file. Source: decision GAP-HLT-12. */
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
import { idParam, get, type RestEnv, type Endpoint, fileOf } from "../../platform/rest/calls";
import { healthFilterQuery } from "./healthRecords";
import { doseFilterQuery } from "../../vaccinations/rest/immunizations";
import { sendPacked } from "../../platform/rest/packedFiles";
import { readingDay } from "../../platform/rest/request";
import { signedFile } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];

const file = fileOf("The file", ...Object.values(EXPORT_TYPES));

const paperQuery = {
  format: z
    .enum(HEALTH_EXPORT_FORMATS, { error: `Format must be ${HEALTH_EXPORT_FORMATS.join(", ")}` })
    .default("csv")
    .openapi({ description: "Comma-separated text, a spreadsheet or a printed list" }),
  today: readingDay,
};

interface ExportFile {
  readonly storageId: Id<"_storage">;
  readonly format: HealthExportFormat;
  readonly fileName: string;
}

/** The content is read immediately, because the file may be deleted before the response is sent. */
async function sendExport(c: Context<RestEnv>, { storageId, format, fileName }: ExportFile) {
  const file = (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND");
  const content = new Blob([await file.arrayBuffer()], { type: file.type });
  return sendPacked(c, content, { type: EXPORT_TYPES[format], fileName });
}

interface Asked {
  readonly kennelId: string;
  readonly today: string;
  readonly format: HealthExportFormat;
}

/** The file is written within the request and deleted afterwards. */
async function writeAndSend(c: Context<RestEnv>, kind: HealthExportKind, asked: Asked) {
  const exportId = await c.env.runMutation(internal.health.healthExports.prepare, { ...asked, kind });
  await c.env.runAction(internal.health.actions.healthExport.write, { exportId });
  const answer = await sendExport(c, await c.env.runQuery(api.health.healthExports.getFile, { exportId }));
  await c.env.runMutation(api.health.healthExports.discard, { kennelId: asked.kennelId, exportId });
  return answer;
}

export const healthExportEndpoints: Endpoint[] = [
  get("/health/records/export", {
    operationId: "exportHealthRecords",
    tags,
    permission: "health:read",
    summary: "Get all health records that match as a file, the newest first",
    query: z.object({ ...healthFilterQuery, ...paperQuery }),
    returns: file,
    run: async ({ query }, c) => await writeAndSend(c, "records", query),
  }),
  get("/health/immunizations/export", {
    operationId: "exportImmunizations",
    tags,
    permission: "health:read",
    summary: "Get all immunizations that match as a file, the newest first, with the current state of each",
    query: z.object({ ...doseFilterQuery, ...paperQuery }),
    returns: file,
    run: async ({ query }, c) => await writeAndSend(c, "immunizations", query),
  }),
  signedFile("/health/exports/{id}/download", {
    operationId: "downloadHealthExport",
    tags,
    permission: "health:read",
    summary:
      "Get a file of health records or immunizations that was requested in the app, by its signed address or with a token",
    params: z.object({ id: idParam("id", "The file's id") }),
    query: z.object({ signature: z.string().optional().openapi({ description: "Part of the address" }) }),
    returns: file,
    signed: async (ctx, { id: exportId }, signature) =>
      await ctx.runQuery(internal.health.healthExports.getSignedFile, { exportId, signature }),
    asked: async (ctx, { id: exportId }) =>
      await ctx.runQuery(api.health.healthExports.getFile, { exportId }),
    send: sendExport,
  }),
];
