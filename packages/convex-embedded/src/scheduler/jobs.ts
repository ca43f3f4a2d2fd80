/**
 * Adds and cancels scheduled functions in a transaction. Both are writes like any other, so
 * a mutation that fails has scheduled and cancelled nothing.
 *
 *   pending -> inProgress -> success | failed
 *      \-----------\-------> canceled
 */
import { EngineError } from "../errors.js";
import type { Usage, WriteTransaction } from "../database/api.js";
import type { Analysis } from "../functions/analysis.js";
import { componentOf, pathInComponent } from "../functions/paths.js";
import { measureValue, formatSize } from "../values/limits.js";
import type { JsonValue } from "../values/json.js";
import { MAX_JOB_ARGS_BYTES, MAX_JOBS_ARGS_BYTES_PER_MUTATION, MAX_JOBS_PER_MUTATION } from "./limits.js";
import type { OutstandingJobs } from "./outstanding-jobs.js";
import { parseDocument } from "../functions/system-query.js";
import { SCHEDULED_FUNCTIONS_TABLE, type ScheduledFunctionDocument } from "../functions/system-tables.js";

export interface ScheduleRequest {
  /** Canonical path, `dir/module:function`. */
  readonly path: string;
  /** JSON text of an array with one object. */
  readonly args: string;
  /** Milliseconds since 1970. */
  readonly runAtMs: number;
  readonly nowMs: number;
  readonly parentJobId?: string;
}

/** Five leap years, as Convex counts them. */
const MAX_DISTANCE_MS = 5 * 366 * 24 * 3600 * 1000;

export interface SchedulingServices {
  readonly functions: Analysis["functions"];
  readonly outstandingJobs: OutstandingJobs;
}

/** What a transaction has scheduled so far, and its maximum. */
interface Scheduled {
  readonly jobs: number;
  readonly argsBytes: number;
  readonly maxJobs: number;
  readonly maxArgsBytes: number;
}

const NOTHING_SCHEDULED: Scheduled = {
  jobs: 0,
  argsBytes: 0,
  maxJobs: MAX_JOBS_PER_MUTATION,
  maxArgsBytes: MAX_JOBS_ARGS_BYTES_PER_MUTATION,
};

const scheduledIn = new WeakMap<WriteTransaction, Scheduled>();

export function schedulingUsage(tx: WriteTransaction): { readonly jobs: Usage; readonly argsBytes: Usage } {
  const { jobs, argsBytes, maxJobs, maxArgsBytes } = scheduledIn.get(tx) ?? NOTHING_SCHEDULED;
  return {
    jobs: { used: jobs, remaining: maxJobs - jobs },
    argsBytes: { used: argsBytes, remaining: maxArgsBytes - argsBytes },
  };
}

/** `run` may schedule only this many further jobs. */
export function withSchedulingBudget<T>(
  tx: WriteTransaction,
  budget: { readonly jobs?: number; readonly argsBytes?: number },
  run: () => T,
): T {
  const outer = scheduledIn.get(tx) ?? NOTHING_SCHEDULED;
  const { jobs = Infinity, argsBytes = Infinity } = budget;
  scheduledIn.set(tx, {
    ...outer,
    maxJobs: Math.min(outer.maxJobs, outer.jobs + jobs),
    maxArgsBytes: Math.min(outer.maxArgsBytes, outer.argsBytes + argsBytes),
  });
  try {
    return run();
  } finally {
    const { maxJobs, maxArgsBytes } = outer;
    scheduledIn.set(tx, { ...(scheduledIn.get(tx) ?? outer), maxJobs, maxArgsBytes });
  }
}

/** Returns the job's id. Throws InvalidArgument for an invalid time or a missing function. */
export function scheduleJob(
  tx: WriteTransaction,
  { functions, outstandingJobs }: SchedulingServices,
  request: ScheduleRequest,
): string {
  checkTime(request.runAtMs, request.nowMs);
  checkFunction(functions, request.path);
  // The syscall's arguments were parsed from JSON.
  const args = JSON.parse(request.args) as JsonValue[];
  checkLimits(tx, args);
  outstandingJobs.add(tx);
  const isCanceled =
    request.parentJobId !== undefined && readJob(tx, request.parentJobId)?.state.kind === "canceled";
  const document: ScheduledFunctionDocument = {
    name: storedName(request.path),
    args,
    ...(isCanceled
      ? { state: { kind: "canceled" }, scheduledTime: request.nowMs, completedTime: request.nowMs }
      : { state: { kind: "pending" }, scheduledTime: request.runAtMs }),
  };
  return tx.insert(SCHEDULED_FUNCTIONS_TABLE, JSON.stringify(document), "system");
}

/** A job that has ended is unchanged. Throws InvalidArgument if the id is not a job's. */
export function cancelJob(tx: WriteTransaction, id: string, nowMs: number): void {
  if (tx.normalizeId(SCHEDULED_FUNCTIONS_TABLE, id, "system") === null) {
    throw new EngineError(
      "InvalidArgument",
      "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
    );
  }
  const job = readJob(tx, id);
  if (job?.state.kind === "pending" || job?.state.kind === "inProgress") {
    completeJob(tx, id, { kind: "canceled" }, nowMs);
  }
}

/** Runs `run` in the component that scheduled a job, because the job is in that component's table. */
export function withinJob<T>(tx: WriteTransaction, id: string, run: () => T): T {
  return tx.within(tx.componentOf(id) ?? "", run);
}

export function readJob(tx: WriteTransaction, id: string) {
  const text = withinJob(tx, id, () => tx.get(id, "system"));
  return text === null ? null : parseDocument<ScheduledFunctionDocument>(text);
}

export function completeJob(
  tx: WriteTransaction,
  id: string,
  state: ScheduledFunctionDocument["state"],
  nowMs: number,
): void {
  withinJob(tx, id, () => tx.patch(id, JSON.stringify({ state, completedTime: nowMs }), "system"));
}

export function beginJob(tx: WriteTransaction, id: string): void {
  const state: ScheduledFunctionDocument["state"] = { kind: "inProgress" };
  withinJob(tx, id, () => tx.patch(id, JSON.stringify({ state }), "system"));
}

/** Convex stores `dir/module.js:function`. */
export function storedName(path: string): string {
  const colon = path.lastIndexOf(":");
  return colon < 0 ? `${path}.js:default` : `${path.slice(0, colon)}.js${path.slice(colon)}`;
}

export function pathOfStoredName(name: string): string {
  return name.replace(/\.js(?=:[^:]*$)/, "");
}

function checkTime(runAtMs: number, nowMs: number): void {
  if (!Number.isFinite(runAtMs)) {
    throw new EngineError("InvalidArgument", "The time to run a scheduled function must be a finite number");
  }
  if (runAtMs < 0) {
    throw new EngineError(
      "InvalidArgument",
      `${runAtMs / 1000} is before 1970: it is no time to schedule at`,
    );
  }
  const seconds = runAtMs / 1000;
  if (runAtMs - nowMs > MAX_DISTANCE_MS) {
    throw new EngineError("InvalidArgument", `${seconds} is more than 5 years in the future`);
  }
  if (runAtMs - nowMs < -MAX_DISTANCE_MS) {
    throw new EngineError("InvalidArgument", `${seconds} is more than 5 years in the past`);
  }
}

function checkFunction(functions: Analysis["functions"], path: string): void {
  if (Object.hasOwn(functions, path)) return;
  const component = componentOf(path);
  const colon = path.lastIndexOf(":");
  const module = pathInComponent(path.slice(0, colon));
  const moduleExists = Object.values(functions).some(
    (found) => found.modulePath === module && (found.component ?? "") === component,
  );
  throw new EngineError(
    "InvalidArgument",
    moduleExists
      ? `Attempted to schedule function, but no exported function ${path.slice(colon + 1)} found in the file: ` +
          `${module}.js. Did you forget to export it?`
      : `Attempted to schedule function at nonexistent path: ${module}.js`,
  );
}

function checkLimits(tx: WriteTransaction, args: JsonValue[]): void {
  const scheduled = scheduledIn.get(tx) ?? NOTHING_SCHEDULED;
  const { maxJobs, maxArgsBytes } = scheduled;
  if (scheduled.jobs >= maxJobs) {
    throw new EngineError(
      "LimitExceeded",
      `Too many functions scheduled by this mutation (limit: ${maxJobs})`,
    );
  }
  const { size } = measureValue(args);
  if (size > MAX_JOB_ARGS_BYTES) {
    throw new EngineError(
      "LimitExceeded",
      `Arguments of the scheduled function are too large (actual: ${formatSize(size)}, limit: ${formatSize(MAX_JOB_ARGS_BYTES)})`,
    );
  }
  const argsBytes = scheduled.argsBytes + size;
  if (argsBytes > maxArgsBytes) {
    throw new EngineError(
      "LimitExceeded",
      "Too large total size of the arguments of scheduled functions from this mutation " +
        `(limit: ${maxArgsBytes} bytes)`,
    );
  }
  scheduledIn.set(tx, { ...scheduled, jobs: scheduled.jobs + 1, argsBytes });
}
