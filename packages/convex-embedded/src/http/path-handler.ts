/** Who handles the requests under some of the server's paths. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Handles the requests under the paths it knows; returns whether it knows this one. */
export type PathHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;
