/**
 * The turns of mutations. One thread runs them one after the other, so all that were called and have not ended wait
 * for it. As Convex does, a call that finds as many before it as may be under way at a time is refused when its turn
 * has not come for long: a client that hears of it comes back after a while, where without end the queue would
 * only grow. Nobody is refused whose turn comes in time, however many wait.
 */
import { MAX_CONCURRENT_MUTATIONS, MAX_WAIT_FOR_TURN_MS } from "./limits.js";

export interface TurnOptions {
  readonly limit: number;
  readonly waitMs: number;
}

/** Why a call was not made. */
export interface Refusal {
  readonly code: "TooManyConcurrentRequests";
  readonly message: string;
}

/** Whoever is refused may well be let in after a moment. */
export const RETRY_AFTER_SECONDS = 1;

/** Refuses a call in Convex's words. */
export function tooMany(kind: "mutation" | "action", limit: number): Refusal {
  const message = `Too many concurrent requests. Your backend is limited to ${limit} concurrent ${kind}s.`;
  return { code: "TooManyConcurrentRequests", message };
}

/** The place of a call in the queue. */
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

  /** Takes a place for a call, until leave(). */
  enter(): Turn {
    this.#underWay += 1;
    return { isBehindOthers: this.#underWay > this.options.limit, sinceMs: performance.now() };
  }

  /** Gives the place of a call back. */
  leave(): void {
    this.#underWay -= 1;
  }

  /** Returns why a call whose turn has come must not begin any more, or null when it may. */
  refusalFor({ isBehindOthers, sinceMs }: Turn): Refusal | null {
    if (!isBehindOthers || performance.now() - sinceMs <= this.options.waitMs) return null;
    return tooMany(this.kind, this.options.limit);
  }
}
