/**
 * What arrives of a request's body. All that has come within a turn of the event loop is one part, in however many
 * pieces it came, and whoever waits has one promise for it.
 */
import type { IncomingMessage } from "node:http";
import { finished } from "node:stream";

/** The parts of a body for whoever may not read it at all. */
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

  /** Whether nothing comes any more; what came last may not be taken yet. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Takes what has come and nobody has taken, or null; throws once the client has gone. */
  take(): Buffer | null {
    const part: unknown = this.#request.destroyed ? null : this.#request.read();
    if (Buffer.isBuffer(part)) return part;
    if (part !== null) throw new TypeError("A request body arrived that is not bytes");
    if (this.#failure !== null) throw this.#failure;
    return null;
  }

  /** Resolves when there may be more, or nothing comes any more, or somebody wakes whoever waits. */
  more(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  /** Ends the waiting. */
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

  /** Reads no more. The connection goes on: a refusal still has to reach the caller. */
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
