/**
 * The globals of actions in the worker: `Convex`, whose calls are sent to the main thread for the calling action,
 * and globals that libraries expect.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { SyscallAnswer } from "./protocol.js";
import type { Invocations } from "./worker-invocations.js";

export function installActionGlobals(invocations: Invocations): void {
  const convex = {
    syscall(op: string): never {
      throw new Error(`Unknown operation ${op}`);
    },
    async asyncSyscall(op: string, args: string): Promise<string> {
      const answer = await invocations.call(nameOf(op), { kind: "json", op, args });
      return answer.kind === "json" ? answer.value : unexpected(answer);
    },
    jsSyscall(op: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
      if (op === "storage/storeBlob") return storeBlob(invocations, args);
      if (op === "storage/getBlob") return getBlob(invocations, args);
      throw new Error(`Unknown operation ${op}`);
    },
  };
  // Libraries for the default runtime expect these among the globals.
  Object.assign(globalThis, { AsyncLocalStorage, AsyncResource });
  Object.defineProperty(globalThis, "Convex", { value: convex, writable: true, configurable: true });
}

async function storeBlob(invocations: Invocations, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { blob, options } = args;
  if (!(blob instanceof Blob)) {
    throw new Error(
      "store() expects a Blob. If you are trying to store a Request, `await request.blob()` will give you the correct input.",
    );
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const sha256 =
    typeof options === "object" &&
    options !== null &&
    "sha256" in options &&
    typeof options.sha256 === "string"
      ? options.sha256
      : null;
  const answer = await invocations.call(
    "storage.store",
    { kind: "storeBlob", bytes, contentType: blob.type, sha256 },
    [bytes.buffer],
  );
  return answer.kind === "json" ? answer.value : unexpected(answer);
}

async function getBlob(
  invocations: Invocations,
  args: Readonly<Record<string, unknown>>,
): Promise<Blob | null> {
  const { storageId } = args;
  if (typeof storageId !== "string") throw new Error("storage.get() expects a storage id.");
  const answer = await invocations.call("storage.get", { kind: "getBlob", storageId });
  if (answer.kind === "noBlob") return null;
  if (answer.kind !== "blob") return unexpected(answer);
  // The port copies only views of plain ArrayBuffers, which the type does not guarantee.
  const bytes = answer.bytes as Uint8Array<ArrayBuffer>;
  return new Blob([bytes], { type: answer.contentType ?? "" });
}

/** From this error, `convex/server` can read a ConvexError's data. */
function unexpected(answer: SyscallAnswer): never {
  if (answer.kind !== "error") throw new Error(`The runtime answered with "${answer.kind}".`);
  const error = new Error(answer.message);
  if (answer.data !== undefined) Object.assign(error, { data: JSON.parse(answer.data) as unknown });
  throw error;
}

/** `op` is a name such as `1.0/actions/query`. */
function nameOf(op: string): string {
  return op.replace("1.0/", "").replace("actions/", "");
}
