/** Ping: tells an idle client that the server is still there. */

/** The one Ping there is. */
export const PING = '{"type":"Ping"}';
