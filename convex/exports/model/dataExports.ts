/**
 * Full exports of a kennel or a person. An action writes the file page by page (dataExportPages.ts reads the
 * pages). A kennel's file is kept for a day, a person's own package for seven days. Source: decisions GAP-SET-06
 * and GAP-SET-12.
 */
import { v, type Infer } from "convex/values";
import {
  dataExportName,
  PEDIGREE_FORMATS,
  personalExportName,
  type DataExportFormat,
  type PersonalExportFormat,
} from "../../../domain/exports/kinds";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { dataExports } from "../tables/dataExports";
import { mayRead, tablesFor } from "./dataExportPages";
import { trustedToday } from "../../platform/model/people/today";
import { exportJob, fileOf, removeExport } from "../../platform/model/files/exportJobs";
import type { Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { AddressSigner, isSigned } from "../../platform/model/files/photoAddresses";
import { findRow, requireRowOf } from "../../platform/model/paging/rows";

type Row = Doc<"dataExports">;
type ExportId = Id<"dataExports">;

const DAY_MS = 86_400_000;

/** Source: decision GAP-SET-12. */
const PERSONAL_KEPT_MS = 7 * DAY_MS;

const LISTED = 10;

const { format, state } = dataExports.table.validator.fields;

export const dataExportShape = v.object({
  _id: v.id("dataExports"),
  format,
  state,
  done: v.number(),
  total: v.number(),
  fileName: v.string(),
  startedAt: v.number(),
  expiresAt: v.number(),
  /** The path begins with /api; null until the file is ready. */
  filePath: v.union(v.string(), v.null()),
});
type DataExport = Infer<typeof dataExportShape>;

interface Prepared {
  readonly kennelId?: Id<"kennels">;
  readonly dogId?: Id<"dogs">;
  readonly format: Row["format"];
  readonly today: string;
  readonly fileName: string;
  readonly keptMs: number;
  readonly total: number;
}

async function prepare(
  ctx: MutationCtx,
  userId: Id<"users">,
  { keptMs, ...facts }: Prepared,
): Promise<ExportId> {
  await spend(ctx, userId, "exports");
  const startedAt = Date.now();
  return await ctx.db.insert("dataExports", {
    ...facts,
    userId,
    state: "writing",
    done: 0,
    startedAt,
    expiresAt: startedAt + keptMs,
  });
}

interface Asked {
  readonly format: DataExportFormat;
  readonly today: string;
  /** Set if only the pedigree of one dog is exported. */
  readonly dogId?: string | undefined;
}

/** Throws NOT_FOUND or VALIDATION_FAILED. */
async function pedigreeOf(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  { format: chosen, dogId }: Asked,
): Promise<Id<"dogs"> | undefined> {
  if (dogId === undefined) return undefined;
  if (!PEDIGREE_FORMATS.includes(chosen)) {
    fail("VALIDATION_FAILED", { fields: { dogId: "One dog's data is exported as gedcom or pedigree" } });
  }
  return (await requireRowOf(ctx, "dogs", dogId, { kennelId }))._id;
}

/** Throws NOT_FOUND, VALIDATION_FAILED or RATE_LIMITED. */
export async function prepareKennelExport(
  ctx: MutationCtx,
  { kennelId, user, permissions }: Access,
  asked: Asked,
): Promise<ExportId> {
  const today = trustedToday(asked.today);
  const dogId = await pedigreeOf(ctx, kennelId, asked);
  return await prepare(ctx, user._id, {
    kennelId,
    ...(dogId !== undefined && { dogId }),
    format: asked.format,
    today,
    fileName: dataExportName(asked.format, today),
    keptMs: DAY_MS,
    total: 2 * tablesFor(permissions).length,
  });
}

export async function startKennelExport(ctx: MutationCtx, access: Access, asked: Asked): Promise<ExportId> {
  const exportId = await prepareKennelExport(ctx, access, asked);
  await beginWork(ctx, exportId);
  return exportId;
}

/** If a package is still being written, returns that package. */
export async function startPersonalExport(
  ctx: MutationCtx,
  user: Doc<"users">,
  asked: { format: PersonalExportFormat; today: string },
): Promise<ExportId> {
  const running = (await newestPersonal(ctx, user._id)).find((row) => row.state === "writing");
  if (running) return running._id;
  const today = trustedToday(asked.today);
  const fileName = personalExportName(asked.format, today);
  const exportId = await prepare(ctx, user._id, {
    format: asked.format,
    today,
    fileName,
    keptMs: PERSONAL_KEPT_MS,
    total: 1,
  });
  await beginWork(ctx, exportId);
  return exportId;
}

async function beginWork(ctx: MutationCtx, exportId: ExportId): Promise<void> {
  const jobId = await ctx.scheduler.runAfter(0, internal.exports.actions.dataExport.write, { exportId });
  await ctx.db.patch("dataExports", exportId, { jobId });
}

/** A file is deleted when it expires. */
export const dataExportJob = exportJob("dataExports", {
  begin: beginWork,
  readOld: async (ctx, settled, count) =>
    await ctx.db
      .query("dataExports")
      .withIndex("by_expiry", (q) => q.lt("expiresAt", settled))
      .take(count),
});

const newestPersonal = async (ctx: QueryCtx, userId: Id<"users">): Promise<Row[]> =>
  (
    await ctx.db
      .query("dataExports")
      .withIndex("by_user_and_started", (q) => q.eq("userId", userId))
      .order("desc")
      .take(LISTED)
  ).filter(({ kennelId }) => kennelId === undefined);

const signedText = (exportId: ExportId): string => `data-exports/${exportId}`;

async function toDataExport(ctx: QueryCtx, row: Row): Promise<DataExport> {
  const { _id, format, state, done, total, fileName, startedAt, expiresAt } = row;
  const filePath =
    state === "ready"
      ? `/settings/data/exports/${_id}/download?signature=${await new AddressSigner(ctx).sign(signedText(_id))}`
      : null;
  return { _id, format, state, done, total, fileName, startedAt, expiresAt, filePath };
}

/** The person must still have the right to the file. */
async function findOwn(ctx: QueryCtx, user: Doc<"users"> | null, exportId: string): Promise<Row | null> {
  const row = await findRow(ctx, "dataExports", exportId);
  return row?.userId === user?._id && row && (await mayRead(ctx, row)) ? row : null;
}

/** Returns null if the file was deleted or belongs to another person. */
export async function describeDataExport(
  ctx: QueryCtx,
  user: Doc<"users"> | null,
  exportId: string,
): Promise<DataExport | null> {
  const row = await findOwn(ctx, user, exportId);
  return row && (await toDataExport(ctx, row));
}

/** The newest package is first. */
export async function listPersonalExports(ctx: QueryCtx, user: Doc<"users"> | null): Promise<DataExport[]> {
  const rows = user ? await newestPersonal(ctx, user._id) : [];
  return await Promise.all(rows.map(async (row) => await toDataExport(ctx, row)));
}

/** Stops an unfinished file, or deletes a finished file. */
export async function discardDataExport(
  ctx: MutationCtx,
  user: Doc<"users">,
  exportId: string,
): Promise<null> {
  const row = await findRow(ctx, "dataExports", exportId);
  if (row?.userId === user._id) await removeExport(ctx, "dataExports", row);
  return null;
}

export const dataFileShape = v.object({ storageId: v.id("_storage"), format, fileName: v.string() });
type DataFile = Infer<typeof dataFileShape>;

/** Returns null if the signature is wrong or expired. */
export async function findSignedDataFile(
  ctx: QueryCtx,
  { exportId, signature }: { exportId: string; signature: string },
): Promise<DataFile | null> {
  const id = ctx.db.normalizeId("dataExports", exportId);
  if (id === null || !(await isSigned(ctx, signedText(id), signature))) return null;
  const row = await ctx.db.get("dataExports", id);
  return row && (await mayRead(ctx, row)) ? fileOf(row) : null;
}

/** Throws NOT_FOUND for a file of another person. */
export async function requireOwnDataFile(
  ctx: QueryCtx,
  user: Doc<"users"> | null,
  exportId: string,
): Promise<DataFile> {
  const row = await findOwn(ctx, user, exportId);
  return (row && fileOf(row)) ?? fail("NOT_FOUND");
}
