/**
 * The line in which passwords wait to be hashed or compared. Clients and accounts take turns, so somebody who sends one
 * password comes next, however many another client has sent before, or however many clients guess at one account. When
 * the line is full, whoever has the most in it loses the last place.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { APIError, isAPIError } from "better-auth/api";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { clientKeyOf } from "../http/client-address.js";
import { MAX_WAITING_PASSWORDS, PASSWORD_RETRY_SECONDS, PASSWORDS_AT_ONCE } from "./limits.js";

interface Asker {
  /** The client that sent the password. */
  client: string;
  /** The account that it is about, where that is known. */
  account: string | null;
}

const askers = new AsyncLocalStorage<Asker>();

/** Runs the work of a request that came from this address. */
export const askedFrom = <T>(address: string, work: () => T): T =>
  askers.run({ client: clientKeyOf(address), account: null }, work);

/** Says what account a request is about, and for whom it asks where that is not the address that it came from. */
export function noteAccount(email: string, client?: string): void {
  const asker = askers.getStore();
  if (asker === undefined) return;
  asker.account = email.trim().toLowerCase();
  if (client !== undefined) asker.client = client;
}

const BUSY = "SERVICE_UNAVAILABLE";

/** Says whether an error means that a password was not looked at, for want of a place in the line. */
export const isBusy = (error: unknown): boolean => isAPIError(error) && error.status === BUSY;

const busy = () =>
  new APIError(
    BUSY,
    { code: "SERVER_BUSY", message: "Too many passwords are being checked. Please try again in a moment." },
    { "Retry-After": String(PASSWORD_RETRY_SECONDS) },
  );

interface Turn extends Asker {
  /** The round in which its client's turn is, counting what that client has sent alone; one in a round. */
  readonly clientRound: number;
  /** The same of its account, so that nobody else's place in line is made later by what a client sends beside it. */
  readonly accountRound: number;
  /** The round in which it comes: the later of both. */
  readonly round: number;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** The line itself; what is done in a turn is the caller's. */
export class PasswordTurns {
  readonly #running = new Set<Turn>();
  /** By round, and within a round as they came. */
  #waiting: Turn[] = [];
  #round = 0;

  constructor(
    private readonly atOnce = PASSWORDS_AT_ONCE,
    private readonly maxWaiting = MAX_WAITING_PASSWORDS,
  ) {}

  /** Does the work when its turn comes; throws SERVER_BUSY where the line has no place for it. */
  async take<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    const turn = await this.#wait(asker);
    try {
      return await work();
    } finally {
      this.#running.delete(turn);
      this.#next();
    }
  }

  /** Sends everybody away who waits. */
  close(): void {
    for (const turn of this.#waiting.splice(0)) turn.refuse();
  }

  #wait({ client, account }: Asker): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const inLine = [...this.#running, ...this.#waiting];
      const after = (rounds: readonly number[]) => Math.max(this.#round, ...rounds.map((round) => round + 1));
      const sent = inLine.filter((other) => other.client === client);
      const about = inLine.filter((other) => account !== null && other.account === account);
      const clientRound = after(sent.map((other) => other.clientRound));
      const accountRound = after(about.map((other) => other.accountRound));
      const round = Math.max(clientRound, accountRound);
      const turn: Turn = {
        ...{ client, account, clientRound, accountRound, round },
        begin: () => resolve(turn),
        refuse: () => reject(busy()),
      };
      const later = this.#waiting.findIndex((other) => other.round > round);
      this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, turn);
      this.#next();
      if (this.#waiting.length > this.maxWaiting) this.#waiting.pop()?.refuse();
    });
  }

  #next(): void {
    while (this.#running.size < this.atOnce) {
      const turn = this.#waiting.shift();
      if (turn === undefined) return;
      this.#running.add(turn);
      this.#round = turn.round;
      turn.begin();
    }
  }
}

/** Better-auth's own hashing, in turns. An unknown address is hashed for too, so it takes its turn like any other. */
export function passwordsIn(turns: PasswordTurns) {
  const asker = (): Asker => askers.getStore() ?? { client: "unknown", account: null };
  return {
    hash: (password: string) => turns.take(asker(), () => hashPassword(password)),
    verify: (pair: { hash: string; password: string }) => turns.take(asker(), () => verifyPassword(pair)),
  };
}
