/**
 * The REST calls that return all data of a kennel as a file, and a person's own package as a job. Source: decisions
 * GAP-BAK-07, GAP-SET-05, GAP-SET-06 and GAP-SET-12.
 */
import type { Context } from "hono";
import {
  DATA_EXPORT_FORMATS,
  DATA_EXPORT_TYPES,
  PERSONAL_EXPORT_FORMATS,
  type DataExportFormat,
  type PersonalExportFormat,
} from "../../../domain/exports/kinds";
import { fail } from "../../../domain/errors";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import {
  jsonBody,
  one,
  idParam,
  get,
  post,
  type RestEnv,
  type Endpoint,
  fileOf,
} from "../../platform/rest/calls";
import { sendPacked } from "../../platform/rest/packedFiles";
import { kennelDay, kennelReference, readingDay } from "../../platform/rest/request";
import { signedFile } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const file = fileOf("The file", ...Object.values(DATA_EXPORT_TYPES));

const personalExport = z
  .object({
    id: z.string(),
    status: z.enum(["pending", "ready", "failed"]),
    format: z.enum(PERSONAL_EXPORT_FORMATS),
    progress: z.number().min(0).max(1).openapi({ description: "Progress from 0 to 1" }),
    fileName: z.string(),
    downloadPath: z.string().nullable().openapi({
      description: "The package's address under /api once it is ready; newly signed with each response",
    }),
    expiresAt: z.string().openapi({ description: "When the package is deleted, 7 days after the request" }),
  })
  .openapi("PersonalExport");

interface DataFile {
  readonly storageId: Id<"_storage">;
  readonly format: DataExportFormat | PersonalExportFormat;
  readonly fileName: string;
}

const sendDataFile = async (c: Context<RestEnv>, { storageId, format, fileName }: DataFile) =>
  sendPacked(c, (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND"), {
    type: DATA_EXPORT_TYPES[format],
    fileName,
  });

interface PersonalPackage {
  readonly id: string;
  readonly status: "pending" | "ready" | "failed";
  readonly format: PersonalExportFormat;
  readonly progress: number;
  readonly fileName: string;
  readonly downloadPath: string | null;
  readonly expiresAt: string;
}

/** Throws NOT_FOUND for another person's package. */
async function describePackage(c: Context<RestEnv>, exportId: string): Promise<PersonalPackage> {
  const found = (await c.env.runQuery(api.exports.dataExports.get, { exportId })) ?? fail("NOT_FOUND");
  const { _id, format, state, done, total, fileName, filePath, expiresAt } = found;
  if (format !== "json" && format !== "zip") return fail("NOT_FOUND");
  return {
    id: _id,
    status: state === "writing" ? "pending" : state,
    format,
    progress: Math.min(1, done / total),
    fileName,
    downloadPath: filePath,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

export const dataExportEndpoints: Endpoint[] = [
  get("/backups/export", {
    operationId: "exportKennelData",
    tags: ["Backups"],
    permission: "backups:read",
    summary:
      "Get all of a kennel's data as a file: CSV (a ZIP with one file per kind), a workbook, a document or JSON, or its pedigree",
    query: z.object({
      kennelId: kennelReference,
      format: z
        .enum(DATA_EXPORT_FORMATS, { error: `Format must be ${DATA_EXPORT_FORMATS.join(", ")}` })
        .default("csv")
        .openapi({
          description:
            "What the caller may not see is left out. gedcom and pedigree contain only the pedigree: GEDCOM 5.5.1, or lines of id, sire, dam, sex, birth and name, parents first and 0 for an unknown one",
        }),
      dogId: z
        .string()
        .optional()
        .openapi({ description: "Export only this dog's pedigree, with gedcom or pedigree" }),
      today: readingDay,
    }),
    returns: file,
    run: async ({ env, query: { kennelId, format, dogId, today } }, c) => {
      const exportId = await env.runMutation(internal.exports.dataExports.prepare, {
        kennelId,
        format,
        ...(dogId !== undefined && { dogId }),
        today,
      });
      await env.runAction(internal.exports.actions.dataExport.write, { exportId });
      const file = await env.runQuery(api.exports.dataExports.getFile, { exportId });
      const stored = (await env.storage.get(file.storageId)) ?? fail("NOT_FOUND");
      const content = new Blob([await stored.arrayBuffer()], { type: stored.type });
      await env.runMutation(api.exports.dataExports.discard, { exportId });
      return sendPacked(c, content, { type: DATA_EXPORT_TYPES[format], fileName: file.fileName });
    },
  }),
  post("/settings/data/export", {
    operationId: "exportPersonalData",
    tags: ["Settings"],
    permission: "signed in",
    summary: "Request all data about yourself, with the kennels that you own, as a package",
    body: jsonBody(
      z.object({
        format: z
          .enum(PERSONAL_EXPORT_FORMATS, { error: `Format must be ${PERSONAL_EXPORT_FORMATS.join(", ")}` })
          .default("json"),
      }),
      { format: "json" },
    ),
    returns: one(personalExport, "The package being written"),
    run: async ({ env, body: { format } }, c) => {
      const today = await kennelDay(env);
      const exportId = await env.runMutation(api.exports.dataExports.startPersonal, { format, today });
      return await describePackage(c, exportId);
    },
  }),
  get("/settings/data/export/{id}/status", {
    operationId: "getPersonalExportStatus",
    tags: ["Settings"],
    permission: "signed in",
    summary: "Get a package's progress, and its address once it is ready",
    params: z.object({ id: idParam("id", "The package's id") }),
    returns: one(personalExport, "The package"),
    run: async ({ params }, c) => await describePackage(c, params.id),
  }),
  signedFile("/settings/data/exports/{id}/download", {
    operationId: "downloadDataExport",
    tags: ["Settings"],
    permission: "signed in",
    summary: "Get an export or a package that you requested, by its signed address or with a token",
    params: z.object({ id: idParam("id", "The file's id") }),
    query: z.object({ signature: z.string().optional().openapi({ description: "Part of the address" }) }),
    returns: file,
    signed: async (ctx, { id: exportId }, signature) =>
      await ctx.runQuery(internal.exports.dataExports.getSignedFile, { exportId, signature }),
    asked: async (ctx, { id: exportId }) => await ctx.runQuery(api.exports.dataExports.getFile, { exportId }),
    send: sendDataFile,
  }),
];
