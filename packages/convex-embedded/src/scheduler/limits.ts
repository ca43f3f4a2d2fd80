/**
 * The limits that Convex sets for scheduled functions. The source is the documentation,
 * docs.convex.dev/production/state/limits#execution-time-and-scheduling, unless a line names another.
 */

const MEBIBYTE = 1 << 20;

/** Docs: "Scheduled functions". */
export const MAX_JOBS_PER_MUTATION = 1000;
/** Docs: "Scheduled function argument size". */
export const MAX_JOB_ARGS_BYTES = 4 * MEBIBYTE;
/** Docs: "Total size of all scheduled function arguments scheduled in a single mutation". */
export const MAX_JOBS_ARGS_BYTES_PER_MUTATION = 16 * MEBIBYTE;
/** Docs: "Outstanding scheduled functions": those of a deployment that have not ended. */
export const MAX_OUTSTANDING_JOBS = 1_000_000;
/** Docs: "Scheduled jobs" that run at a time, deployment class S16. */
export const MAX_PARALLEL_JOBS = 8;
/** Arguments of a cron (get-convex/convex-backend: crates/model/src/cron_jobs/types.rs). */
export const MAX_CRON_ARGS_BYTES = MEBIBYTE;
