/** The handler of requests under some of the server's paths. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Resolves with false if the path is not one of the handler's. */
export type PathHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;
