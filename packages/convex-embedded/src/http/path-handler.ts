/** The handler of requests under some of the server's paths. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Resolves with false if the path does not belong to the handler. */
export type PathHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;
