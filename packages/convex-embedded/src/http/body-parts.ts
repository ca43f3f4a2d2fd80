/**
 * The parts of a request's body. Everything that arrives within one turn of the event loop is one part, however
 * many pieces it consists of, and readers wait for it with one promise.
 */
import type { IncomingMessage } from "node:http";
import { finished } from "node:stream";

/** The body may never be read. */
export const partsOf = (request: IncomingMessage): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => new BodyParts(request),
});

export class BodyParts implements AsyncIterableIterator<Buffer, undefined, undefined> {
  readonly #request: IncomingMessage;
  readonly #stop: () => void;
  #wake: (() => void) | null = null;
  #isTurnAwaited = false;
  #isOver = false;
  #failure: Error | null = null;

  constructor(request: IncomingMessage) {
    this.#request = request;
    const forgetEnd = finished(request, { writable: false }, (error) => {
      this.#isOver = true;
      this.#failure = error ?? null;
      this.wake();
    });
    const onReadable = () => this.#awaitTurn();
    request.on("readable", onReadable);
    this.#stop = () => {
      forgetEnd();
      request.off("readable", onReadable);
    };
  }

  /** True once nothing more arrives. There may still be a last part. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Returns the data that arrived since the last call. Throws if the client has disconnected. */
  take(): Buffer | null {
    const part: unknown = this.#request.destroyed ? null : this.#request.read();
    if (Buffer.isBuffer(part)) return part;
    if (part !== null) throw new TypeError("A request body arrived that is not bytes");
    if (this.#failure !== null) throw this.#failure;
    return null;
  }

  /** Resolves when there may be another part, when nothing more arrives, or after `wake`. */
  more(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  wake(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    for (;;) {
      const value = this.take();
      if (value !== null) return { done: false, value };
      if (this.#isOver) return { done: true, value: undefined };
      await this.more();
    }
  }

  /** The connection remains open, because a refusal must still reach the caller. */
  return(): Promise<IteratorResult<Buffer, undefined>> {
    this.#stop();
    this.#isOver = true;
    this.wake();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => {
      this.#isTurnAwaited = false;
      this.wake();
    });
  }
}
