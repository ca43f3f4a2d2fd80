/** Ping: tells an idle client that the server is still available. */

export const PING = '{"type":"Ping"}';
