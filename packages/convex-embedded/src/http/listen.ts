/** Opens ports, and closes them without cutting off responses in progress. */
import { createServer, type RequestListener, type Server } from "node:http";
import { StartError } from "../start-error.js";
import { peerOf } from "./client-address.js";
import { guardServer, type GuardOptions } from "./guarded-server.js";
import { HEADERS_TIMEOUT_MS, MAX_HEADER_BYTES } from "./limits.js";

export interface ListeningServer {
  readonly server: Server;
  readonly port: number;
  /** Replaces the request handler. Before the first call, clients are told to try again. */
  serve(listener: RequestListener): void;
  /** Waits at most `graceMs` for running requests, then ends the rest. */
  close(graceMs: number): Promise<void>;
}

/** A large upload over a slow connection may take this long, if it makes progress. */
const REQUEST_TIMEOUT_MS = 60 * 60 * 1000;

const comeBack: RequestListener = (_request, response) => {
  response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "1" });
  response.end('{"code":"Starting","message":"The server is starting. Try again in a moment."}');
};

const DEFAULT_GUARD: GuardOptions = {
  addresses: { isProxy: () => false, of: ({ socket }) => peerOf(socket) },
};

export interface ListenOptions {
  readonly guard?: GuardOptions;
  readonly headersTimeoutMs?: number;
}

/** Throws a StartError that explains what to do if the port is not available. */
export async function listen(
  host: string,
  port: number,
  option: string,
  { guard = DEFAULT_GUARD, headersTimeoutMs = HEADERS_TIMEOUT_MS }: ListenOptions = {},
): Promise<ListeningServer> {
  let current = comeBack;
  const server = createServer(
    {
      // Detects clients that disappeared without closing the connection.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, headersTimeoutMs),
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: 65_000,
    },
    (request, response) => current(request, response),
  );
  guardServer(server, guard);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port, option)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    server,
    port: address.port,
    serve: (listener) => {
      current = listener;
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, option: string): StartError {
  const cause = { cause: error };
  switch (error.code) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} on ${host} is in use: stop what uses it, or choose another one with --${option}.`,
        cause,
      );
    case "EACCES":
      return new StartError(
        `Port ${port} may not be opened by this user: choose one above 1023 with --${option}.`,
        cause,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`This machine has no address ${host}: choose another one with --host.`, cause);
    default:
      return new StartError(`Port ${port} on ${host} cannot be opened: ${error.message}`, cause);
  }
}
