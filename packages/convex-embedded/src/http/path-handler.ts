/** The handler of requests under some of the server's paths. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Handles a request if its path belongs to the handler. Returns whether it does. */
export type PathHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;
