/**
 * Tells developers in a call's log that it came close to a limit, in Convex's words
 * (get-convex/convex-backend, crates/udf/src/warnings.rs), before the call fails for somebody with more data.
 */
import type { ReadTransaction, WriteTransaction } from "../database/api.js";
import { OVER_LIMIT_HELP } from "../database/errors.js";
import {
  MAX_BYTES_READ,
  MAX_BYTES_WRITTEN,
  MAX_DOCUMENTS_READ,
  MAX_DOCUMENTS_WRITTEN,
  MAX_RANGES_READ,
} from "../database/limits.js";
import { schedulingUsage } from "../scheduler/jobs.js";
import { MAX_JOBS_ARGS_BYTES_PER_MUTATION, MAX_JOBS_PER_MUTATION } from "../scheduler/limits.js";
import { LIMIT_WARNING_SHARE } from "./limits.js";

/** What a call has used of a limit. */
export interface Approach {
  readonly what: string;
  readonly used: number;
  readonly limit: number;
  /** As it stands behind both numbers. */
  readonly unit?: string;
  readonly help?: string;
}

/** Returns the line for whoever came close to a limit and not past it, or null. */
export function limitWarning({ what, used, limit, unit = "", help }: Approach): string | null {
  if (used > limit || used <= Math.floor(limit * LIMIT_WARNING_SHARE)) return null;
  const warning = `[WARN] ${what} (actual: ${used}${unit}, limit: ${limit}${unit}).`;
  return help === undefined ? warning : `${warning} ${help}`;
}

/** Returns the lines for what a transaction has read, written and scheduled: none for nearly every one. */
export function transactionWarnings(tx: ReadTransaction, writes: WriteTransaction | null): string[] {
  const { documentsRead, rangesRead, bytesRead, documentsWritten, bytesWritten } = tx.usage();
  const bytes = { unit: " bytes" };
  const help = { help: OVER_LIMIT_HELP };
  const approaches: Approach[] = [
    { what: `Many documents read ${IN_ONE}`, used: documentsRead.used, limit: MAX_DOCUMENTS_READ, ...help },
    { what: `Many reads ${IN_ONE}`, used: rangesRead.used, limit: MAX_RANGES_READ, ...help },
    { what: `Many bytes read ${IN_ONE}`, used: bytesRead.used, limit: MAX_BYTES_READ, ...bytes, ...help },
  ];
  if (writes !== null) {
    const { jobs, argsBytes } = schedulingUsage(writes);
    const limit = MAX_JOBS_ARGS_BYTES_PER_MUTATION;
    approaches.push(
      { what: `Many writes ${IN_ONE}`, used: documentsWritten.used, limit: MAX_DOCUMENTS_WRITTEN },
      { what: `Many bytes written ${IN_ONE}`, used: bytesWritten.used, limit: MAX_BYTES_WRITTEN, ...bytes },
      { what: "Many functions scheduled by this mutation", used: jobs.used, limit: MAX_JOBS_PER_MUTATION },
      { what: LARGE_SCHEDULED_ARGS, used: argsBytes.used, limit, ...bytes },
    );
  }
  return approaches.map(limitWarning).filter((warning) => warning !== null);
}

const IN_ONE = "in a single function execution";
const LARGE_SCHEDULED_ARGS = "Large total size of the arguments of scheduled functions from this mutation";

/** Returns the line for a call that took most of its own time, or null. */
export function durationWarning(usedMs: number, limitMs: number): string | null {
  if (usedMs > limitMs || usedMs <= limitMs * LIMIT_WARNING_SHARE) return null;
  return (
    `[WARN] Function execution took a long time. (maximum duration: ${limitMs / 1000}s, ` +
    `actual duration: ${usedMs.toFixed(3)}ms).`
  );
}
