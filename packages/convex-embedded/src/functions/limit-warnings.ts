/**
 * Warns developers in a call's log that the call came close to a limit, before it fails for a user with more data.
 * The messages are Convex's (get-convex/convex-backend, crates/udf/src/warnings.rs).
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

interface Limit {
  readonly what: string;
  readonly limit: number;
  readonly unit?: string;
  readonly help?: string;
}

const IN_ONE = "in a single function execution";
const BYTES = { unit: " bytes" };
const HELP = { help: OVER_LIMIT_HELP };

const READS: Limit = { what: `Many reads ${IN_ONE}`, limit: MAX_RANGES_READ, ...HELP };
const DOCUMENTS_READ: Limit = {
  what: `Many documents read ${IN_ONE}`,
  limit: MAX_DOCUMENTS_READ,
  ...HELP,
};
const BYTES_READ: Limit = { what: `Many bytes read ${IN_ONE}`, limit: MAX_BYTES_READ, ...BYTES, ...HELP };
const WRITES: Limit = { what: `Many writes ${IN_ONE}`, limit: MAX_DOCUMENTS_WRITTEN };
const BYTES_WRITTEN: Limit = { what: `Many bytes written ${IN_ONE}`, limit: MAX_BYTES_WRITTEN, ...BYTES };
const JOBS: Limit = { what: "Many functions scheduled by this mutation", limit: MAX_JOBS_PER_MUTATION };
const JOBS_ARGS: Limit = {
  what: "Large total size of the arguments of scheduled functions from this mutation",
  limit: MAX_JOBS_ARGS_BYTES_PER_MUTATION,
  ...BYTES,
};

/** Adds a line if a call came close to a limit without exceeding it. */
export function warnNear(lines: string[], used: number, { what, limit, unit = "", help }: Limit): void {
  if (used > limit || used <= Math.floor(limit * LIMIT_WARNING_SHARE)) return;
  const warning = `[WARN] ${what} (actual: ${used}${unit}, limit: ${limit}${unit}).`;
  lines.push(help === undefined ? warning : `${warning} ${help}`);
}

export function warnOfTransaction(
  lines: string[],
  tx: ReadTransaction,
  writes: WriteTransaction | null,
): void {
  const { documentsRead, rangesRead, bytesRead, documentsWritten, bytesWritten } = tx.usage();
  warnNear(lines, documentsRead.used, DOCUMENTS_READ);
  warnNear(lines, rangesRead.used, READS);
  warnNear(lines, bytesRead.used, BYTES_READ);
  if (writes === null) return;
  const { jobs, argsBytes } = schedulingUsage(writes);
  warnNear(lines, documentsWritten.used, WRITES);
  warnNear(lines, bytesWritten.used, BYTES_WRITTEN);
  warnNear(lines, jobs.used, JOBS);
  warnNear(lines, argsBytes.used, JOBS_ARGS);
}

/** Null unless the call used most of its own time. */
export function durationWarning(usedMs: number, limitMs: number): string | null {
  if (usedMs > limitMs || usedMs <= limitMs * LIMIT_WARNING_SHARE) return null;
  return (
    `[WARN] Function execution took a long time. (maximum duration: ${limitMs / 1000}s, ` +
    `actual duration: ${usedMs.toFixed(3)}ms).`
  );
}
