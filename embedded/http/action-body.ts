/**
 * Bodies of HTTP actions. A short one is here whole before its action begins, so that whoever sends slowly takes no
 * place of an action; a long one flows while its action runs, which may refuse it before it came.
 */
import type { IncomingMessage } from "node:http";
import type { Arrival } from "./arrivals.js";
import { readAhead } from "./body.js";

export interface ActionBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  readonly isArriving: boolean;
  /** Stops counting what of it is in memory. */
  release(): void;
}

/** A body that has no more is here whole before its action begins. */
const MAX_WHOLE_BODY_BYTES = 1 << 20;
const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);
const NO_BODY: ActionBody = { stream: null, isArriving: false, release: () => undefined };

/** Takes a request's body in; rejects when the client goes, or when there is no room for it any more. */
export async function takeBody(
  request: IncomingMessage,
  count: (giveUp: () => void) => Arrival,
): Promise<ActionBody> {
  if (BODILESS.has(request.method ?? "GET")) return NO_BODY;
  const isLong = Number(request.headers["content-length"] ?? 0) > MAX_WHOLE_BODY_BYTES;
  // Nothing is read of a long one: whoever refuses it may do so before it comes.
  const { chunks, rest, arrival } = await readAhead(request, isLong ? -1 : MAX_WHOLE_BODY_BYTES, count);
  return {
    stream: streamOf(chunks, rest, () => arrival?.over()),
    isArriving: rest !== null,
    release: () => arrival?.over(),
  };
}

function streamOf(
  chunks: readonly Buffer[],
  rest: AsyncIterator<unknown, unknown> | null,
  onRead: () => void,
): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onRead();
        const chunk = chunks[next];
        next += 1;
        if (chunk !== undefined) return controller.enqueue(chunk);
        const { done, value } = (await rest?.next()) ?? { done: true, value: undefined };
        if (value instanceof Uint8Array) controller.enqueue(value);
        if (done === true) controller.close();
      },
      async cancel() {
        onRead();
        await rest?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
