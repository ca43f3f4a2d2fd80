/** What a function may learn of itself and of where it runs: `ctx.meta` and the audit log. */
import { EngineError } from "../../errors.js";
import { displayPath } from "../paths.js";
import type { Syscall } from "./call.js";

const getFunctionMetadata: Syscall = (call) =>
  JSON.stringify({ name: displayPath(call.path), componentPath: "" });

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

const getTransactionMetrics: Syscall = () => {
  throw new EngineError(
    "NotSupported",
    "ctx.meta.getTransactionMetrics() is not available: this runtime does not count transaction limits.",
  );
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
