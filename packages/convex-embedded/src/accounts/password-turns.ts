/**
 * The queue in which passwords wait to be hashed or compared. Users who have signed in here before come first.
 * Strangers share the remaining turns by network. The first criterion is fewer recent turns of the network, then of
 * the address, and then of the account. Therefore, however many networks guess, a newcomer waits for at most one
 * guess of each.
 *   known (account, address) ─► strangers (network, address, account) ─► work
 *   Beyond MAX_WAITING_PASSWORDS of networks that had a turn recently, the last of these is refused.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { APIError, isAPIError } from "better-auth/api";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { clientKeyOf, networkKeyOf } from "../http/client-address.js";
import { accountKeyOf } from "./failed-sign-ins.js";
import {
  MAX_LINE,
  MAX_WAITING_PASSWORDS,
  PASSWORD_RETRY_SECONDS,
  PASSWORDS_AT_ONCE,
  TRIES_WINDOW_MS,
} from "./limits.js";

export interface Asker {
  client: string;
  account: string | null;
  /** Whether somebody has signed in to this account from this device or network before. */
  isKnown: boolean;
  /** Aborted when the client no longer waits. */
  readonly whenGone?: AbortSignal | undefined;
}

const askers = new AsyncLocalStorage<Asker & { hasTurn: boolean }>();

/** A request that already has its turn does not wait again. */
export const askedFrom = <T>(asker: Asker, hasTurn: boolean, work: () => T): T =>
  askers.run({ ...asker, hasTurn }, work);

/** Sets the account of a signed-in request. `client` replaces the request's own address. */
export function noteAccount(email: string, client?: string): void {
  const asker = askers.getStore();
  if (asker === undefined) return;
  asker.account = accountKeyOf(email);
  asker.isKnown = true;
  if (client !== undefined) asker.client = client;
}

const BUSY = "SERVICE_UNAVAILABLE";

export const isBusy = (error: unknown): boolean => isAPIError(error) && error.status === BUSY;

const busy = () =>
  new APIError(
    BUSY,
    { code: "SERVER_BUSY", message: "Too many passwords are being checked. Please try again in a moment." },
    { "Retry-After": String(PASSWORD_RETRY_SECONDS) },
  );

class RecentTurns {
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(private readonly now: () => number) {}

  of(key: string): number {
    const found = this.#counts.get(key);
    if (found === undefined) return 0;
    if (this.now() - found.since < TRIES_WINDOW_MS) return found.count;
    this.#counts.delete(key);
    return 0;
  }

  add(key: string, by: 1 | -1): void {
    const count = this.of(key) + by;
    const since = this.#counts.get(key)?.since ?? this.now();
    if (count <= 0) this.#counts.delete(key);
    else this.#counts.set(key, { count, since });
    // A Map keeps the order of insertion, so its first key is the oldest.
    if (this.#counts.size > MAX_LINE * 4) this.#counts.delete(this.#counts.keys().next().value ?? "");
  }
}

interface Turn {
  readonly account: string | null;
  readonly isKnown: boolean;
  readonly place: readonly number[];
  /** Whether its network had no turn recently. Such a request always gets a place. */
  readonly isNewcomer: boolean;
  readonly begin: () => void;
  readonly refuse: () => void;
}

const isBefore = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
};

export interface LineOptions {
  readonly atOnce?: number;
  readonly maxWaiting?: number;
  readonly maxLine?: number;
  /** A clock that does not change when the machine's clock is set. */
  readonly now?: () => number;
}

export class PasswordTurns {
  readonly #networks: RecentTurns;
  readonly #clients: RecentTurns;
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #maxLine: number;
  #running = 0;
  #waiting: Turn[] = [];
  #asked = 0;

  constructor(options: LineOptions = {}) {
    const { now = () => performance.now() } = options;
    this.#networks = new RecentTurns(now);
    this.#clients = new RecentTurns(now);
    this.#atOnce = options.atOnce ?? PASSWORDS_AT_ONCE;
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING_PASSWORDS;
    this.#maxLine = options.maxLine ?? MAX_LINE;
  }

  /**
   * Does the work when its turn comes. Throws SERVER_BUSY if the queue is full, or if the client no longer waits
   * for the result.
   */
  async take<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    await this.#wait(asker);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  close(): void {
    for (const turn of this.#waiting.splice(0)) turn.refuse();
  }

  #wait({ client, account, isKnown, whenGone }: Asker): Promise<void> {
    return new Promise((resolve, reject) => {
      const address = clientKeyOf(client);
      const network = networkKeyOf(client);
      const [ofNetwork, ofClient] = [this.#networks.of(network), this.#clients.of(address)];
      const ofAccount = this.#waiting.filter((other) => account !== null && other.account === account).length;
      this.#asked += 1;
      const count = (by: 1 | -1) => {
        this.#networks.add(network, by);
        this.#clients.add(address, by);
      };
      const turn: Turn = {
        account,
        isKnown,
        isNewcomer: ofNetwork === 0,
        place: isKnown
          ? [0, ofAccount, ofClient, 0, this.#asked]
          : [1, ofNetwork, ofClient, ofAccount, this.#asked],
        begin: resolve,
        refuse: () => {
          count(-1);
          reject(busy());
        },
      };
      count(1);
      whenGone?.addEventListener("abort", () => this.#leave(turn), { once: true });
      const later = this.#waiting.findIndex((other) => isBefore(turn.place, other.place));
      this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, turn);
      this.#next();
      this.#refuseTooMany();
    });
  }

  #leave(turn: Turn): void {
    const at = this.#waiting.indexOf(turn);
    if (at !== -1) this.#waiting.splice(at, 1)[0]?.refuse();
  }

  #refuseTooMany(): void {
    const isReturning = (turn: Turn) => !turn.isKnown && !turn.isNewcomer;
    const returning = this.#waiting.filter(isReturning).length;
    if (returning > this.#maxWaiting) {
      this.#waiting.splice(this.#waiting.findLastIndex(isReturning), 1)[0]?.refuse();
    }
    if (this.#waiting.length > this.#maxLine) this.#waiting.pop()?.refuse();
  }

  #next(): void {
    while (this.#running < this.#atOnce) {
      const turn = this.#waiting.shift();
      if (turn === undefined) return;
      this.#running += 1;
      turn.begin();
    }
  }
}

/**
 * better-auth's hashing functions, which wait for their turn. For an unknown address the library also hashes a
 * password, which waits as well.
 */
export function passwordsIn(turns: PasswordTurns) {
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const asker = askers.getStore() ?? { client: "unknown", account: null, isKnown: false, hasTurn: false };
    return asker.hasTurn ? work() : turns.take(asker, work);
  };
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (pair: { hash: string; password: string }) => inTurn(() => verifyPassword(pair)),
  };
}
