/**
 * What passwords may take of the machine. One scrypt is a quarter of a second of one processor and 32 MiB, in threads
 * that files and tokens share.
 */
import { availableParallelism } from "node:os";

/** Passwords that are hashed or compared at a time: one processor is left to everybody else, and one thread of Node's four. */
export const PASSWORDS_AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Places in line for those whose network had a turn lately: about twelve seconds of work, and pages wait fifteen. */
export const MAX_WAITING_PASSWORDS = 50;
/** Places in line in all; each is an open request. */
export const MAX_LINE = 5_000;
/** For how long the turns of a network and of an address are remembered. */
export const TRIES_WINDOW_MS = 15 * 60 * 1000;
/** Seconds after which whoever found no place is asked to come again: the line is short by then. */
export const PASSWORD_RETRY_SECONDS = 10;
