/**
 * The syscalls of actions. An action has no transaction, so each call is a separate query, mutation or small write
 * for the action's caller.
 */
import type { Database, ReadTransaction, WriteTransaction } from "../../database/api.js";
import { EngineError, type UncaughtError } from "../../errors.js";
import { cancelJob, scheduleJob } from "../../scheduler/jobs.js";
import type { JsonObject } from "../../values/json.js";
import { requireWellFormed } from "../../values/well-formed.js";
import type { ActionCaller } from "../action-host.js";
import { developerFailure } from "../developer-errors.js";
import { failureOfCallee, type RunResult } from "../isolate/isolate.js";
import { displayPath, functionHandle, pathOfAddress } from "../paths.js";
import { stringArg, type SyscallServices } from "./call.js";
import { scheduleArgs } from "./scheduler.js";

export interface ActionSyscallContext {
  readonly services: SyscallServices;
  readonly database: Database;
  readonly now: () => number;
  /** Whether a "use node" action gets only `Server Error` about a failed call. */
  readonly hidesCausesFromNode: boolean;
  runFunction(
    kind: "query" | "mutation" | "action",
    path: string,
    args: string,
    caller: ActionCaller,
  ): Promise<RunResult>;
  /** Waits until no write batch is open. */
  read<T>(job: (tx: ReadTransaction) => T): Promise<T>;
}

type ActionSyscall = (
  context: ActionSyscallContext,
  args: JsonObject,
  caller: ActionCaller,
) => Promise<string> | string;

/**
 * The error for an action whose called function has failed. Convex runs "use node" actions outside its server,
 * which hides the causes of errors from them (get-convex/convex-backend, crates/application/src/redaction.rs,
 * `nested_to_string`).
 */
function calleeError(error: UncaughtError, isHidden: boolean): EngineError {
  const { message, data } = failureOfCallee(error);
  return new EngineError("FunctionFailed", isHidden ? "Server Error" : message, data);
}

const runFunction =
  (kind: "query" | "mutation" | "action"): ActionSyscall =>
  async (context, args, caller) => {
    const functionArgs = JSON.stringify([args["args"] ?? {}]);
    const path = pathOfAddress(args, caller.component, context.services.functions);
    const result = await context.runFunction(kind, path, functionArgs, caller);
    const isHidden = context.hidesCausesFromNode && caller.environment === "node";
    if (result.status === "error") throw calleeError(result.error, isHidden);
    return result.value;
  };

async function write(
  context: ActionSyscallContext,
  { component }: ActionCaller,
  job: (tx: WriteTransaction) => unknown,
): Promise<string> {
  const { value } = await context.database.write((tx) => tx.within(component, () => job(tx)));
  return JSON.stringify(value ?? null);
}

const schedule: ActionSyscall = (context, args, caller) => {
  const { services } = context;
  const request = {
    ...scheduleArgs(args, caller.component, services.functions),
    nowMs: context.now(),
    parentJobId: caller.scheduledJobId,
  };
  return write(context, caller, (tx) => scheduleJob(tx, services, request));
};

const cancel: ActionSyscall = (context, args, caller) =>
  write(context, caller, (tx) => cancelJob(tx, stringArg(args, "id", "db.cancel_job"), context.now()));

const storageRead =
  (
    method: string,
    look: (services: SyscallServices, tx: ReadTransaction, id: string) => unknown,
  ): ActionSyscall =>
  async (context, args, { component }) => {
    const id = stringArg(args, "storageId", method);
    const found = await context.read((tx) => tx.within(component, () => look(context.services, tx, id)));
    return JSON.stringify(found);
  };

const vectorSearch: ActionSyscall = async (context, args, { component }) => {
  const search = (tx: ReadTransaction) => tx.within(component, () => tx.vectorSearch(args["query"]));
  return JSON.stringify({ results: await context.read(search) });
};

const storageDelete: ActionSyscall = (context, args, caller) =>
  write(context, caller, (tx) =>
    context.services.files.delete(tx, stringArg(args, "storageId", "storage.delete")),
  );

const getUserIdentity: ActionSyscall = (_context, _args, caller) => {
  if (caller.identityError !== undefined) throw new EngineError("Unauthenticated", caller.identityError);
  return JSON.stringify(caller.identity);
};

const createFunctionHandle: ActionSyscall = (context, args, caller) => {
  if (typeof args["functionHandle"] === "string") return JSON.stringify(args["functionHandle"]);
  const path = pathOfAddress(args, caller.component, context.services.functions);
  if (!Object.hasOwn(context.services.functions, path)) {
    throw new EngineError("FunctionNotFound", `Could not find function for '${displayPath(path)}'.`);
  }
  return JSON.stringify(functionHandle(path));
};

const requestMetadata: ActionSyscall = (_context, _args, caller) =>
  JSON.stringify({
    ip: null,
    userAgent: null,
    requestId: caller.requestId,
    scheduledFunctionId: caller.scheduledJobId ?? null,
    authToken: null,
  });

const refuse =
  (what: string): ActionSyscall =>
  () => {
    throw new EngineError("NotSupported", `${what} is not available in this runtime.`);
  };

const actionSyscalls = new Map<string, ActionSyscall>(
  Object.entries<ActionSyscall>({
    "1.0/actions/query": runFunction("query"),
    "1.0/actions/mutation": runFunction("mutation"),
    "1.0/actions/action": runFunction("action"),
    "1.0/actions/schedule": schedule,
    "1.0/actions/cancel_job": cancel,
    "1.0/actions/vectorSearch": vectorSearch,
    "1.0/storageGetUrl": storageRead("storage.getUrl", ({ files }, tx, id) => files.getUrl(tx, id)),
    "1.0/storageGetMetadata": storageRead("storage.getMetadata", ({ files }, tx, id) =>
      files.getMetadata(tx, id),
    ),
    "1.0/storageGenerateUploadUrl": ({ services }, _args, { component }) =>
      JSON.stringify(services.files.generateUploadUrl(component)),
    "1.0/storageDelete": storageDelete,
    "1.0/getUserIdentity": getUserIdentity,
    "1.0/createFunctionHandle": createFunctionHandle,
    "1.0/getFunctionMetadata": (_context, _args, caller) =>
      JSON.stringify({ name: displayPath(caller.functionPath), componentPath: caller.component }),
    "1.0/getDeploymentMetadata": ({ services }) =>
      JSON.stringify({ name: services.deploymentName, region: null, class: "s16" }),
    "1.0/getRequestMetadata": requestMetadata,
    "1.0/auditLog": refuse("log.audit()"),
    "1.0/createServiceToken": refuse("getServiceToken()"),
    "1.0/getServiceUrl": refuse("getServiceUrl()"),
  }),
);

/** Rejects with an EngineError if the action may catch the error. */
export async function answerActionSyscall(
  context: ActionSyscallContext,
  op: string,
  args: string,
  caller: ActionCaller,
): Promise<string> {
  const syscall = actionSyscalls.get(op);
  if (syscall === undefined) throw new EngineError("NotSupported", `Unknown async operation ${op}`);
  try {
    // Syscall arguments are always one JSON object: the client library serializes them.
    return await syscall(context, JSON.parse(requireWellFormed(args)) as JsonObject, caller);
  } catch (thrown) {
    const failure = developerFailure(thrown);
    if (failure === null || thrown instanceof EngineError) throw thrown;
    throw new EngineError("InvalidArgument", failure.message, failure.data);
  }
}
