/** Ping: tells an idle client that the server is still available. */

/** The only form of a Ping. */
export const PING = '{"type":"Ping"}';
