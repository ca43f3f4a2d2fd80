/**
 * The registered functions of data that leaves Studbook as a whole: a kennel's export and a person's own package. Start
 * one, watch it being written, fetch it, throw it away.
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
import { exportedTableValidator, exportPlanShape, planExport, readExportRows } from "./model/dataExportPages";
import {
  dataExportShape,
  dataFileShape,
  describeDataExport,
  discardDataExport,
  findSignedDataFile,
  finishDataExport,
  listPersonalExports,
  noteDataProgress,
  prepareKennelExport,
  requireOwnDataFile,
  startKennelExport,
  startPersonalExport,
} from "./model/dataExports";
import { personalPartValidator, readPerson, readPersonalRows } from "./model/personalData";
import { dataExportFormatValidator, personalExportFormatValidator } from "./tables/dataExports";

const kennelExportArgs = {
  format: dataExportFormatValidator,
  /** The dog whose pedigree is wanted alone. */
  dogId: v.optional(v.string()),
  /** The breeder's day, after which the file is named. */
  today: v.string(),
};

/** Starts writing all of a kennel's data to a file; returns its id, to be watched with `get`. */
export const start = kennelMutation({
  permission: "backups:read",
  args: kennelExportArgs,
  returns: v.id("dataExports"),
  handler: async (ctx, args) => await startKennelExport(ctx, ctx.access, args),
});

/** Notes down what is to be written within a request. */
export const prepare = innerKennelMutation({
  permission: "backups:read",
  args: kennelExportArgs,
  returns: v.id("dataExports"),
  handler: async (ctx, args) => await prepareKennelExport(ctx, ctx.access, args),
});

/** Starts writing everything about the caller, with the kennels that they own, to a package. */
export const startPersonal = userMutation({
  args: { format: personalExportFormatValidator, today: v.string() },
  returns: v.id("dataExports"),
  handler: async (ctx, args) => await startPersonalExport(ctx, ctx.user, args),
});

/** Lists the caller's own packages, the newest first. */
export const listPersonal = signedInQuery({
  args: {},
  returns: v.array(dataExportShape),
  handler: async (ctx) => await listPersonalExports(ctx, ctx.user),
});

/** Returns how far a file of the caller has come, and its address once it is ready; null when it is gone. */
export const get = signedInQuery({
  args: { exportId: v.string() },
  returns: v.union(dataExportShape, v.null()),
  handler: async (ctx, { exportId }) => await describeDataExport(ctx, ctx.user, exportId),
});

/** Stops a file of the caller that is being written, or deletes one that is ready. */
export const discard = userMutation({
  args: { exportId: v.string() },
  returns: v.null(),
  handler: async (ctx, { exportId }) => await discardDataExport(ctx, ctx.user, exportId),
});

/** Finds a finished file that the caller asked for. */
export const getFile = signedInQuery({
  args: { exportId: v.string() },
  returns: dataFileShape,
  handler: async (ctx, { exportId }) => await requireOwnDataFile(ctx, ctx.user, exportId),
});

/** Finds the file that a signed address names. */
export const getSignedFile = internalQuery({
  args: { exportId: v.string(), signature: v.string() },
  returns: v.union(dataFileShape, v.null()),
  handler: async (ctx, args) => await findSignedDataFile(ctx, args),
});

const exportArgs = { exportId: v.id("dataExports") };
const cursor = v.union(v.string(), v.null());

/** Says what a file is to hold; null when it was stopped. */
export const plan = internalQuery({
  args: exportArgs,
  returns: v.union(exportPlanShape, v.null()),
  handler: async (ctx, { exportId }) => await planExport(ctx, exportId),
});

/** Reads the next records of a table; null when the file was stopped. */
export const readRows = internalQuery({
  args: { ...exportArgs, kennelId: v.id("kennels"), table: exportedTableValidator, cursor },
  handler: async (ctx, args) => await readExportRows(ctx, args),
});

/** Reads what is known about the person themselves; null when the package was stopped. */
export const readAboutPerson = internalQuery({
  args: exportArgs,
  handler: async (ctx, { exportId }) => await readPerson(ctx, exportId),
});

/** Reads the next of what the person did, or of what was sent to them; null when the package was stopped. */
export const readPersonal = internalQuery({
  args: { ...exportArgs, kennelId: v.id("kennels"), part: personalPartValidator, cursor },
  handler: async (ctx, args) => await readPersonalRows(ctx, args),
});

/** Notes down how far a file has come; returns false when it was stopped. */
export const progress = internalMutation({
  args: { ...exportArgs, done: v.number(), total: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { exportId, ...steps }) => await noteDataProgress(ctx, exportId, steps),
});

/** Hands a written file over, or with null says that it failed. */
export const finish = internalMutation({
  args: { ...exportArgs, storageId: v.union(v.id("_storage"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { exportId, storageId }) => await finishDataExport(ctx, exportId, storageId),
});
