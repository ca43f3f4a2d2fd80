/** Reads large bodies and messages, one after another (`reading-thread.ts`). */
import { parentPort } from "node:worker_threads";
import type { TakenValues } from "../functions/request-bounds.js";
import { readMessage } from "../sync/read-message.js";
import { readCallBody } from "./call-body.js";
import type { ReadingReply, ReadingTask } from "./reading-thread.js";
import { HttpError } from "./responses.js";

parentPort?.on("message", (task: ReadingTask) => {
  const reply = replyTo(task);
  parentPort?.postMessage(reply, "unknown" in reply ? [reply.bytes.buffer] : []);
});

function replyTo(task: ReadingTask): ReadingReply {
  const { bytes, taken } = task;
  const unknown = new Set<string>();
  // If a function is not known yet, no values are allowed, so the scan ends early and nothing is parsed twice. A
  // batch is scanned completely.
  const takenByUnknown = task.kind === "body" && task.origin.isBatch === true ? Infinity : 0;
  const valuesTakenBy = (path: string) => {
    if (!taken.has(path)) unknown.add(path);
    return taken.get(path) ?? takenByUnknown;
  };
  const reply = read(task, Buffer.from(bytes.buffer).toString("utf8"), { valuesTakenBy });
  return unknown.size > 0 ? { unknown: [...unknown], bytes } : reply;
}

function read(task: ReadingTask, text: string, functions: TakenValues): ReadingReply {
  if (task.kind === "message") return { message: readMessage(text, task.origin, functions) };
  try {
    return { body: readCallBody(text, task.origin, functions) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, code, message } = error;
    return { refusal: { status, code, message } };
  }
}
