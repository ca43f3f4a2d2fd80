/**
 * Allows a limited number of actions to run at a time. Later ones wait for some time in a queue of limited length,
 * and are then refused with Convex's message.
 * Places are shared: a client gets a place only while it has fewer than are free. One client therefore has at most
 * half of them, two have a third each, and another client always finds a place (the dynamic threshold of Choudhury
 * and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998). The calls of an action run in its own place, one at a
 * time, because the caller only waits for them. Otherwise callers could fill all places and wait for each other.
 */
import { tooMany, type Refusal } from "../turns.js";

export interface GateOptions {
  readonly limit: number;
  readonly waitMs: number;
  readonly maxWaiting: number;
}

export interface Entrance {
  /** The clients whose places are counted: address, credential and user. Empty if the runtime itself calls. */
  readonly clients?: readonly string[];
  readonly within?: Place | null;
  readonly signal?: AbortSignal;
}

interface Waiting extends Entrance {
  readonly clients: readonly string[];
  readonly admit: (place: Place) => void;
}

class Shares {
  #taken = 0;
  readonly #ofClient = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Returns false if the client may not have another place. */
  take(clients: readonly string[]): boolean {
    const free = this.limit - this.#taken;
    if (free <= 0 || clients.some((client) => (this.#ofClient.get(client) ?? 0) >= free)) return false;
    this.#taken += 1;
    for (const client of clients) this.#ofClient.set(client, (this.#ofClient.get(client) ?? 0) + 1);
    return true;
  }

  giveBack(clients: readonly string[]): void {
    this.#taken -= 1;
    for (const client of clients) {
      const left = (this.#ofClient.get(client) ?? 1) - 1;
      if (left > 0) this.#ofClient.set(client, left);
      else this.#ofClient.delete(client);
    }
  }
}

/** The place of a running action: a new one, or that of the action that called it. */
export class Place {
  #lentTo: Place | null = null;
  #isLeft = false;

  constructor(
    readonly gate: ConcurrencyGate,
    private readonly giveBack: () => void,
    private lender: Place | null,
  ) {
    if (lender !== null) lender.#lentTo = this;
  }

  get canBeLent(): boolean {
    return this.#lentTo === null && !this.#isLeft;
  }

  /** Nested calls that have not ended keep the place until they end. */
  leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    if (this.#lentTo === null) this.#free();
  }

  #free(): void {
    if (this.lender === null) return this.giveBack();
    this.lender.#lentTo = null;
    if (this.lender.#isLeft) this.lender.#free();
    else this.giveBack();
  }
}

export class ConcurrencyGate {
  readonly #running: Shares;
  readonly #waiting: Shares;
  readonly #queue = new Set<Waiting>();

  constructor(private readonly options: GateOptions) {
    this.#running = new Shares(options.limit);
    this.#waiting = new Shares(options.maxWaiting);
  }

  /** Returns the reason if there was no place in time. */
  enter({ clients = [], within = null, signal }: Entrance = {}): Promise<Place | Refusal> {
    const wanted = { clients, within };
    const place = this.#placeFor(wanted);
    if (place !== null) return Promise.resolve(place);
    const { limit, waitMs } = this.options;
    const refusal = tooMany("action", limit);
    if (signal?.aborted === true || !this.#waiting.take(clients)) return Promise.resolve(refusal);
    return new Promise((resolve) => {
      const end = (result: Place | Refusal) => {
        this.#queue.delete(waiting);
        this.#waiting.giveBack(clients);
        clearTimeout(timer);
        signal?.removeEventListener("abort", refuse);
        resolve(result);
      };
      const refuse = () => end(refusal);
      const waiting: Waiting = { ...wanted, admit: end };
      const timer = setTimeout(refuse, waitMs);
      signal?.addEventListener("abort", refuse, { once: true });
      this.#queue.add(waiting);
    });
  }

  #placeFor({ clients, within }: Pick<Waiting, "clients" | "within">): Place | null {
    const next = () => this.#admitNext();
    if (within?.canBeLent === true) return new Place(this, next, within);
    if (!this.#running.take(clients)) return null;
    return new Place(
      this,
      () => {
        this.#running.giveBack(clients);
        next();
      },
      null,
    );
  }

  #admitNext(): void {
    for (const waiting of this.#queue) {
      const place = this.#placeFor(waiting);
      if (place !== null) waiting.admit(place);
    }
  }
}
