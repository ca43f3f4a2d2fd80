/**
 * How much of the server's memory one client, and all clients together, may use. Where Convex has such a limit,
 * value and name are the same (get-convex/convex-backend, crates/sync/src/worker.rs).
 */

const MEBIBYTE = 1 << 20;

/** Mutations of one socket that wait for their turn (worker.rs, OPERATION_QUEUE_BUFFER_SIZE). */
export const MAX_PENDING_MUTATIONS = 1000;
/** Actions of one socket that have not ended (worker.rs, OPERATION_QUEUE_BUFFER_SIZE). */
export const MAX_RUNNING_ACTIONS = 1000;
/**
 * With this many waiting mutations a socket is not read until there are fewer. Further messages wait in the
 * network, so that a client that was offline for long can send all its mutations without exceeding the limit.
 */
export const PAUSE_READING_AT = 100;
/**
 * The maximum characters of waiting messages, and of arguments of mutations and actions that have not ended. Above
 * this limit the socket is not read, because a hundred messages of the largest size would take three gigabytes.
 */
export const PAUSE_READING_AT_LENGTH = 64 * MEBIBYTE;
/** Live queries of one socket. Convex sets no limit. A page has dozens. */
export const MAX_LIVE_QUERIES = 10_000;
/**
 * How many queries without a result run for one client in one round: about as many as a page has. Further ones wait
 * for the next round.
 */
export const FIRST_RUNS_PER_ROUND = 32;
/**
 * Messages of one socket that are read per second on average, and the burst after a pause. If a client sends
 * faster, its messages wait in the network. A page sends a handful, a client that was offline for long some
 * hundreds.
 */
export const MESSAGES_PER_SECOND = 5000;
export const MESSAGE_BURST = 10_000;
/** Sockets of one address. A club house behind one router has as many tabs. This is a tenth of the total. */
export const MAX_SESSIONS_PER_ADDRESS = 1000;
/** Sockets on which one user has signed in: more tabs than anybody opens on all devices together. */
export const MAX_SESSIONS_PER_IDENTITY = 250;
/**
 * Live queries of one client on all its sockets. A client is a user, or the sockets of an address on which nobody
 * signed in. This suffices for every tab that an address may have open, each with the queries of a full page.
 */
export const MAX_LIVE_QUERIES_PER_CLIENT = 50_000;
/**
 * Characters of the arguments of a client's live queries, which are kept as long as the queries: enough for three
 * of the largest, or for 50,000 ordinary ones.
 */
export const MAX_LIVE_ARGS_LENGTH_PER_CLIENT = 64 * MEBIBYTE;
/**
 * Unanswered mutations of one client on all its sockets: enough for a hundred tabs that reconnect, each with the
 * maximum.
 */
export const MAX_PENDING_MUTATIONS_PER_CLIENT = 10_000;
/** Sockets at a time (docs.convex.dev/production/state/limits: "Concurrent sessions", class S256). */
export const MAX_SESSIONS = 10_000;

/**
 * Room for the JSON text of the largest arguments, whose bytes are in base64. Functions report arguments that are
 * too large. This limit only protects memory.
 */
export const MAX_ARGS_TEXT_LENGTH = 24 * MEBIBYTE;
export const MAX_FRAME_BYTES = 32 * MEBIBYTE;

/** With more unsent bytes a socket gets no Transition until it has caught up. */
export const PAUSE_ABOVE_BYTES = MEBIBYTE;
/** With more unsent bytes a client is disconnected. It returns and gets everything again. */
export const DROP_ABOVE_BYTES = 256 * MEBIBYTE;
/** With more unsent bytes of all sockets together, only the clients that have read everything get Transitions. */
export const PAUSE_ALL_ABOVE_BYTES = 512 * MEBIBYTE;
/** A client without a message for this long, not even a pong, is disconnected. */
export const GIVE_UP_AFTER_SILENT_MS = 120_000;
