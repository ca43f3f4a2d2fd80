/**
 * The turns of mutations. One thread runs them one after another, so other mutations wait. As in Convex, a call
 * that finds the maximum number of waiting calls is refused if its turn does not come for long. Its client then
 * tries again later, whereas an unlimited queue would only grow. A call whose turn comes in time is never refused,
 * however many wait.
 */
import { MAX_CONCURRENT_MUTATIONS, MAX_WAIT_FOR_TURN_MS } from "./limits.js";

export interface TurnOptions {
  readonly limit: number;
  readonly waitMs: number;
}

export interface Refusal {
  readonly code: "TooManyConcurrentRequests";
  readonly message: string;
}

/** A refused call may succeed after this time. */
export const RETRY_AFTER_SECONDS = 1;

export function tooMany(kind: "mutation" | "action", limit: number): Refusal {
  const message = `Too many concurrent requests. Your backend is limited to ${limit} concurrent ${kind}s.`;
  return { code: "TooManyConcurrentRequests", message };
}

export interface Turn {
  readonly isBehindOthers: boolean;
  readonly sinceMs: number;
}

const DEFAULTS: TurnOptions = { limit: MAX_CONCURRENT_MUTATIONS, waitMs: MAX_WAIT_FOR_TURN_MS };

export class Turns {
  #underWay = 0;

  constructor(
    private readonly kind: "mutation",
    private readonly options = DEFAULTS,
  ) {}

  enter(): Turn {
    this.#underWay += 1;
    return { isBehindOthers: this.#underWay > this.options.limit, sinceMs: performance.now() };
  }

  leave(): void {
    this.#underWay -= 1;
  }

  refusalFor({ isBehindOthers, sinceMs }: Turn): Refusal | null {
    if (!isBehindOthers || performance.now() - sinceMs <= this.options.waitMs) return null;
    return tooMany(this.kind, this.options.limit);
  }
}
