/**
 * Exports of health records and of vaccine doses. An action writes the file page by page (healthExportPages.ts
 * reads the pages). Only the user who started the export can see its row with the progress. A file is deleted after
 * a day. Source: decision GAP-HLT-12.
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { hasPermission } from "../../../domain/permissions/permissions";
import {
  healthExportName,
  type HealthExportFormat,
  type HealthExportKind,
} from "../../../domain/health/export";
import { healthRecordFiltersSchema, type HealthRecordFilters } from "../../../domain/health/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { healthExportFormatValidator, healthExportKindValidator } from "../tables/healthExports";
import { trustedToday } from "../../platform/model/people/today";
import { exportJob, fileOf, removeExport } from "../../platform/model/files/exportJobs";
import { countToRead } from "./healthExportPages";
import { healthFilterArgs } from "./healthRecordList";
import { getAccess, getStanding, type Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { AddressSigner, isSigned } from "../../platform/model/files/photoAddresses";
import { findRow } from "../../platform/model/paging/rows";

const KEPT_MS = 86_400_000;

export const healthExportArgs = {
  ...healthFilterArgs,
  /** The default is records. For doses, a filter by record type is ignored. */
  kind: v.optional(healthExportKindValidator),
  format: healthExportFormatValidator,
  /** The user's local date, which is part of the file's name. */
  today: v.string(),
};

interface ExportRequest extends Partial<Record<keyof HealthRecordFilters, string>> {
  readonly kind?: HealthExportKind;
  readonly format: HealthExportFormat;
  readonly today: string;
}

export const healthExportShape = v.object({
  _id: v.id("healthExports"),
  kind: healthExportKindValidator,
  format: healthExportFormatValidator,
  state: v.union(v.literal("writing"), v.literal("ready"), v.literal("failed")),
  /** Records or doses written so far. `total` is the number of all records or doses. */
  done: v.number(),
  total: v.number(),
  fileName: v.string(),
  /** The path begins with /api; null until the file is ready. */
  filePath: v.union(v.string(), v.null()),
});
export type HealthExport = Infer<typeof healthExportShape>;

async function isDogOf(ctx: QueryCtx, kennelId: Id<"kennels">, dogId: string): Promise<boolean> {
  const id = ctx.db.normalizeId("dogs", dogId);
  return id !== null && (await ctx.db.get("dogs", id))?.kennelId === kennelId;
}

/** The export is not started. Throws VALIDATION_FAILED or RATE_LIMITED. */
export async function prepareExport(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  { kind = "records", format, today, ...typed }: ExportRequest,
): Promise<Id<"healthExports">> {
  const day = trustedToday(today);
  const parsed = parseOrFail(healthRecordFiltersSchema, typed);
  const filters = kind === "records" ? parsed : { ...parsed, type: null };
  if (filters.dogId !== null && !(await isDogOf(ctx, kennelId, filters.dogId))) {
    fail("VALIDATION_FAILED", { fields: { dogId: "Dog was not found" } });
  }
  await spend(ctx, user._id, "exports");
  return await ctx.db.insert("healthExports", {
    kennelId,
    userId: user._id,
    kind,
    format,
    filters,
    today: day,
    state: "writing",
    done: 0,
    total: await countToRead(ctx, { kennelId, kind, filters }),
    fileName: healthExportName(kind, format, day),
    startedAt: Date.now(),
  });
}

export async function startExport(
  ctx: MutationCtx,
  access: Access,
  request: ExportRequest,
): Promise<Id<"healthExports">> {
  const exportId = await prepareExport(ctx, access, request);
  await beginWork(ctx, exportId);
  return exportId;
}

async function beginWork(ctx: MutationCtx, exportId: Id<"healthExports">): Promise<void> {
  const jobId = await ctx.scheduler.runAfter(0, internal.health.actions.healthExport.write, { exportId });
  await ctx.db.patch("healthExports", exportId, { jobId });
}

export const healthExportJob = exportJob("healthExports", {
  begin: beginWork,
  readOld: async (ctx, settled, count) =>
    await ctx.db
      .query("healthExports")
      .withIndex("by_started", (q) => q.lt("startedAt", settled - KEPT_MS))
      .take(count),
});

/** Returns null for another user's export. */
async function findOwn(
  ctx: QueryCtx,
  { kennelId, user }: Access,
  exportId: string,
): Promise<Doc<"healthExports"> | null> {
  const row = await findRow(ctx, "healthExports", exportId);
  return row?.kennelId === kennelId && row.userId === user._id ? row : null;
}

const signedText = (exportId: string): string => `health-exports/${exportId}`;

/** Returns null if the export was deleted or another user started it. */
export async function describeExport(
  ctx: QueryCtx,
  access: Access,
  exportId: string,
): Promise<HealthExport | null> {
  const row = await findOwn(ctx, access, exportId);
  if (!row) return null;
  const { _id, kind = "records", format, state, done, total, fileName } = row;
  const filePath =
    state === "ready"
      ? `/health/exports/${_id}/download?signature=${await new AddressSigner(ctx).sign(signedText(_id))}`
      : null;
  return { _id, kind, format, state, done, total, fileName, filePath };
}

/** Stops an unfinished file, or deletes a finished file. */
export async function discardExport(ctx: MutationCtx, access: Access, exportId: string): Promise<null> {
  const row = await findOwn(ctx, access, exportId);
  if (row) await removeExport(ctx, "healthExports", row);
  return null;
}

export const exportFileShape = v.object({
  storageId: v.id("_storage"),
  format: healthExportFormatValidator,
  fileName: v.string(),
});
type ExportFile = Infer<typeof exportFileShape>;

const readsHealth = (access: Access | null): boolean =>
  access !== null && hasPermission(access.permissions, "health", "read");

/** Returns null if the address is invalid or expired, or if the user no longer has access. */
export async function findSignedExport(
  ctx: QueryCtx,
  { exportId, signature }: { exportId: string; signature: string },
): Promise<ExportFile | null> {
  const id = ctx.db.normalizeId("healthExports", exportId);
  if (id === null || !(await isSigned(ctx, signedText(id), signature))) return null;
  const row = await ctx.db.get("healthExports", id);
  const access = row && (await getStanding(ctx, row.kennelId, row.userId));
  return row && readsHealth(access) ? fileOf(row) : null;
}

/** Throws NOT_FOUND for a file of another user's export. */
export async function requireOwnFile(
  ctx: QueryCtx,
  user: Doc<"users"> | null,
  exportId: string,
): Promise<ExportFile> {
  const row = await findRow(ctx, "healthExports", exportId);
  if (!row || row.userId !== user?._id || !readsHealth(await getAccess(ctx, row.kennelId)))
    return fail("NOT_FOUND");
  return fileOf(row) ?? fail("NOT_FOUND");
}
