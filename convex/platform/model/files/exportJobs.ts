/**
 * What happens to a file that takes a while to write, whatever it holds: an action writes it while a row tells how far
 * it has come to the person who asked. Decides what a row becomes; the modules of the tables write it down.
 *
 *   writing ──written──► ready ──its time is over──► gone, with the file
 *    ▲  │ └──it threw, or was cut off too often──► failed ──its time is over──► gone
 *    └──┘ cut off, as by a restart of the server
 *
 * A row that is discarded is gone at once; whoever still writes for it learns that with the next step.
 */
import type { Doc, Id, TableNames } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { ensurePhotoKeys } from "./photoAddresses";
import { job, SWEEP_BATCH, type Job } from "../changes/jobs";
import { isLongPast, settledNow } from "../changes/settledTime";
import { deleteFile } from "./storedFiles";

/** Raised when the file was stopped, or its person may no longer have it. */
export class Stopped extends Error {}

/** Makes a file and hands it over, or notes that it failed. */
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

/** What every table of such files says of one. */
interface Row {
  readonly state: "writing" | "ready" | "failed";
  readonly jobId?: Id<"_scheduled_functions">;
  readonly startedAt: number;
  readonly restarts?: number;
  readonly total: number;
}

/** How often a file whose work was cut off is begun again before it is given up. */
const MAX_RESTARTS = 2;

/** Longer than the longest request that waits for its file. */
const REQUEST_MS = 900_000;

/** Says whether nobody works on a file any longer: its process ended, or its request did. */
async function isCutOff(ctx: QueryCtx, { jobId, startedAt }: Row): Promise<boolean> {
  if (jobId === undefined) return isLongPast(startedAt, REQUEST_MS);
  const job = await ctx.db.system.get("_scheduled_functions", jobId);
  return job === null || !["pending", "inProgress"].includes(job.state.kind);
}

const FAILED = { state: "failed" } as const;

/** Tables of such files. */
type ExportTable = {
  [Table in TableNames]: Doc<Table> extends Row & { readonly fileName: string } ? Table : never;
}[TableNames];

/** Deletes a file that is ready; who still writes for it learns that nobody waits for it. */
export async function removeExport(
  ctx: MutationCtx,
  table: ExportTable,
  { _id, storageId }: { readonly _id: Id<ExportTable>; readonly storageId?: Id<"_storage"> },
): Promise<void> {
  await deleteFile(ctx, storageId);
  // The compiler does not look into a table that only the call knows.
  await ctx.db.delete(table as never, _id as never);
}

interface Course<Table extends ExportTable> {
  readonly begin: (ctx: MutationCtx, exportId: Id<Table>) => Promise<unknown>;
  readonly readOld: (ctx: QueryCtx, settled: number, count: number) => Promise<Doc<Table>[]>;
}

/** Begins files again whose work was cut off, gives up those that fail again, and deletes those whose time is over. */
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
      // The compiler does not look into a table that only the call knows.
      await ctx.db.patch(table as never, _id as never, changes as never);
      if (!isOver) await begin(ctx, _id as Id<Table>);
    },
    expire: async (ctx) => {
      const old = await readOld(ctx, await settledNow(ctx), SWEEP_BATCH);
      for (const row of old) await removeExport(ctx, table, row);
      return old.length === SWEEP_BATCH;
    },
  });

/**
 * Returns what a row becomes whose file is written, or with null could not be; null, and no file is left, when nobody
 * waits for it any longer.
 */
export async function afterWriting(
  ctx: MutationCtx,
  row: Row | null,
  storageId: Id<"_storage"> | null,
): Promise<typeof FAILED | { state: "ready"; storageId: Id<"_storage">; done: number } | null> {
  if (row?.state !== "writing") {
    if (storageId) await ctx.storage.delete(storageId);
    return null;
  }
  await ensurePhotoKeys(ctx);
  return storageId ? { state: "ready", storageId, done: row.total } : FAILED;
}

/** Returns the finished file of a row; null while there is none. */
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
