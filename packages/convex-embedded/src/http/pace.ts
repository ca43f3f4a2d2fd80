/**
 * Limits how many calls of one client begin in one turn of the event loop. All other work waits while a call is
 * read or a query runs. Of many calls that a client sends together, some run in each turn, and other clients' calls
 * run in between. The same applies between the steps of a large call.
 */
import type { IncomingMessage } from "node:http";
import { clientKeyOf, type ClientAddresses } from "./client-address.js";
import { CALLS_PER_TURN, LARGE_CALL_BYTES, LARGE_CALL_REST_MS_PER_MEBIBYTE } from "./limits.js";
import { isFromThisMachine } from "./this-machine.js";

const MEBIBYTE = 1 << 20;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export class Pace {
  readonly #begun = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTurnAwaited = false;

  constructor(
    private readonly perTurn = CALLS_PER_TURN,
    private readonly rest = sleep,
  ) {}

  /**
   * Undefined if the request may begin immediately. Calls from this machine do not wait, because they come from
   * functions, tools of the operator, or a proxy that does not distinguish clients.
   */
  turnOf(request: IncomingMessage, addresses: Pick<ClientAddresses, "of">): Promise<void> | undefined {
    return isFromThisMachine(request) ? undefined : this.next(clientKeyOf(addresses.of(request)));
  }

  /**
   * Resolves after other work could run between two steps of a large call. Undefined for a smaller call, which
   * continues immediately.
   */
  between(bytes: number): Promise<void> | undefined {
    if (bytes <= LARGE_CALL_BYTES) return undefined;
    return this.rest((bytes / MEBIBYTE) * LARGE_CALL_REST_MS_PER_MEBIBYTE);
  }

  next(client: string): Promise<void> {
    const begun = this.#begun.get(client) ?? 0;
    this.#awaitTurn();
    if (begun < this.perTurn) {
      this.#begun.set(client, begun + 1);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(client);
      if (waiting === undefined) this.#waiting.set(client, [resolve]);
      else waiting.push(resolve);
    });
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurnAwaited = false;
    this.#begun.clear();
    for (const [client, waiting] of this.#waiting) {
      const now = waiting.splice(0, this.perTurn);
      if (waiting.length === 0) this.#waiting.delete(client);
      this.#begun.set(client, now.length);
      for (const begin of now) begin();
    }
    if (this.#waiting.size > 0) this.#awaitTurn();
  }
}
