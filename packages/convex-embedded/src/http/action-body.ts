/**
 * Bodies of HTTP actions. A body with a short declared length is received completely before its action begins, so
 * that a slow sender does not occupy the place of an action. A long body arrives while its action runs, so that the
 * action may refuse it earlier. So does a body of unknown length that is not complete soon, because its action may
 * respond while it arrives.
 */
import type { IncomingMessage } from "node:http";
import type { Arrival } from "./arrivals.js";
import type { BodyParts } from "./body-parts.js";
import { readAhead } from "./body.js";

export interface ActionBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  readonly isArriving: boolean;
  release(): void;
}

/** A body of at most this size is received completely before its action begins. */
const MAX_WHOLE_BODY_BYTES = 1 << 20;
/** How long the action of a body of unknown length waits for the whole body. */
const PATIENCE_MS = 100;
const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);
const NO_BODY: ActionBody = { stream: null, isArriving: false, release: () => undefined };

export function bringsBody({ headers, method = "GET" }: IncomingMessage): boolean {
  const isSaid = headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;
  return isSaid && !BODILESS.has(method);
}

/** Rejects if the client disconnects, or if there is no more room for the body. */
export async function takeBody(
  request: IncomingMessage,
  count: (giveUp: () => void) => Arrival,
): Promise<ActionBody> {
  if (BODILESS.has(request.method ?? "GET")) return NO_BODY;
  const length = request.headers["content-length"];
  // A long body is not read yet, because the action may refuse it before it arrives.
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
