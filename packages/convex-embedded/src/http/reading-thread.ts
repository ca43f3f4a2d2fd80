/**
 * The thread in which large bodies and messages are read, so that nobody waits while that takes: their text is decoded,
 * looked over and parsed there, and what comes back are the arguments as the text that is passed on. One is read after
 * the other. The thread begins with the first and ends when there was nothing to read for a while.
 *
 *   read ─► bytes ─► thread ─► what was read
 *             ▲         └────► functions that it does not know ─┐
 *             └──────────── bytes, and how much these take ◄────┘
 */
import { Worker } from "node:worker_threads";
import type { TakenValues } from "../functions/request-bounds.js";
import type { MessageOrigin, ReadMessage } from "../sync/read-message.js";
import type { BodyOrigin, CallBody } from "./call-body.js";
import { HttpError } from "./responses.js";

export interface BodyReader {
  /** Reads a body, whose bytes are gone then; throws as readCallBody() does. */
  readBody(bytes: Buffer, origin: BodyOrigin, functions: TakenValues): Promise<CallBody>;
}

export interface MessageReader {
  /** Reads a message, whose bytes are gone then. */
  readMessage(bytes: Buffer, origin: MessageOrigin, functions: TakenValues): Promise<ReadMessage>;
}

/** What the thread is sent. */
export type ReadingTask = (
  | { readonly kind: "body"; readonly origin: BodyOrigin }
  | { readonly kind: "message"; readonly origin: MessageOrigin }
) & {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many values the functions take of which the thread has asked. */
  readonly taken: ReadonlyMap<string, number>;
};

/** What it sends back. */
export type ReadingReply =
  | { readonly body: CallBody }
  | { readonly message: ReadMessage }
  | { readonly refusal: Pick<HttpError, "status" | "code" | "message"> }
  | { readonly unknown: readonly string[]; readonly bytes: Uint8Array<ArrayBuffer> };

interface Waiting {
  readonly resolve: (reply: ReadingReply) => void;
  readonly reject: (error: Error) => void;
}

const END_AFTER_IDLE_MS = 10_000;

export class ReadingThread implements BodyReader, MessageReader {
  #worker: Worker | null = null;
  /** In the order in which they were sent. */
  readonly #waiting: Waiting[] = [];
  #idleTimer: NodeJS.Timeout | undefined;

  /** @param url the built `http/reading-worker.js` */
  constructor(
    private readonly url: URL,
    private readonly idleMs = END_AFTER_IDLE_MS,
  ) {}

  async readBody(bytes: Buffer, origin: BodyOrigin, functions: TakenValues): Promise<CallBody> {
    const reply = await this.#read({ kind: "body", origin }, bytes, functions);
    if ("refusal" in reply) {
      const { status, code, message } = reply.refusal;
      throw new HttpError(status, code, message);
    }
    if ("body" in reply) return reply.body;
    throw new Error("The thread has read something else");
  }

  async readMessage(bytes: Buffer, origin: MessageOrigin, functions: TakenValues): Promise<ReadMessage> {
    const reply = await this.#read({ kind: "message", origin }, bytes, functions);
    if ("message" in reply) return reply.message;
    throw new Error("The thread has read something else");
  }

  /** Ends the thread; who reads on begins another. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    this.#worker = null;
    this.#giveUp();
    await worker?.terminate();
  }

  async #read(
    task: Pick<ReadingTask, "kind" | "origin">,
    read: Buffer,
    functions: TakenValues,
  ): Promise<ReadingReply> {
    const { visibility } = task.origin.caller;
    const taken = new Map<string, number>();
    let bytes = ownBytes(read);
    for (;;) {
      const reply = await this.#send({ ...task, bytes, taken });
      if (!("unknown" in reply)) return reply;
      ({ bytes } = reply);
      for (const path of reply.unknown) taken.set(path, functions.valuesTakenBy(path, visibility));
    }
  }

  #send(task: ReadingTask): Promise<ReadingReply> {
    clearTimeout(this.#idleTimer);
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      worker.postMessage(task, [task.bytes.buffer]);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.url, { env: {} });
    worker.on("message", (reply: ReadingReply) => {
      this.#waiting.shift()?.resolve(reply);
      if (this.#waiting.length > 0) return;
      this.#idleTimer = setTimeout(() => void this.close(), this.idleMs).unref();
    });
    let cause: unknown;
    worker.on("error", (error) => (cause = error));
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#giveUp(cause);
    });
    worker.unref();
    return worker;
  }

  #giveUp(cause?: unknown): void {
    const error = new Error("The thread that reads large requests has ended", { cause });
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

/** Returns bytes that can be given away: no others stand beside them. */
function ownBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  const isAlone = byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(buffer, byteOffset, byteLength).slice();
}
