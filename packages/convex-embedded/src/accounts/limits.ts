/**
 * How much of the machine passwords may use. One scrypt takes a quarter of a second of one processor and 32 MiB, in
 * threads shared with files and tokens.
 */
import { availableParallelism } from "node:os";

/**
 * Passwords hashed or compared at a time: one processor remains for everybody else, and one of Node's four threads.
 */
export const PASSWORDS_AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/**
 * Places in the queue for networks that had a turn lately: about twelve seconds of work, and pages wait fifteen.
 */
export const MAX_WAITING_PASSWORDS = 50;
/** Places in the queue in all; each is an open request. */
export const MAX_LINE = 5_000;
/** How long the turns of a network and of an address are remembered. */
export const TRIES_WINDOW_MS = 15 * 60 * 1000;
/** Seconds after which a request without a place should be repeated: the queue is short by then. */
export const PASSWORD_RETRY_SECONDS = 10;
