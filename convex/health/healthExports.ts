/** The registered functions of files of health: start one, watch it being written, fetch it, throw it away. */
import { v } from "convex/values";
import {
  innerKennelMutation,
  internalMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
  signedInQuery,
} from "../platform/functions";
import { exportPageShape, readExportPage } from "./model/healthExportPages";
import {
  describeExport,
  discardExport,
  exportFileShape,
  findSignedExport,
  finishExport,
  healthExportArgs,
  healthExportShape,
  noteProgress,
  prepareExport,
  requireOwnFile,
  startExport,
} from "./model/healthExports";

/** Starts writing a file of the records or doses that match; returns its id, to be watched with `get`. */
export const start = kennelMutation({
  permission: "health:read",
  args: healthExportArgs,
  returns: v.id("healthExports"),
  handler: async (ctx, args) => await startExport(ctx, ctx.access, args),
});

/** Notes down what is to be written within a request. */
export const prepare = innerKennelMutation({
  permission: "health:read",
  args: healthExportArgs,
  returns: v.id("healthExports"),
  handler: async (ctx, args) => await prepareExport(ctx, ctx.access, args),
});

/** Returns how far a file has come, and its address once it is ready; null when it is gone. */
export const get = kennelQuery({
  permission: "health:read",
  args: { exportId: v.string() },
  returns: v.union(healthExportShape, v.null()),
  handler: async (ctx, { exportId }) => await describeExport(ctx, ctx.access, exportId),
});

/** Stops a file that is being written, or deletes one that is ready. */
export const discard = kennelMutation({
  permission: "health:read",
  args: { exportId: v.string() },
  returns: v.null(),
  handler: async (ctx, { exportId }) => await discardExport(ctx, ctx.access, exportId),
});

/** Reads the next rows of a file; null when it was stopped. */
export const readPage = internalQuery({
  args: { exportId: v.id("healthExports"), cursor: v.union(v.string(), v.null()) },
  returns: v.union(exportPageShape, v.null()),
  handler: async (ctx, { exportId, cursor }) => await readExportPage(ctx, exportId, cursor),
});

/** Notes down how far a file has come; returns false when it was stopped. */
export const progress = internalMutation({
  args: { exportId: v.id("healthExports"), done: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { exportId, done }) => await noteProgress(ctx, exportId, done),
});

/** Hands a written file over, or with null says that it failed. */
export const finish = internalMutation({
  args: { exportId: v.id("healthExports"), storageId: v.union(v.id("_storage"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { exportId, storageId }) => await finishExport(ctx, exportId, storageId),
});

/** Finds a finished file that the caller asked for. */
export const getFile = signedInQuery({
  forKeys: true,
  args: { exportId: v.string() },
  returns: exportFileShape,
  handler: async (ctx, { exportId }) => await requireOwnFile(ctx, ctx.user, exportId),
});

/** Finds the file that a signed address names. */
export const getSignedFile = internalQuery({
  args: { exportId: v.string(), signature: v.string() },
  returns: v.union(exportFileShape, v.null()),
  handler: async (ctx, args) => await findSignedExport(ctx, args),
});
