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
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { ensurePhotoKeys } from "./photoAddresses";
import { isLongPast } from "../changes/settledTime";

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

/** Rows looked after, or deleted, in one transaction. */
export const SWEEP_BATCH = 50;

/** Says whether nobody works on a file any longer: its process ended, or its request did. */
async function isCutOff(ctx: QueryCtx, { jobId, startedAt }: Row): Promise<boolean> {
  if (jobId === undefined) return isLongPast(startedAt, REQUEST_MS);
  const job = await ctx.db.system.get("_scheduled_functions", jobId);
  return job === null || !["pending", "inProgress"].includes(job.state.kind);
}

const FAILED = { state: "failed" } as const;

/** Returns what a row that is being written becomes when its work was cut off; null while somebody works on it. */
export async function afterCutOff(
  ctx: QueryCtx,
  row: Row,
): Promise<typeof FAILED | { state: "writing"; restarts: number; done: 0 } | null> {
  if (!(await isCutOff(ctx, row))) return null;
  const { jobId, restarts = 0 } = row;
  if (jobId === undefined || restarts >= MAX_RESTARTS) return FAILED;
  return { state: "writing", restarts: restarts + 1, done: 0 };
}

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
