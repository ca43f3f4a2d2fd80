/**
 * The limits that Convex sets to running functions: one place per number. Sources are the documentation,
 * docs.convex.dev/production/state/limits, and get-convex/convex-backend where that says more. Where the two
 * differ the stricter one holds, so that what runs here runs there.
 */

/** Own time of a query or mutation, time inside the database left out (docs: "Query/mutation execution time"). */
export const MAX_USER_TIME_MS = 1000;
/**
 * Time that one query or mutation may spend in what it asks of the runtime. Convex: 15 s
 * (crates/common/src/knobs.rs, DATABASE_UDF_SYSTEM_TIMEOUT). Everybody waits for it here, and the limits of a
 * transaction are reached long before.
 */
export const MAX_SYSTEM_TIME_MS = 5000;
/** How deep functions may call each other (knobs.rs, MAX_REACTOR_CALL_DEPTH). */
export const MAX_CALL_DEPTH = 8;
