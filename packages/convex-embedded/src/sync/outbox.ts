/**
 * Sends everything on one socket. A client that reads slowly gets no Transitions until it has read all earlier
 * data. Then it gets the missed changes as one Transition. It is disconnected if its other messages exceed a limit.
 * While much data waits on all sockets together, slow clients wait longer.
 */
import { splitTransition } from "./protocol/transition-chunk.js";

/** What a connection needs from its socket. */
export interface SyncSocket {
  /** Bytes accepted but not sent yet. */
  readonly bufferedAmount: number;
  /** Sends a frame of text. A frame that is already encoded is sent unchanged. */
  send(text: string | Buffer, whenWritten: () => void): void;
  /** Sends everything that `run` sends at once. */
  together(run: () => void): void;
  /** Stops or resumes reading what the client sends. */
  setReading(isReading: boolean): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

/** Characters and bytes, of all clients, that were passed to sockets and not sent yet. */
export interface Backlog {
  waiting: number;
}

export interface OutboxLimits {
  /** With more unsent bytes, Transitions wait. */
  readonly pauseAboveBytes: number;
  /** With more unsent bytes on all sockets, a slow client gets no Transition. */
  readonly pauseAllAboveBytes: number;
  /** With more unsent bytes the client is disconnected. */
  readonly dropAboveBytes: number;
  /** The largest Transition that is sent as one frame. */
  readonly wholeTransitionBytes: number;
}

export interface OutboxOptions {
  readonly socket: SyncSocket;
  readonly limits: OutboxLimits;
  readonly backlog: Backlog;
  /** Whether the client can join the parts of a Transition. */
  readonly canJoinChunks: boolean;
  readonly now: () => number;
  /** Called when the socket can take Transitions again. */
  readonly onDrained: () => void;
  /** Called when the client is disconnected because too much is unsent. */
  readonly onOverrun: () => void;
}

export class Outbox {
  readonly #options: OutboxOptions;
  #isPaused = false;
  #isClosed = false;
  #transitions = 0;
  #lastSentAtMs: number;
  /** The unsent bytes of this client. */
  #waiting = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#lastSentAtMs = options.now();
  }

  /** How long nothing has been sent. */
  get idleMs(): number {
    return this.#options.now() - this.#lastSentAtMs;
  }

  /** Returns whether a Transition may be sent now. If not, `onDrained` is called later. */
  hasRoom(): boolean {
    this.#isPaused = this.#isBehind(this.#options.limits.pauseAboveBytes);
    return !this.#isPaused;
  }

  #isBehind(ownBytes: number): boolean {
    const { socket, limits, backlog } = this.#options;
    if (socket.bufferedAmount > ownBytes) return true;
    return this.#waiting > 0 && backlog.waiting > limits.pauseAllAboveBytes;
  }

  /** Sends a frame. Does nothing if the socket has ended, which may happen between two parts of a Transition. */
  send(text: string | Buffer): void {
    if (this.#isClosed) return;
    const { socket, limits, backlog } = this.#options;
    this.#lastSentAtMs = this.#options.now();
    this.#waiting += text.length;
    backlog.waiting += text.length;
    socket.send(text, () => this.#written(text.length));
    if (socket.bufferedAmount <= limits.dropAboveBytes) return;
    this.#options.onOverrun();
    socket.terminate();
  }

  /** Sends everything that `run` sends at once. */
  together(run: () => void): void {
    this.#options.socket.together(run);
  }

  /** Sends a Transition, in parts if it is large. */
  sendTransition(transition: Buffer): void {
    if (!this.#options.canJoinChunks) return this.send(transition);
    this.#transitions += 1;
    const maxBytes = this.#options.limits.wholeTransitionBytes;
    for (const frame of splitTransition(transition, String(this.#transitions), maxBytes)) this.send(frame);
  }

  /** Called when the socket has ended and no data waits for it any more. */
  closed(): void {
    this.#options.backlog.waiting -= this.#waiting;
    this.#waiting = 0;
    this.#isPaused = false;
    this.#isClosed = true;
  }

  #written(length: number): void {
    const written = Math.min(length, this.#waiting);
    this.#waiting -= written;
    this.#options.backlog.waiting -= written;
    if (!this.#isPaused || this.#isBehind(this.#options.limits.pauseAboveBytes / 2)) return;
    this.#isPaused = false;
    this.#options.onDrained();
  }
}
