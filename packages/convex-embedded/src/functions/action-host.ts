/**
 * The interface between actions and the main thread. The function runner checks path, visibility, arguments and
 * results. An action runner only runs code that was found and checked.
 */
import type { UncaughtError } from "../errors.js";
import type { Environment } from "./analysis.js";
import type { HttpActionRequest, HttpActionResponse, Identity } from "./api.js";
import type { Refusal } from "./turns.js";

export interface ActionCaller {
  /** Path of the component of the calling function. `""` is the app. */
  readonly component: string;
  readonly identity: Identity;
  /** getUserIdentity() throws this if the request's Authorization header could not be verified. */
  readonly identityError?: string;
  /** The scheduled job of this action. Canceling it also cancels the functions that the action schedules. */
  readonly scheduledJobId?: string;
  readonly requestId: string;
  /** The clients that share the places of actions (see Caller). */
  readonly clients?: readonly string[];
  readonly parent?: ActionCaller;
  /** `dir/module:function`, as in `ctx.meta`. */
  readonly functionPath: string;
  readonly environment: Environment;
}

export interface ActionHost {
  /**
   * Runs one JSON syscall (`1.0/actions/query`, `1.0/actions/schedule`, `1.0/storageGetUrl`, ...). Rejects with an
   * EngineError. The action sees its message and `data`.
   */
  asyncSyscall(op: string, args: string, caller: ActionCaller): Promise<string>;
  readonly env: Readonly<Record<string, string>>;
}

export interface ActionInvocation {
  /** Path of the function's component. `""` is the app. */
  readonly component: string;
  /** `dir/module` as in the bundle's manifest. */
  readonly modulePath: string;
  readonly exportName: string;
  readonly environment: "isolate" | "node";
  /** A JSON array with one object, already validated. */
  readonly args: string;
  readonly caller: ActionCaller;
}

export type ActionExecution =
  | { readonly status: "success"; readonly value: string; readonly logLines: readonly string[] }
  | {
      readonly status: "error";
      readonly error: UncaughtError;
      readonly logLines: readonly string[];
      readonly refusal?: Refusal;
    };

export interface ActionRunner {
  runAction(invocation: ActionInvocation): Promise<ActionExecution>;
  hasRoute(method: string, pathname: string): boolean;
  runHttpAction(request: HttpActionRequest): Promise<HttpActionResponse | null>;
  drained(): Promise<void>;
  close(): Promise<void>;
}
