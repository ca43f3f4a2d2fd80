/**
 * Accepts WebSockets at the sync path, up to a limit, and passes their frames to connections. It pings idle
 * clients, disconnects those that no longer respond, and waits for running mutations and actions when it is closed.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import {
  Connection,
  DEFAULT_LIMITS,
  type ConnectionLimits,
  type ConnectionServices,
  type Turns,
} from "./connection.js";
import { Arrivals } from "../http/arrivals.js";
import type { CallRates, LargeCalls } from "../http/call-rates.js";
import { clientKeyOf, peerOf } from "../http/client-address.js";
import { handOver } from "../http/connections.js";
import { LARGE_CALL_BYTES } from "../http/limits.js";
import type { Pace } from "../http/pace.js";
import { isFromThisMachine } from "../http/this-machine.js";
import type { AnonymousBounds } from "../functions/request-bounds.js";
import {
  GIVE_UP_AFTER_SILENT_MS,
  MAX_FRAME_BYTES,
  MAX_LIVE_ARGS_LENGTH_PER_CLIENT,
  MAX_LIVE_QUERIES_PER_CLIENT,
  MAX_PENDING_MUTATIONS_PER_CLIENT,
  MAX_SESSIONS,
  MAX_SESSIONS_PER_ADDRESS,
  MAX_SESSIONS_PER_IDENTITY,
} from "./limits.js";
import { ShareCounts } from "./share-counts.js";
import type { SyncSocket } from "./outbox.js";

export interface SyncServerOptions extends Omit<
  ConnectionServices,
  | "limits"
  | "anonymousBounds"
  | "now"
  | "elapsed"
  | "backlog"
  | "identities"
  | "liveQueries"
  | "liveArgs"
  | "pendingMutations"
> {
  readonly anonymousBounds?: AnonymousBounds;
  readonly limits?: Partial<ConnectionLimits>;
  readonly now?: () => number;
  readonly pingAfterIdleMs?: number;
  readonly sweepEveryMs?: number;
  readonly giveUpAfterSilentMs?: number;
  readonly maxSessions?: number;
  readonly maxSessionsPerAddress?: number;
  readonly maxSessionsPerIdentity?: number;
  readonly maxLiveQueriesPerClient?: number;
  readonly maxLiveArgsLengthPerClient?: number;
  readonly maxPendingMutationsPerClient?: number;
  /** The default is the other end of the request's connection. */
  readonly addressOf?: (request: IncomingMessage) => string;
  readonly maxFrameBytes?: number;
  /** Shared with the HTTP server. */
  readonly arrivals?: Arrivals;
  /** Mutations of sockets share these turns with HTTP requests. */
  readonly pace?: Pace;
  readonly largeCalls?: LargeCalls;
  readonly rates?: CallRates;
}

interface Client {
  readonly connection: Connection;
  readonly socket: WebSocket;
  lastHeardAtMs: number;
}

const SYNC_PATH = /^\/api\/(?:([^/]+)\/)?sync$/;
const FIRST_VERSION_WITH_CHUNKS = [1, 28, 0];

/** Empty if the path has no client version. Null for paths of other endpoints. */
export function parseSyncPath(pathname: string): string | null {
  const match = SYNC_PATH.exec(pathname);
  return match === null ? null : (match[1] ?? "");
}

/** `version` is that of the client's npm package. */
export function canJoinChunks(version: string): boolean {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (match === null) return false;
  for (const [position, least] of FIRST_VERSION_WITH_CHUNKS.entries()) {
    const part = Number(match[position + 1]);
    if (part !== least) return part > least;
  }
  return true;
}

export class SyncServer {
  readonly #options: SyncServerOptions;
  readonly #services: ConnectionServices;
  readonly #webSockets: WebSocketServer;
  readonly #clients = new Set<Client>();
  readonly #sweep: NodeJS.Timeout;
  readonly #addresses: ShareCounts;
  readonly #arrivals: Arrivals;

  constructor(options: SyncServerOptions) {
    this.#options = options;
    this.#services = {
      ...options,
      anonymousBounds: options.anonymousBounds ?? {},
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      backlog: { waiting: 0 },
      identities: new ShareCounts(options.maxSessionsPerIdentity ?? MAX_SESSIONS_PER_IDENTITY),
      liveQueries: new ShareCounts(options.maxLiveQueriesPerClient ?? MAX_LIVE_QUERIES_PER_CLIENT),
      liveArgs: new ShareCounts(options.maxLiveArgsLengthPerClient ?? MAX_LIVE_ARGS_LENGTH_PER_CLIENT),
      pendingMutations: new ShareCounts(
        options.maxPendingMutationsPerClient ?? MAX_PENDING_MUTATIONS_PER_CLIENT,
      ),
      now: options.now ?? Date.now,
      elapsed: options.now ?? (() => performance.now()),
    };
    this.#addresses = new ShareCounts(options.maxSessionsPerAddress ?? MAX_SESSIONS_PER_ADDRESS);
    this.#arrivals = options.arrivals ?? new Arrivals();
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: options.maxFrameBytes ?? MAX_FRAME_BYTES,
    });
    this.#sweep = setInterval(() => this.#lookAfterClients(), options.sweepEveryMs ?? 5000);
    this.#sweep.unref();
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, clientVersion: string): void {
    handOver(socket);
    const maxSessions = this.#options.maxSessions ?? MAX_SESSIONS;
    if (this.#clients.size >= maxSessions) return refuse(socket, FULL, maxSessions);
    const address = clientKeyOf((this.#options.addressOf ?? ((asking) => peerOf(asking.socket)))(request));
    if (!this.#addresses.enter(address)) {
      const most = this.#options.maxSessionsPerAddress ?? MAX_SESSIONS_PER_ADDRESS;
      return refuse(socket, FULL_ADDRESS, most);
    }
    // A handshake that fails ends the stream as well.
    socket.once("close", () => this.#addresses.leave(address));
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) =>
      this.#accept(
        webSocket,
        socket,
        clientVersion,
        address,
        isFromThisMachine(request) ? undefined : this.#turnsOf(address),
      ),
    );
  }

  #turnsOf(address: string): Turns {
    const { pace, largeCalls, rates } = this.#options;
    return {
      next: () => pace?.next(address),
      hasRoomForBytes: (bytes) => largeCalls === undefined || largeCalls.take(address, bytes) === 0,
      hasRoomForCalls: (calls) => rates === undefined || calls === 0 || rates.take(address, calls) === 0,
    };
  }

  /** The clients see a network failure. */
  dropAll(): void {
    for (const { socket } of this.#clients) socket.terminate();
  }

  checkTokens(): void {
    for (const { connection } of this.#clients) connection.checkToken();
  }

  /** Waits for running mutations and actions, at most `graceMs`. */
  async close(graceMs: number): Promise<void> {
    clearInterval(this.#sweep);
    const until = performance.now() + graceMs;
    while (performance.now() < until && [...this.#clients].some(({ connection }) => connection.isBusy)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const { connection, socket } of this.#clients) {
      connection.close(1001, "ServerShutdown");
      // A client that does not respond to the close would keep the process alive.
      setTimeout(() => socket.terminate(), 200).unref();
    }
    this.#webSockets.close();
  }

  #accept(
    socket: WebSocket,
    stream: Duplex,
    clientVersion: string,
    address: string,
    turns: Turns | undefined,
  ): void {
    const canJoin = canJoinChunks(clientVersion);
    const connection = new Connection(adapt(socket, stream), this.#services, canJoin, address, turns);
    const client: Client = { connection, socket, lastHeardAtMs: this.#services.elapsed() };
    this.#clients.add(client);
    this.#services.metrics.connections = this.#clients.size;
    const heard = () => {
      client.lastHeardAtMs = this.#services.elapsed();
    };
    const arrival = this.#arrivals.open(address, () => cutOff(connection, socket));
    // This listener runs before `ws` reads the bytes and reports complete messages.
    stream.prependListener("data", (chunk: Buffer) => arrival.arrived(chunk.length));
    socket.on("message", (data, isBinary) => {
      const bytes = bytesOf(data);
      arrival.finished(frameBytes(bytes.length));
      heard();
      if (isBinary) connection.receiveBinary();
      else connection.receive(bytes.length > LARGE_CALL_BYTES ? bytes : bytes.toString("utf8"));
    });
    socket.on("ping", (data) => arrival.passed(frameBytes(data.length)));
    socket.on("pong", (data) => {
      arrival.passed(frameBytes(data.length));
      heard();
    });
    // ws itself responds to a broken frame with the right close code. Only this client is affected.
    socket.on("error", () => connection.closed());
    socket.on("close", () => {
      arrival.over();
      connection.closed();
      this.#clients.delete(client);
      this.#services.metrics.connections = this.#clients.size;
    });
  }

  #lookAfterClients(): void {
    const idleMs = this.#options.pingAfterIdleMs ?? 15_000;
    const silentMs = this.#options.giveUpAfterSilentMs ?? GIVE_UP_AFTER_SILENT_MS;
    for (const client of this.#clients) {
      const { connection, socket } = client;
      const nowMs = this.#services.elapsed();
      connection.pingWhenIdle(idleMs);
      // A client whose socket is not read may be sending, so it does not count as silent.
      if (connection.isHeldBack) client.lastHeardAtMs = nowMs;
      const heardAgoMs = nowMs - client.lastHeardAtMs;
      if (heardAgoMs > silentMs) socket.terminate();
      else if (heardAgoMs > silentMs / 4 && socket.readyState === socket.OPEN) socket.ping();
    }
  }
}

const FULL = { status: "503 Service Unavailable", whose: "Your backend" };
const FULL_ADDRESS = { status: "429 Too Many Requests", whose: "One address" };

/** The client tries again later. */
function refuse(socket: Duplex, { status, whose }: typeof FULL, maxSessions: number): void {
  const body = JSON.stringify({
    code: "TooManyConcurrentSessions",
    message: `Too many concurrent sessions. ${whose} is limited to ${maxSessions} concurrent sessions.`,
  });
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nRetry-After: 10\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

/** The transferred size of a client's frame, including its header and mask. */
function frameBytes(length: number): number {
  return length + (length < 126 ? 6 : length < 1 << 16 ? 8 : 14);
}

/** In this time the client can read the reason for its disconnection. */
const CUT_OFF_AFTER_MS = 200;

/** The client's message never becomes complete. Its socket is not read any further. */
function cutOff(connection: Connection, socket: WebSocket): void {
  connection.close(1013, "TooManyUnfinishedMessages");
  socket.pause();
  setTimeout(() => socket.terminate(), CUT_OFF_AFTER_MS).unref();
}

const TEXT_FRAME = { binary: false };

function adapt(socket: WebSocket, stream: Duplex): SyncSocket {
  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send(text, whenWritten) {
      if (socket.readyState === socket.OPEN) socket.send(text, TEXT_FRAME, () => whenWritten());
    },
    together(run) {
      stream.cork();
      try {
        run();
      } finally {
        stream.uncork();
      }
    },
    setReading(isReading) {
      if (isReading) socket.resume();
      else socket.pause();
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}
