/** The handler of requests under some of the server's paths. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Handles the requests under its own paths; returns whether this is one of them. */
export type PathHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;
