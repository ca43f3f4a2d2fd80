/**
 * Scheduling and cancelling from mutations. Both are writes of the mutation's own transaction, so they happen
 * if and only if it commits.
 */
import { cancelJob, scheduleJob } from "../../scheduler/jobs.js";
import { EngineError } from "../../errors.js";
import type { JsonObject } from "../../values/json.js";
import type { Analysis } from "../analysis.js";
import { pathOfAddress } from "../paths.js";
import { requireWrites, stringArg, type Syscall } from "./call.js";

/** For mutations and actions. */
export function scheduleArgs(
  args: JsonObject,
  component: string,
  functions: Analysis["functions"],
): { path: string; args: string; runAtMs: number } {
  const { ts } = args;
  if (typeof ts !== "number") {
    throw new EngineError("InvalidArgument", "Invalid arguments for `scheduler`: `ts` must be a number");
  }
  return {
    path: pathOfAddress(args, component, functions),
    args: JSON.stringify([args["args"] ?? {}]),
    runAtMs: ts * 1000,
  };
}

const schedule: Syscall = (call, args) => {
  const tx = requireWrites(call, "schedule functions");
  const id = scheduleJob(tx, call.services, {
    ...scheduleArgs(args, call.component, call.services.functions),
    nowMs: call.nowMs,
    parentJobId: call.scheduledJobId,
  });
  return JSON.stringify(id);
};

const cancel: Syscall = (call, args) => {
  const tx = requireWrites(call, "cancel scheduled functions");
  const id = stringArg(args, "id", "db.cancel_job");
  if (id === call.scheduledJobId) {
    throw new EngineError("InvalidArgument", "A mutation cannot cancel itself");
  }
  cancelJob(tx, id, call.nowMs);
  return "null";
};

export const schedulerSyscalls: Readonly<Record<string, Syscall>> = {
  "1.0/schedule": schedule,
  "1.0/cancel_job": cancel,
};
