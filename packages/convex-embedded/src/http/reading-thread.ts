/**
 * The thread in which large bodies and messages are read, so that no other work waits. Their text is decoded,
 * scanned and parsed there. The result contains the arguments as the text that is passed on. Bodies and messages
 * are read one after another, and clients take turns. Those that wait count like arriving data (`arrivals.ts`). The
 * thread starts with the first task and ends when it was idle for some time.
 *   read ─► bytes ─► thread ─► the result
 *            ▲         └────► functions that it does not know ─┐
 *            └──────────── bytes, and the values of these ◄────┘
 */
import { Worker } from "node:worker_threads";
import type { TakenValues } from "../functions/request-bounds.js";
import type { MessageOrigin, ReadMessage } from "../sync/read-message.js";
import { Arrivals } from "./arrivals.js";
import { busy } from "./body.js";
import type { BodyOrigin, CallBody } from "./call-body.js";
import { HttpError } from "./responses.js";

export interface BodyReader {
  /** Transfers the bytes. Rejects with the same errors as readCallBody(). */
  readBody(bytes: Buffer, origin: BodyOrigin, functions: TakenValues, client: string): Promise<CallBody>;
}

export interface MessageReader {
  readMessage(
    bytes: Buffer,
    origin: MessageOrigin,
    functions: TakenValues,
    client: string,
  ): Promise<ReadMessage>;
}

export type ReadingTask = (
  | { readonly kind: "body"; readonly origin: BodyOrigin }
  | { readonly kind: "message"; readonly origin: MessageOrigin }
) & {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The maximum number of values for the functions that the thread has requested. */
  readonly taken: ReadonlyMap<string, number>;
};

export type ReadingReply =
  | { readonly body: CallBody }
  | { readonly message: ReadMessage }
  | { readonly refusal: Pick<HttpError, "status" | "code" | "message"> }
  | { readonly unknown: readonly string[]; readonly bytes: Uint8Array<ArrayBuffer> };

interface Reading {
  readonly task: ReadingTask;
  readonly client: string;
  readonly settle: (reply: ReadingReply | Error) => void;
}

const END_AFTER_IDLE_MS = 10_000;

export class ReadingThread implements BodyReader, MessageReader {
  #worker: Worker | null = null;
  #reading: Reading | null = null;
  /** The clients are in the order of their turns. Each client's oldest task is first. */
  readonly #waiting = new Map<string, Reading[]>();
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * @param url the built `http/reading-worker.js`
   * @param arrivals counts the data that waits for the thread
   */
  constructor(
    private readonly url: URL,
    private readonly arrivals = new Arrivals(),
    private readonly idleMs = END_AFTER_IDLE_MS,
  ) {}

  async readBody(
    bytes: Buffer,
    origin: BodyOrigin,
    functions: TakenValues,
    client: string,
  ): Promise<CallBody> {
    const reply = await this.#read({ kind: "body", origin }, bytes, functions, client);
    if ("refusal" in reply) {
      const { status, code, message } = reply.refusal;
      throw new HttpError(status, code, message);
    }
    if ("body" in reply) return reply.body;
    throw new Error("The thread has read something else");
  }

  async readMessage(
    bytes: Buffer,
    origin: MessageOrigin,
    functions: TakenValues,
    client: string,
  ): Promise<ReadMessage> {
    const reply = await this.#read({ kind: "message", origin }, bytes, functions, client);
    if ("message" in reply) return reply.message;
    throw new Error("The thread has read something else");
  }

  /** The next task starts another thread. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    const worker = this.#worker;
    this.#ended();
    for (const { settle } of waiting) settle(hasEnded());
    await worker?.terminate();
  }

  async #read(
    task: Pick<ReadingTask, "kind" | "origin">,
    read: Buffer,
    functions: TakenValues,
    client: string,
  ): Promise<ReadingReply> {
    const { visibility } = task.origin.caller;
    const taken = new Map<string, number>();
    let bytes = ownBytes(read);
    for (;;) {
      const reply = await this.#send({ ...task, bytes, taken }, client);
      if (!("unknown" in reply)) return reply;
      ({ bytes } = reply);
      for (const path of reply.unknown) taken.set(path, functions.valuesTakenBy(path, visibility));
    }
  }

  #send(task: ReadingTask, client: string): Promise<ReadingReply> {
    return new Promise((resolve, reject) => {
      const arrival = this.arrivals.open(client, () => this.#giveUp(reading));
      const settle = (reply: ReadingReply | Error) => {
        arrival.over();
        if (reply instanceof Error) reject(reply);
        else resolve(reply);
      };
      const reading = { task, client, settle };
      const waiting = this.#waiting.get(client);
      if (waiting === undefined) this.#waiting.set(client, [reading]);
      else waiting.push(reading);
      arrival.arrived(task.bytes.length);
      this.#next();
    });
  }

  /** The thread has only one task at a time, so that each response belongs to this task. */
  #next(): void {
    if (this.#reading !== null) return;
    const [first] = this.#waiting;
    if (first === undefined) return this.#endWhenIdle();
    clearTimeout(this.#idleTimer);
    const [client, [reading, ...others]] = first;
    this.#waiting.delete(client);
    if (others.length > 0) this.#waiting.set(client, others);
    if (reading === undefined) return;
    this.#reading = reading;
    const worker = (this.#worker ??= this.#start());
    worker.postMessage(reading.task, [reading.task.bytes.buffer]);
  }

  #start(): Worker {
    const worker = new Worker(this.url, { env: {} });
    worker.on("message", (reply: ReadingReply) => {
      if (this.#worker !== worker) return;
      const reading = this.#reading;
      this.#reading = null;
      reading?.settle(reply);
      this.#next();
    });
    let cause: unknown;
    worker.on("error", (error) => (cause = error));
    worker.on("messageerror", (error) => {
      cause = error;
      void worker.terminate();
    });
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#ended(cause);
      this.#next();
    });
    worker.unref();
    return worker;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.close(), this.idleMs).unref();
  }

  /** The reader of the thread's task gets an error. Other tasks still wait. */
  #ended(cause?: unknown): void {
    this.#worker = null;
    const reading = this.#reading;
    this.#reading = null;
    reading?.settle(hasEnded(cause));
  }

  /** A task that is being read ends together with the thread. */
  #giveUp(reading: Reading): void {
    const { client } = reading;
    const others = (this.#waiting.get(client) ?? []).filter((one) => one !== reading);
    if (others.length > 0) this.#waiting.set(client, others);
    else this.#waiting.delete(client);
    reading.settle(busy());
  }
}

function hasEnded(cause?: unknown): Error {
  return new Error("The thread that reads large requests has ended", { cause });
}

/** Only a buffer of their own can be transferred. */
function ownBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  const isAlone = byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(buffer, byteOffset, byteLength).slice();
}
