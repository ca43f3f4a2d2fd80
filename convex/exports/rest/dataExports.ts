/**
 * The REST calls that answer all data of a kennel as a file, and a person's own package as a job: contracts and
 * handlers. Source: decisions GAP-BAK-07, GAP-SET-05, GAP-SET-06 and GAP-SET-12.
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
  answer,
  contract,
  endpoint,
  idParam,
  jsonBody,
  REFUSALS,
  wrapped,
  type Endpoint,
  type RestEnv,
} from "../../platform/rest/contract";
import { sendPacked } from "../../platform/rest/packedFiles";
import { kennelOrDefault, todayForReading, todayQuery } from "../../platform/rest/request";
import { fileEndpoint } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const fileAnswer = {
  description: "The file",
  content: Object.fromEntries(
    [...new Set(Object.values(DATA_EXPORT_TYPES))].map((type) => [
      type,
      { schema: z.string().openapi({ format: "binary" }) },
    ]),
  ),
};

const personalExport = z
  .object({
    id: z.string(),
    status: z.enum(["pending", "ready", "failed"]),
    format: z.enum(PERSONAL_EXPORT_FORMATS),
    progress: z.number().min(0).max(1).openapi({ description: "How far it has come, from 0 to 1" }),
    fileName: z.string(),
    downloadPath: z.string().nullable().openapi({
      description: "Where the package is, under /api, once it is ready; asked for again it is signed again",
    }),
    expiresAt: z
      .string()
      .openapi({ description: "When the package is deleted, 7 days after it was asked for" }),
  })
  .openapi("PersonalExport");

export const exportKennelData = contract({
  operationId: "exportKennelData",
  method: "get",
  path: "/backups/export",
  tags: ["Backups"],
  summary:
    "Get all of a kennel's data as a file: CSV (a ZIP with one file per kind), a workbook, a document or JSON, or its pedigree",
  "x-permission": "backups:read",
  request: {
    query: z.object({
      kennelId: z.string().optional().openapi({ description: "The default kennel unless named" }),
      format: z
        .enum(DATA_EXPORT_FORMATS, { error: `Format must be ${DATA_EXPORT_FORMATS.join(", ")}` })
        .default("csv")
        .openapi({
          description:
            "What the reader may not see is not in it. gedcom and pedigree hold the pedigree alone: GEDCOM 5.5.1, or lines of id, sire, dam, sex, birth and name, parents first and 0 for an unknown one",
        }),
      dogId: z
        .string()
        .optional()
        .openapi({ description: "The dog whose pedigree alone is wanted, with gedcom or pedigree" }),
      today: todayQuery,
    }),
  },
  responses: { 200: fileAnswer, ...REFUSALS },
});

export const exportPersonalData = contract({
  operationId: "exportPersonalData",
  method: "post",
  path: "/settings/data/export",
  tags: ["Settings"],
  summary: "Ask for everything about yourself, with the kennels that you own, as a package",
  "x-permission": "signed in",
  request: {
    body: jsonBody(
      z.object({
        format: z
          .enum(PERSONAL_EXPORT_FORMATS, { error: `Format must be ${PERSONAL_EXPORT_FORMATS.join(", ")}` })
          .default("json"),
      }),
      { format: "json" },
    ),
  },
  responses: { 201: answer(wrapped(personalExport), "The package being written"), ...REFUSALS },
});

export const getPersonalExportStatus = contract({
  operationId: "getPersonalExportStatus",
  method: "get",
  path: "/settings/data/export/{id}/status",
  tags: ["Settings"],
  summary: "Get how far a package has come, and where it is once it is ready",
  "x-permission": "signed in",
  request: { params: z.object({ id: idParam("id", "The package's id") }) },
  responses: { 200: answer(wrapped(personalExport), "The package"), ...REFUSALS },
});

export const downloadDataExport = contract({
  operationId: "downloadDataExport",
  method: "get",
  path: "/settings/data/exports/{id}/download",
  tags: ["Settings"],
  summary: "Get an export or a package that you asked for, by its signed address or with a token",
  "x-permission": "signed in",
  request: {
    params: z.object({ id: idParam("id", "The file's id") }),
    query: z.object({ signature: z.string().optional().openapi({ description: "Part of the address" }) }),
  },
  responses: { 200: fileAnswer, ...REFUSALS },
});

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

/** Returns a package as the contract has it; throws NOT_FOUND for any other person's. */
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
  endpoint(exportKennelData, async (c) => {
    const { kennelId: asked, format, dogId, today } = c.req.valid("query");
    const kennelId = await kennelOrDefault(c.env, asked);
    const exportId = await c.env.runMutation(internal.exports.dataExports.prepare, {
      kennelId,
      format,
      ...(dogId !== undefined && { dogId }),
      today: todayForReading(today),
    });
    await c.env.runAction(internal.exports.actions.dataExport.write, { exportId });
    const file = await c.env.runQuery(api.exports.dataExports.getFile, { exportId });
    const stored = (await c.env.storage.get(file.storageId)) ?? fail("NOT_FOUND");
    const content = new Blob([await stored.arrayBuffer()], { type: stored.type });
    await c.env.runMutation(api.exports.dataExports.discard, { exportId });
    return sendPacked(c, content, { type: DATA_EXPORT_TYPES[format], fileName: file.fileName });
  }),
  endpoint(exportPersonalData, async (c) => {
    const { format } = c.req.valid("json");
    const today = todayForReading(undefined);
    const exportId = await c.env.runMutation(api.exports.dataExports.startPersonal, { format, today });
    return c.json({ data: await describePackage(c, exportId) }, 201);
  }),
  endpoint(getPersonalExportStatus, async (c) =>
    c.json({ data: await describePackage(c, c.req.valid("param").id) }, 200),
  ),
  fileEndpoint(downloadDataExport, {
    signed: async (ctx, { id: exportId }, signature) =>
      await ctx.runQuery(internal.exports.dataExports.getSignedFile, { exportId, signature }),
    asked: async (ctx, { id: exportId }) => await ctx.runQuery(api.exports.dataExports.getFile, { exportId }),
    send: sendDataFile,
  }),
];
