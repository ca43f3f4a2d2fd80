/**
 * What one client, and all of them together, may use of the server's memory: one place per number. Where Convex has
 * such a limit it is the same (get-convex/convex-backend, crates/sync/src/worker.rs), and so is its name.
 */

const MEBIBYTE = 1 << 20;

/** Mutations of one socket that wait for their turn (worker.rs, OPERATION_QUEUE_BUFFER_SIZE). */
export const MAX_PENDING_MUTATIONS = 1000;
/** Actions of one socket that have not ended (worker.rs, OPERATION_QUEUE_BUFFER_SIZE). */
export const MAX_RUNNING_ACTIONS = 1000;
/**
 * With so many waiting mutations a socket is not read until they are fewer. What it sends meanwhile waits in the
 * network, so that a client that was offline for long succeeds without ever exceeding the limit.
 */
export const PAUSE_READING_AT = 100;
/**
 * Characters of waiting messages, and of arguments of mutations and actions that have not ended, at which a socket
 * is not read either: a hundred messages of the largest size would be three gigabytes.
 */
export const PAUSE_READING_AT_LENGTH = 64 * MEBIBYTE;
/** Live queries of one socket. Convex sets no limit; a page has dozens. */
export const MAX_LIVE_QUERIES = 10_000;
/**
 * Queries without a result yet that run for one client in one round: those of a page; further ones wait for the
 * next.
 */
export const FIRST_RUNS_PER_ROUND = 32;
/**
 * Messages of one socket that are read in the long run, and at once after a rest. What a faster client sends waits
 * in the network; a page sends a handful, a client that was offline for long some hundreds.
 */
export const MESSAGES_PER_SECOND = 5000;
export const MESSAGE_BURST = 10_000;
/** Sockets of one address: a club house behind one router has as many tabs, and uses a tenth of the total. */
export const MAX_SESSIONS_PER_ADDRESS = 1000;
/** Sockets that one user has signed in on: more tabs than anybody opens, on all devices together. */
export const MAX_SESSIONS_PER_IDENTITY = 250;
/**
 * Live queries of one client on all its sockets: a user, or the sockets of an address on which nobody signed in.
 * Every tab that an address may have open, with the queries of a full page each.
 */
export const MAX_LIVE_QUERIES_PER_CLIENT = 50_000;
/**
 * Characters of the arguments of these, which are kept as long as the queries are: of three of the largest, and of
 * 50,000 ordinary ones.
 */
export const MAX_LIVE_ARGS_LENGTH_PER_CLIENT = 64 * MEBIBYTE;
/** Unanswered mutations of one client, on all its sockets: a hundred tabs that return with all they may have. */
export const MAX_PENDING_MUTATIONS_PER_CLIENT = 10_000;
/** Sockets at a time (docs.convex.dev/production/state/limits: "Concurrent sessions", class S256). */
export const MAX_SESSIONS = 10_000;

/**
 * Room for the JSON text of the largest arguments, whose bytes are in base64: functions report what is too large,
 * this limit only protects memory.
 */
export const MAX_ARGS_TEXT_LENGTH = 24 * MEBIBYTE;
/** The largest frame that a client may send. */
export const MAX_FRAME_BYTES = 32 * MEBIBYTE;

/** With more unsent bytes a socket gets no Transition until it has caught up. */
export const PAUSE_ABOVE_BYTES = MEBIBYTE;
/** With more unsent bytes a client is disconnected; it returns and gets everything again. */
export const DROP_ABOVE_BYTES = 256 * MEBIBYTE;
/** With more unsent bytes of all sockets together, those that are behind get no Transition; the others do. */
export const PAUSE_ALL_ABOVE_BYTES = 512 * MEBIBYTE;
/** A client without a message for so long, not even a pong, is disconnected. */
export const GIVE_UP_AFTER_SILENT_MS = 120_000;
