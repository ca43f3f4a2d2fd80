/**
 * Limits how much of the machine passwords may use. One scrypt takes a quarter of a second of one processor and 32
 * MiB, in threads that files and tokens also need.
 */
import { availableParallelism } from "node:os";

/** One processor, and one of Node's four threads, remain for everything else. */
export const PASSWORDS_AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/**
 * The places in the queue for networks that had a turn recently. They mean about twelve seconds of work, and pages
 * wait for fifteen seconds.
 */
export const MAX_WAITING_PASSWORDS = 50;
/** All places in the queue. Each place is an open request. */
export const MAX_LINE = 5_000;
/** How long the turns of a network and of an address are remembered. */
export const TRIES_WINDOW_MS = 15 * 60 * 1000;
/** The seconds after which a client without a place should try again. By then the queue is short. */
export const PASSWORD_RETRY_SECONDS = 10;
