/** The registered functions of health exports: start, watch, download, delete. */
import { v } from "convex/values";
import {
  innerKennelMutation,
  internalMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
  signedInQuery,
} from "../platform/functions";
import { finishExport, noteProgress } from "../platform/model/files/exportJobs";
import { exportPageShape, readExportPage } from "./model/healthExportPages";
import {
  describeExport,
  discardExport,
  exportFileShape,
  findSignedExport,
  healthExportArgs,
  healthExportShape,
  prepareExport,
  requireOwnFile,
  startExport,
} from "./model/healthExports";

/** Clients watch the export with `get`. */
export const start = kennelMutation({
  permission: "health:read",
  args: healthExportArgs,
  returns: v.id("healthExports"),
  handler: async (ctx, args) => await startExport(ctx, ctx.access, args),
});

/** The export is written within a request. */
export const prepare = innerKennelMutation({
  permission: "health:read",
  args: healthExportArgs,
  returns: v.id("healthExports"),
  handler: async (ctx, args) => await prepareExport(ctx, ctx.access, args),
});

/** The result has the file's address when the file is ready; null if the file was deleted. */
export const get = kennelQuery({
  permission: "health:read",
  args: { exportId: v.string() },
  returns: v.union(healthExportShape, v.null()),
  handler: async (ctx, { exportId }) => await describeExport(ctx, ctx.access, exportId),
});

/** Stops an unfinished file, or deletes a finished one. */
export const discard = kennelMutation({
  permission: "health:read",
  args: { exportId: v.string() },
  returns: v.null(),
  handler: async (ctx, { exportId }) => await discardExport(ctx, ctx.access, exportId),
});

/** Returns null if the export was stopped. */
export const readPage = internalQuery({
  args: { exportId: v.id("healthExports"), cursor: v.union(v.string(), v.null()) },
  returns: v.union(exportPageShape, v.null()),
  handler: async (ctx, { exportId, cursor }) => await readExportPage(ctx, exportId, cursor),
});

/** Returns false if the export was stopped. */
export const progress = internalMutation({
  args: { exportId: v.id("healthExports"), done: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { exportId, done }) => await noteProgress(ctx, "healthExports", exportId, { done }),
});

/** A null `storageId` records a failure. */
export const finish = internalMutation({
  args: { exportId: v.id("healthExports"), storageId: v.union(v.id("_storage"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { exportId, storageId }) =>
    await finishExport(ctx, "healthExports", exportId, storageId),
});

/** Finds only files that the caller requested. */
export const getFile = signedInQuery({
  forKeys: true,
  args: { exportId: v.string() },
  returns: exportFileShape,
  handler: async (ctx, { exportId }) => await requireOwnFile(ctx, ctx.user, exportId),
});

export const getSignedFile = internalQuery({
  args: { exportId: v.string(), signature: v.string() },
  returns: v.union(exportFileShape, v.null()),
  handler: async (ctx, args) => await findSignedExport(ctx, args),
});
