/**
 * Bodies of HTTP actions. One that is said to be short is here whole before its action begins, so that whoever sends
 * slowly takes no place of an action. A long one flows while its action runs, which may refuse it before it came, and so
 * does one of no known length that is not here soon: its action may answer while it comes.
 */
import type { IncomingMessage } from "node:http";
import type { Arrival } from "./arrivals.js";
import type { BodyParts } from "./body-parts.js";
import { readAhead } from "./body.js";

export interface ActionBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  readonly isArriving: boolean;
  /** Stops counting what of it is in memory. */
  release(): void;
}

/** A body that has no more is here whole before its action begins. */
const MAX_WHOLE_BODY_BYTES = 1 << 20;
/** How long the action of a body of no known length waits for the whole. */
const PATIENCE_MS = 100;
const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);
const NO_BODY: ActionBody = { stream: null, isArriving: false, release: () => undefined };

/** Tells whether a request brings a body that is read. */
export function bringsBody({ headers, method = "GET" }: IncomingMessage): boolean {
  const isSaid = headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;
  return isSaid && !BODILESS.has(method);
}

/** Takes a request's body in; rejects when the client goes, or when there is no room for it any more. */
export async function takeBody(
  request: IncomingMessage,
  count: (giveUp: () => void) => Arrival,
): Promise<ActionBody> {
  if (BODILESS.has(request.method ?? "GET")) return NO_BODY;
  const length = request.headers["content-length"];
  // Nothing is read of a long one: whoever refuses it may do so before it comes.
  const maxBytes = Number(length ?? 0) > MAX_WHOLE_BODY_BYTES ? -1 : MAX_WHOLE_BODY_BYTES;
  const patienceMs = length === undefined ? PATIENCE_MS : undefined;
  const { chunks, rest, arrival } = await readAhead(request, { maxBytes, patienceMs }, count);
  return {
    stream: streamOf(chunks, rest, () => arrival?.over()),
    isArriving: rest !== null,
    release: () => arrival?.over(),
  };
}

function streamOf(
  chunks: readonly Buffer[],
  rest: BodyParts | null,
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
        if (value !== undefined) controller.enqueue(value);
        if (done === true) controller.close();
      },
      async cancel() {
        onRead();
        await rest?.return();
      },
    },
    { highWaterMark: 0 },
  );
}
