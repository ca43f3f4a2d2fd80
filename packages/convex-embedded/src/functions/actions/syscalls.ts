/**
 * Handles the requests of actions in the worker. JSON syscalls are passed to the function runner, blobs to file
 * storage. A refusal reaches the action as an error that it can catch. For an internal error of the runtime the
 * action gets one fixed sentence.
 */
import { INTERNAL_ERROR_MESSAGE } from "../../errors.js";
import type { FileStore } from "../../files/file-store.js";
import type { ActionCaller, ActionHost } from "../action-host.js";
import { developerFailure } from "../developer-errors.js";
import type { SyscallAnswer, SyscallRequest } from "./protocol.js";

type Blobs = Pick<FileStore, "store" | "find">;

export interface AnsweredSyscall {
  readonly answer: SyscallAnswer;
  readonly transfer?: ArrayBuffer[];
}

/** Never rejects. */
export async function answerSyscall(
  host: ActionHost,
  files: Blobs,
  caller: ActionCaller,
  request: SyscallRequest,
): Promise<AnsweredSyscall> {
  try {
    switch (request.kind) {
      case "json":
        return { answer: { kind: "json", value: await host.asyncSyscall(request.op, request.args, caller) } };
      case "storeBlob": {
        const options = {
          contentType: request.contentType === "" ? undefined : request.contentType,
          expectedSha256: request.sha256 === null ? undefined : asBase64(request.sha256),
        };
        const value = await files.store(piecesOf(request.bytes), options, caller.component);
        return { answer: { kind: "json", value } };
      }
      case "getBlob":
        return await readBlob(files, request.storageId, caller.component);
      default:
        return request satisfies never;
    }
  } catch (error) {
    return { answer: failureAnswer(error, caller.requestId) };
  }
}

async function readBlob(files: Blobs, storageId: string, component: string): Promise<AnsweredSyscall> {
  const file = await files.find(storageId, component);
  if (file === null) return { answer: { kind: "noBlob" } };
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const chunk of await file.open()) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { answer: { kind: "blob", bytes, contentType: file.contentType }, transfer: [bytes.buffer] };
}

function failureAnswer(error: unknown, requestId: string): SyscallAnswer {
  const failure = developerFailure(error);
  if (failure !== null) return { kind: "error", ...failure };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`[Request ID: ${requestId}] ${text}\n`);
  return { kind: "error", message: INTERNAL_ERROR_MESSAGE };
}

/** Developers pass a hash in hex or in base64. */
function asBase64(sha256: string): string {
  return /^[0-9a-f]{64}$/i.test(sha256) ? Buffer.from(sha256, "hex").toString("base64") : sha256;
}

/** Hashing a whole large file would take as long as many calls, so other work runs between its pieces. */
const PIECE_BYTES = 1 << 20;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
