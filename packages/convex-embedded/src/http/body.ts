/** Reads request bodies, up to their limit, and as JSON if valid. */
import type { IncomingMessage } from "node:http";
import { surrogateProblem } from "../values/well-formed.js";
import type { Arrival } from "./arrivals.js";
import { BodyParts } from "./body-parts.js";
import { HttpError } from "./responses.js";

type CountArrival = (giveUp: () => void) => Arrival;

const BUSY_RETRY_SECONDS = 10;
/** Larger parts are not copied to join them with the next part. */
const MAX_JOINED_BYTES = 4096;

interface ReadAhead {
  readonly chunks: readonly Buffer[];
  readonly rest: BodyParts | null;
  /** Counts the data until it is no longer in memory. */
  readonly arrival: Arrival | undefined;
  /** Rejects if there is no more room for the data. */
  readonly givenUp: Promise<never>;
}

interface ReadAheadLimits {
  /** The body is not read beyond this. The last chunk may exceed it. */
  readonly maxBytes: number;
  /** How long to wait for the whole body. Unlimited by default. */
  readonly patienceMs?: number;
}

/** Throws a 503 if there is no more room for the body. */
export async function readAhead(
  request: IncomingMessage,
  { maxBytes, patienceMs }: ReadAheadLimits,
  count?: CountArrival,
): Promise<ReadAhead> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isGivenUp = false;
  let isOutOfPatience = false;
  let reject = (_error: HttpError): void => undefined;
  const givenUp = new Promise<never>((_resolve, rejectIt) => (reject = rejectIt));
  // If the arrival is ended after the body was read, the reader gets the error when it uses the body.
  givenUp.catch(() => undefined);
  const parts = new BodyParts(request);
  const arrival = count?.(() => {
    isGivenUp = true;
    reject(busy());
    parts.wake();
  });
  const lookAgain = () => {
    isOutOfPatience = true;
    parts.wake();
  };
  const patience = patienceMs === undefined ? undefined : setTimeout(lookAgain, patienceMs);
  try {
    while (length <= maxBytes && !isOutOfPatience) {
      if (isGivenUp) throw busy();
      const part = parts.take();
      if (part !== null) {
        length += part.length;
        keep(chunks, part);
        arrival?.arrived(part.length);
      } else if (parts.isOver) {
        void parts.return();
        return { chunks, rest: null, arrival, givenUp };
      } else {
        await parts.more();
      }
    }
    return { chunks, rest: parts, arrival, givenUp };
  } catch (error) {
    arrival?.over();
    void parts.return();
    throw error;
  } finally {
    clearTimeout(patience);
  }
}

/** Small parts are joined, so that each does not keep a separate buffer. */
export function keep(chunks: Buffer[], part: Buffer): void {
  let whole = part;
  for (let last = chunks.at(-1); last !== undefined; last = chunks.at(-1)) {
    if (last.length > whole.length || last.length > MAX_JOINED_BYTES) break;
    whole = Buffer.concat([last, whole]);
    chunks.pop();
  }
  chunks.push(whole);
}

/**
 * Waits for the request's turn, if it has one. Throws a 413 above the limit, and a 503 if there is no more room for
 * the body.
 */
export async function readBytes(
  request: IncomingMessage,
  maxBytes: number,
  count?: CountArrival,
  turn?: () => Promise<void> | undefined,
): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  const refuse = () =>
    new HttpError(413, "RequestTooLarge", `The request body is too large (limit: ${maxBytes} bytes)`);
  if (announced > maxBytes) throw refuse();
  const { chunks, rest, arrival, givenUp } = await readAhead(request, { maxBytes }, count);
  try {
    if (turn !== undefined) await Promise.race([turn(), givenUp]);
  } finally {
    arrival?.over();
  }
  if (rest === null) return Buffer.concat(chunks);
  void rest.return();
  throw refuse();
}

export function busy(): HttpError {
  const message = "Too many requests are on their way. Try again later.";
  return new HttpError(503, "TooManyUnfinishedRequests", message, BUSY_RETRY_SECONDS);
}

/** Throws a 400 unless the body is a JSON object. */
export async function readJsonObject(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  return parseJsonObject((await readBytes(request, maxBytes)).toString("utf8"));
}

export function notJson(reason: string): HttpError {
  return new HttpError(400, "BadJsonBody", `Failed to parse the request body as JSON: ${reason}`);
}

/** Throws a 400 unless the text is a JSON object. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson(error instanceof Error ? error.message : String(error));
  }
  const problem = surrogateProblem(text);
  if (problem !== null) throw notJson(problem);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError(400, "BadJsonBody", "The request body must be a JSON object");
  }
  return { ...value };
}
