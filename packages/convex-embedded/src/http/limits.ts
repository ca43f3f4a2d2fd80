/**
 * The limits for one client of the HTTP server. They are wide enough for a club house behind one address, and
 * narrow enough that no address can use up what the others need.
 */

/** Open TCP connections of one address, including WebSockets. Unlimited for a trusted proxy. */
export const MAX_CONNECTIONS_PER_ADDRESS = 2000;
/**
 * Requests per second of one address on average. If fifty people open the app at the same moment, they remain below
 * REQUEST_BURST.
 */
export const REQUESTS_PER_SECOND = 1000;
/** Requests that one address may send together after a pause. */
export const REQUEST_BURST = 10_000;
/** If a connection has this many unanswered requests, it is not read until half of them are answered. */
export const MAX_REQUESTS_AHEAD = 16;
/**
 * A call with more bytes is a large call. It is read in a separate thread. All other work waits while its function
 * runs.
 */
export const LARGE_CALL_BYTES = 64 << 10;
/**
 * Bytes of large calls that one address may send per second on average. The burst after a pause allows two of the
 * largest calls that Convex accepts.
 */
export const LARGE_CALL_BYTES_PER_SECOND = 1 << 20;
export const LARGE_CALL_BURST_BYTES = 32 << 20;
/**
 * Each value of a large call counts as this many bytes, because a function takes longer for many values than for
 * much text.
 */
export const LARGE_CALL_BYTES_PER_VALUE = 32;
/** The time for other work between two steps of a large call, about as long as a step takes. */
export const LARGE_CALL_REST_MS_PER_MEBIBYTE = 3;
/** First line and headers of a request (Node's own default, named here because the refusal is tested). */
export const MAX_HEADER_BYTES = 16 << 10;
/** How long the first line and headers of a request may take to arrive. */
export const HEADERS_TIMEOUT_MS = 20_000;
/**
 * In each interval of this length a body must make progress, and a client must read some of its waiting response.
 */
export const STALL_WINDOW_MS = 120_000;
/**
 * The minimum of a body that arrives within an interval: 270 bytes a second, less than the weakest phone
 * connection.
 */
export const MIN_BODY_BYTES_PER_WINDOW = 32 << 10;
/**
 * The maximum bytes of incomplete messages and bodies from one address: two of the largest, or hundreds of ordinary
 * ones.
 */
export const MAX_UNFINISHED_BYTES_PER_ADDRESS = 64 << 20;
/** The maximum bytes of incomplete messages and bodies from all addresses. */
export const MAX_UNFINISHED_BYTES = 256 << 20;
/** Anything smaller takes hardly more memory than its connection and is not counted. */
export const UNCOUNTED_BYTES = 16 << 10;
/** The maximum bytes of unread responses to one address. */
export const MAX_UNSENT_BYTES_PER_ADDRESS = 64 << 20;
/** The maximum bytes of unread responses to all addresses. */
export const MAX_UNSENT_BYTES = 256 << 20;
/** Calls of one address that begin in one turn of the event loop. */
export const CALLS_PER_TURN = 2;
/** Bytes of responses of HTTP actions to one address per second, after its burst. */
export const FLOW_BYTES_PER_SECOND = 16 << 20;
export const FLOW_BURST_BYTES = 32 << 20;
/** How many responses of HTTP actions are cached for everybody, and the maximum bytes of one response. */
export const MAX_KEPT_ANSWERS = 16;
export const MAX_KEPT_ANSWER_BYTES = 4 << 20;
/** A piece of a body with fewer bytes is small. An ordinary client ends a body with at most one small piece. */
export const SMALL_PIECE_BYTES = 64;
/**
 * Small pieces of bodies of one address on average. Each takes some ten microseconds, even if unread, so an address
 * uses at most a twentieth of the processor for them. A program that sends a long list line by line sends fewer.
 */
export const SMALL_PIECES_PER_SECOND = 5000;
/** Small pieces of bodies that one address may send at once after a pause: a list of a megabyte, line by line. */
export const SMALL_PIECE_BURST = 20_000;
/**
 * The time between two refusals of one address's connections because of small pieces. The connection is held until
 * then, and not read.
 */
export const PIECE_REFUSALS_APART_MS = 500;
/** The time between reading two held connections of that address again. */
export const PIECE_TURNS_APART_MS = 50;
/** Small pieces of a request are counted in groups of this many. Fewer are not counted. */
export const SMALL_PIECES_COUNTED_TOGETHER = 100;
