/**
 * The states of an export file with any contents. An action writes the file, and a row shows the progress to the
 * user who requested it. This module changes the states of rows. The tables' own modules insert the rows and start
 * the actions.
 *
 *   writing ──written──► ready ──expired──► deleted, with the file
 *    ▲  │ └──it threw, or was interrupted too often──► failed ──expired──► deleted
 *    └──┘ interrupted, for example by a restart of the server
 *
 * When a file is discarded, its row is deleted immediately. The action that writes the file notices this at its
 * next step.
 */
import type { Doc, Id, TableNames } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { ensurePhotoKeys } from "./photoAddresses";
import { isAtWork, job, SWEEP_BATCH, type Job } from "../changes/jobs";
import { isLongPast, settledNow } from "../changes/settledTime";
import { deleteFile } from "./storedFiles";

/** The file was discarded, or the user who requested it has lost the right to it. */
export class Stopped extends Error {}

/** Records the file as finished, or records its failure. */
export async function writeAndFinish(
  store: () => Promise<Id<"_storage"> | null>,
  finish: (storageId: Id<"_storage"> | null) => Promise<unknown>,
): Promise<null> {
  try {
    await finish(await store());
  } catch (error) {
    await finish(null);
    if (!(error instanceof Stopped)) throw error;
  }
  return null;
}

interface Row {
  readonly state: "writing" | "ready" | "failed";
  readonly jobId?: Id<"_scheduled_functions">;
  readonly startedAt: number;
  readonly restarts?: number;
  readonly total: number;
}

/** After this number of restarts, an interrupted file is marked as failed. */
const MAX_RESTARTS = 2;

/** This is longer than any request that waits for its file. */
const REQUEST_MS = 900_000;

/** No process is writing the file any longer, because the process or the request has ended. */
async function isCutOff(ctx: QueryCtx, { jobId, startedAt }: Row): Promise<boolean> {
  if (jobId === undefined) return isLongPast(startedAt, REQUEST_MS);
  return !(await isAtWork(ctx, jobId));
}

const FAILED = { state: "failed" } as const;

type ExportTable = {
  [Table in TableNames]: Doc<Table> extends Row & { readonly fileName: string } ? Table : never;
}[TableNames];

/** The table is known only at run time, so the compiler cannot check the fields. */
const save = async (
  ctx: MutationCtx,
  table: ExportTable,
  id: Id<ExportTable>,
  changes: Partial<Row & { storageId: Id<"_storage">; done: number }>,
): Promise<void> => await ctx.db.patch(table as never, id as never, changes as never);

/** An action that still writes the file notices the deletion at its next step. */
export async function removeExport(
  ctx: MutationCtx,
  table: ExportTable,
  { _id, storageId }: { readonly _id: Id<ExportTable>; readonly storageId?: Id<"_storage"> },
): Promise<void> {
  await deleteFile(ctx, storageId);
  // The table is known only at run time, so the compiler cannot check its id.
  await ctx.db.delete(table as never, _id as never);
}

interface Course<Table extends ExportTable> {
  readonly begin: (ctx: MutationCtx, exportId: Id<Table>) => Promise<unknown>;
  readonly readOld: (ctx: QueryCtx, settled: number, count: number) => Promise<Doc<Table>[]>;
}

/** Restarts interrupted files, marks files that were interrupted too often as failed, and deletes expired files. */
export const exportJob = <Table extends ExportTable>(table: Table, { begin, readOld }: Course<Table>): Job =>
  job<ExportTable>({
    table,
    minutes: 1,
    findStuck: async (ctx) => {
      const writing = await ctx.db
        .query<ExportTable>(table)
        .withIndex("by_state_and_started", (q) => q.eq("state", "writing"))
        .take(SWEEP_BATCH);
      const stuck = await Promise.all(writing.map(async (row) => ((await isCutOff(ctx, row)) ? [row] : [])));
      return stuck.flat();
    },
    takeUp: async (ctx, { _id, jobId, restarts = 0 }) => {
      const isOver = jobId === undefined || restarts >= MAX_RESTARTS;
      const changes = isOver ? FAILED : { restarts: restarts + 1, done: 0 };
      await save(ctx, table, _id, changes);
      if (!isOver) await begin(ctx, _id as Id<Table>);
    },
    expire: async (ctx) => {
      const old = await readOld(ctx, await settledNow(ctx), SWEEP_BATCH);
      for (const row of old) await removeExport(ctx, table, row);
      return old.length === SWEEP_BATCH;
    },
  });

/** Returns null if the file was discarded. */
async function findWriting(
  ctx: QueryCtx,
  table: ExportTable,
  exportId: Id<ExportTable>,
): Promise<Row | null> {
  const row = (await ctx.db.get(table as never, exportId as never)) as Row | null;
  return row?.state === "writing" ? row : null;
}

/** Returns false if the file is no longer being written. */
export async function noteProgress(
  ctx: MutationCtx,
  table: ExportTable,
  exportId: Id<ExportTable>,
  { done, total }: { readonly done: number; readonly total?: number },
): Promise<boolean> {
  const row = await findWriting(ctx, table, exportId);
  // If the export contains more records than were counted at its start, the total grows with them.
  if (row) await save(ctx, table, exportId, { done, total: total ?? Math.max(row.total, done) });
  return row !== null;
}

/** Null for `storageId` means that the file failed. A stored file is deleted if its row was discarded. */
export async function finishExport(
  ctx: MutationCtx,
  table: ExportTable,
  exportId: Id<ExportTable>,
  storageId: Id<"_storage"> | null,
): Promise<null> {
  const row = await findWriting(ctx, table, exportId);
  if (row) {
    await ensurePhotoKeys(ctx);
    await save(ctx, table, exportId, storageId ? { state: "ready", storageId, done: row.total } : FAILED);
  } else if (storageId) await ctx.storage.delete(storageId);
  return null;
}

/** Returns null if no file is stored. */
export const fileOf = <Format>({
  storageId,
  format,
  fileName,
}: {
  storageId?: Id<"_storage">;
  format: Format;
  fileName: string;
}): { storageId: Id<"_storage">; format: Format; fileName: string } | null =>
  storageId === undefined ? null : { storageId, format, fileName };
