/**
 * The limits that Convex sets for running functions. Sources are the documentation,
 * docs.convex.dev/production/state/limits, and get-convex/convex-backend for details. If the two differ, the
 * stricter limit is used, so that code that runs here also runs there.
 */

const KIBIBYTE = 1024;
const MEBIBYTE = 1 << 20;

/** Own time of a query or mutation, without time inside the database (docs: "Query/mutation execution time"). */
export const MAX_USER_TIME_MS = 1000;
/**
 * The time that one query or mutation may spend in its requests to the runtime. Convex: 15 s
 * (crates/common/src/knobs.rs, DATABASE_UDF_SYSTEM_TIMEOUT). Here all other work waits for it, and the limits of a
 * transaction are reached long before.
 */
export const MAX_SYSTEM_TIME_MS = 5000;
/** Docs: "Mutations" that run at a time, deployment class S16. */
export const MAX_CONCURRENT_MUTATIONS = 16;
/**
 * How long a further mutation waits for others to end (knobs.rs, APPLICATION_FUNCTION_RUNNER_SEMAPHORE_TIMEOUT).
 */
export const MAX_WAIT_FOR_TURN_MS = 5000;
/** How deep functions may call each other (knobs.rs, MAX_REACTOR_CALL_DEPTH). */
export const MAX_CALL_DEPTH = 8;

/** Docs: "Convex runtime action execution time" and "Node runtime action execution time". */
export const MAX_ACTION_TIME_MS = { isolate: 30 * 60 * 1000, node: 10 * 60 * 1000 } as const;
/** Docs: "Convex runtime actions and HTTP actions" and "Node actions", deployment class S16. */
export const MAX_CONCURRENT_ACTIONS = 64;
/** How long an action waits for others to end (knobs.rs, APPLICATION_FUNCTION_RUNNER_ACTION_SEMAPHORE_TIMEOUT). */
export const MAX_WAIT_FOR_ACTIONS_MS = 10_000;
/** Docs: "Concurrent IO operations per function". */
export const MAX_OPEN_OPERATIONS = 1000;
/** Memory of a thread that runs actions (docs: "Node.js runtime: 512 MiB RAM"). */
export const MAX_ACTION_HEAP_MEBIBYTES = 512;

/** Docs: "Function argument size" and "Function return value size". */
export const MAX_ARGS_BYTES = 16 * MEBIBYTE;
export const MAX_RETURN_BYTES = 16 * MEBIBYTE;
/** Docs: "Node actions only support arguments up to 5MiB". */
export const MAX_NODE_ARGS_BYTES = 5 * MEBIBYTE;
/**
 * The maximum number of values in one request. Convex counts only bytes and gives each call its own processor time.
 * Here all other work waits while a request is parsed, and a million small values take seconds.
 */
export const MAX_REQUEST_VALUES = 100_000;
/**
 * The maximum nesting of arrays and objects in one request: the same as in Convex's parser, and far below the limit
 * of the stack.
 */
export const MAX_REQUEST_DEPTH = 127;
/** Queries in one batch from a caller without the admin key. */
export const MAX_BATCH_QUERIES = 256;
/** A call may always contain this many values, so that its function can report what is wrong with them. */
export const ALWAYS_TAKEN_VALUES = 1000;
/** Docs: "HTTP action response size". */
export const MAX_HTTP_RESPONSE_BYTES = 20 * MEBIBYTE;
/** Docs: "Code size". */
export const MAX_CODE_BYTES = 32 * MEBIBYTE;

/** Above this fraction of a limit a call logs a warning (knobs.rs, FUNCTION_LIMIT_WARNING_RATIO). */
export const LIMIT_WARNING_SHARE = 0.8;

/** Docs: "Log lines per function". The last line is reserved for the message that further lines were omitted. */
export const MAX_LOG_LINES = 256;
/** get-convex/convex-backend, crates/common/src/log_lines.rs, MAX_LOG_LINE_LENGTH; the docs say 4 KiB. */
export const MAX_LOG_LINE_BYTES = 32 * KIBIBYTE;

/** Docs: "Environment Variables"; their number and total size by knobs.rs, ENV_VAR_LIMIT and ENV_VAR_TOTAL_SIZE_LIMIT. */
export const MAX_ENV_NAME_LENGTH = 40;
export const MAX_ENV_VALUE_BYTES = 8 * KIBIBYTE;
export const MAX_ENV_VARIABLES = 512;
export const MAX_ENV_BYTES = 512 * KIBIBYTE;
