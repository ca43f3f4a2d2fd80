/** A function's data about itself and its environment: `ctx.meta` and the audit log. */
import { EngineError } from "../../errors.js";
import { schedulingUsage } from "../../scheduler/jobs.js";
import { displayPath } from "../paths.js";
import type { Syscall } from "./call.js";

const getFunctionMetadata: Syscall = (call) =>
  JSON.stringify({ name: displayPath(call.path), componentPath: call.component });

const getDeploymentMetadata: Syscall = (call) =>
  JSON.stringify({ name: call.services.deploymentName, region: null, class: "s16" });

const getRequestMetadata: Syscall = (call) =>
  JSON.stringify({
    ip: null,
    userAgent: null,
    requestId: call.requestId,
    scheduledFunctionId: call.scheduledJobId ?? null,
    authToken: null,
  });

/** Nanoseconds do not fit a JSON number: the client library reads Convex's int64 encoding. */
const getSnapshotTs: Syscall = (call) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(call.tx.ts);
  return JSON.stringify({ $integer: bytes.toString("base64") });
};

/** Files are not limited within a transaction. */
const getTransactionMetrics: Syscall = (call) => {
  const { rangesRead, ...usage } = call.tx.usage();
  const none = { used: 0, remaining: 0 };
  const scheduled = call.writes === null ? { jobs: none, argsBytes: none } : schedulingUsage(call.writes);
  const unlimited = { used: 0, remaining: Number.MAX_SAFE_INTEGER };
  return JSON.stringify({
    ...usage,
    databaseQueries: rangesRead,
    functionsScheduled: scheduled.jobs,
    scheduledFunctionArgsBytes: scheduled.argsBytes,
    filesWritten: unlimited,
    fileWriteBytes: unlimited,
    filesRead: unlimited,
    fileReadBytes: unlimited,
  });
};

const auditLog: Syscall = () => {
  throw new EngineError("NotSupported", "log.audit() is not available in this runtime.");
};

export const metaSyscalls: Readonly<Record<string, Syscall>> = {
  "1.0/getFunctionMetadata": getFunctionMetadata,
  "1.0/getDeploymentMetadata": getDeploymentMetadata,
  "1.0/getRequestMetadata": getRequestMetadata,
  "1.0/getSnapshotTs": getSnapshotTs,
  "1.0/getTransactionMetrics": getTransactionMetrics,
  "1.0/auditLog": auditLog,
};
