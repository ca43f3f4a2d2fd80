/**
 * Protects a server from clients that occupy it. It limits the connections of one address, the response bytes that
 * a client does not read, the small pieces of bodies, and the requests sent ahead on a connection. It ends
 * connections whose request stops arriving or whose client stops reading. Clients that wait for the server itself
 * may wait as long as necessary.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ClientAddresses } from "./client-address.js";
import { Connections, hold, isHeld, letGo } from "./connections.js";
import {
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_REQUESTS_AHEAD,
  MIN_BODY_BYTES_PER_WINDOW,
  STALL_WINDOW_MS,
} from "./limits.js";
import { limitPieces, type PieceOptions } from "./pieces.js";
import { HttpError, refuseAndCut } from "./responses.js";
import { limitUnsent, type UnsentOptions } from "./unsent.js";

export interface GuardOptions extends UnsentOptions, PieceOptions {
  readonly addresses: Pick<ClientAddresses, "isProxy" | "of">;
  readonly maxConnectionsPerAddress?: number;
  readonly stallWindowMs?: number;
  readonly minBodyBytesPerWindow?: number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  bytesRead: number;
  bytesWritten: number;
  /** Whether the exchange had begun before the current interval. */
  isWatched: boolean;
}

/** Guards a server until it closes. The returned function checks every connection as at the end of an interval. */
export function guardServer(server: Server, options: GuardOptions): () => void {
  const connections = new Connections(server, options.addresses);
  limitConnections(server, connections, options);
  limitUnsent(server, options);
  limitPieces(server, connections, options);
  return cutSlowClients(server, options);
}

function limitConnections(server: Server, connections: Connections, options: GuardOptions): void {
  const { maxConnectionsPerAddress = MAX_CONNECTIONS_PER_ADDRESS } = options;
  server.on("connection", (socket: Socket) => {
    if (connections.likeThat(socket).size > maxConnectionsPerAddress) socket.destroy();
  });
}

function cutSlowClients(server: Server, options: GuardOptions): () => void {
  const { stallWindowMs = STALL_WINDOW_MS, minBodyBytesPerWindow = MIN_BODY_BYTES_PER_WINDOW } = options;
  /** The requests that have no response yet. */
  const open = new Map<Socket, Set<Exchange>>();
  const exchangesOn = (socket: Socket): Set<Exchange> => {
    const known = open.get(socket);
    if (known !== undefined) return known;
    const exchanges = new Set<Exchange>();
    open.set(socket, exchanges);
    socket.once("close", () => {
      open.delete(socket);
      for (const { response } of exchanges) endUnsent(response);
    });
    return exchanges;
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return endUnsent(response);
    const exchange = { request, response, socket, bytesRead: 0, bytesWritten: 0, isWatched: false };
    const exchanges = exchangesOn(socket);
    exchanges.add(exchange);
    if (exchanges.size >= MAX_REQUESTS_AHEAD) hold(socket, "ahead");
    response.once("close", () => {
      exchanges.delete(exchange);
      if (exchanges.size <= MAX_REQUESTS_AHEAD / 2) letGo(socket, "ahead");
    });
  });
  const sweep = () => {
    for (const [socket, exchanges] of open) {
      const minBytes = isHeld(socket) ? 0 : minBodyBytesPerWindow;
      for (const exchange of exchanges) look(exchange, minBytes);
    }
  };
  const timer = setInterval(sweep, stallWindowMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
  return sweep;
}

/**
 * Node reports a closed connection only to the response that is being sent. Responses after it would never end,
 * together with the work that waits for them.
 */
function endUnsent(response: ServerResponse): void {
  if (response.closed) return;
  response.destroy();
  response.emit("close");
}

function look(exchange: Exchange, minBodyBytes: number): void {
  const { request, response, socket } = exchange;
  const read = socket.bytesRead - exchange.bytesRead;
  const written = socket.bytesWritten - exchange.bytesWritten;
  const wasWatched = exchange.isWatched;
  exchange.bytesRead = socket.bytesRead;
  exchange.bytesWritten = socket.bytesWritten;
  exchange.isWatched = true;
  if (!wasWatched) return;
  // If the server has not started to read a body, the client does not cause the delay.
  const isOursToRead = request.readableLength >= request.readableHighWaterMark;
  if (!request.complete && !isOursToRead && read < minBodyBytes)
    return refuseAndCut(response, socket, tooSlow());
  if (socket.writableLength > 0 && written === 0) socket.destroy();
}

const tooSlow = () => new HttpError(408, "RequestTimeout", "The request did not arrive in time");
