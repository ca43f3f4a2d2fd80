/** Every syscall that a query or a mutation may make, by the name that `convex/server` gives it. */
import { EngineError } from "../../errors.js";
import type { JsonObject } from "../../values/json.js";
import type { Syscall, UdfCall } from "./call.js";
import { documentSyscalls } from "./documents.js";
import { functionSyscalls } from "./functions.js";
import { metaSyscalls } from "./meta.js";
import { querySyscalls } from "./queries.js";
import { schedulerSyscalls } from "./scheduler.js";
import { storageSyscalls } from "./storage.js";

const syscalls = new Map<string, Syscall>(
  Object.entries({
    ...documentSyscalls,
    ...querySyscalls,
    ...functionSyscalls,
    ...schedulerSyscalls,
    ...storageSyscalls,
    ...metaSyscalls,
  }),
);

/** Throws an EngineError or a database error if user code may catch the error. */
export function answerSyscall(call: UdfCall, op: string, args: string): string {
  const syscall = syscalls.get(op);
  if (syscall === undefined) throw new EngineError("NotSupported", `Unknown async operation ${op}`);
  // Syscall arguments are always one JSON object: the client library serializes them.
  return syscall(call, JSON.parse(args) as JsonObject);
}
