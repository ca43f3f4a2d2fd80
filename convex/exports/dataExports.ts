/**
 * The registered functions of full exports: a kennel's data, and a person's own package. They start, watch,
 * download and delete files.
 */
import { v } from "convex/values";
import {
  innerKennelMutation,
  internalMutation,
  internalQuery,
  kennelMutation,
  signedInQuery,
  userMutation,
} from "../platform/functions";
import { finishExport, noteProgress } from "../platform/model/files/exportJobs";
import { exportedTableValidator, exportPlanShape, planExport, readExportRows } from "./model/dataExportPages";
import {
  dataExportShape,
  dataFileShape,
  describeDataExport,
  discardDataExport,
  findSignedDataFile,
  listPersonalExports,
  prepareKennelExport,
  requireOwnDataFile,
  startKennelExport,
  startPersonalExport,
} from "./model/dataExports";
import { personalPartValidator, readPerson, readPersonalRows } from "./model/personalData";
import { dataExportFormatValidator, personalExportFormatValidator } from "./tables/dataExports";

const kennelExportArgs = {
  format: dataExportFormatValidator,
  /** Set if only the pedigree of one dog is exported. */
  dogId: v.optional(v.string()),
  /** The date is part of the file's name. */
  today: v.string(),
};

/** Clients watch the export with `get`. */
export const start = kennelMutation({
  permission: "backups:read",
  args: kennelExportArgs,
  returns: v.id("dataExports"),
  handler: async (ctx, args) => await startKennelExport(ctx, ctx.access, args),
});

/** The export is written within a request. */
export const prepare = innerKennelMutation({
  permission: "backups:read",
  args: kennelExportArgs,
  returns: v.id("dataExports"),
  handler: async (ctx, args) => await prepareKennelExport(ctx, ctx.access, args),
});

/** The kennels that the caller owns are included. */
export const startPersonal = userMutation({
  args: { format: personalExportFormatValidator, today: v.string() },
  returns: v.id("dataExports"),
  handler: async (ctx, args) => await startPersonalExport(ctx, ctx.user, args),
});

/** The newest package is first. */
export const listPersonal = signedInQuery({
  args: {},
  returns: v.array(dataExportShape),
  handler: async (ctx) => await listPersonalExports(ctx, ctx.user),
});

/** The result has the file's address when the file is ready; null if the file was deleted. */
export const get = signedInQuery({
  args: { exportId: v.string() },
  returns: v.union(dataExportShape, v.null()),
  handler: async (ctx, { exportId }) => await describeDataExport(ctx, ctx.user, exportId),
});

/** An unfinished file is also stopped. */
export const discard = userMutation({
  args: { exportId: v.string() },
  returns: v.null(),
  handler: async (ctx, { exportId }) => await discardDataExport(ctx, ctx.user, exportId),
});

/** Finds only files that the caller requested. */
export const getFile = signedInQuery({
  args: { exportId: v.string() },
  returns: dataFileShape,
  handler: async (ctx, { exportId }) => await requireOwnDataFile(ctx, ctx.user, exportId),
});

export const getSignedFile = internalQuery({
  args: { exportId: v.string(), signature: v.string() },
  returns: v.union(dataFileShape, v.null()),
  handler: async (ctx, args) => await findSignedDataFile(ctx, args),
});

const exportArgs = { exportId: v.id("dataExports") };
const cursor = v.union(v.string(), v.null());

/** Returns null if the file was discarded. */
export const plan = internalQuery({
  args: exportArgs,
  returns: v.union(exportPlanShape, v.null()),
  handler: async (ctx, { exportId }) => await planExport(ctx, exportId),
});

/** Returns null if the file was discarded. */
export const readRows = internalQuery({
  args: { ...exportArgs, kennelId: v.id("kennels"), table: exportedTableValidator, cursor },
  handler: async (ctx, args) => await readExportRows(ctx, args),
});

/** Returns null if the package was discarded. */
export const readAboutPerson = internalQuery({
  args: exportArgs,
  handler: async (ctx, { exportId }) => await readPerson(ctx, exportId),
});

/**
 * The entries are about the person's actions or about messages to the person. Returns null if the package was
 * discarded.
 */
export const readPersonal = internalQuery({
  args: { ...exportArgs, kennelId: v.id("kennels"), part: personalPartValidator, cursor },
  handler: async (ctx, args) => await readPersonalRows(ctx, args),
});

/** Returns false if the file was discarded. */
export const progress = internalMutation({
  args: { ...exportArgs, done: v.number(), total: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { exportId, ...steps }) => await noteProgress(ctx, "dataExports", exportId, steps),
});

/** A null `storageId` records a failure. */
export const finish = internalMutation({
  args: { ...exportArgs, storageId: v.union(v.id("_storage"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { exportId, storageId }) =>
    await finishExport(ctx, "dataExports", exportId, storageId),
});
