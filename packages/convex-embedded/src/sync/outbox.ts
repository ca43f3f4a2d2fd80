/**
 * Sends everything on one socket. A client that reads slowly gets no Transitions until it has read all earlier
 * data. Then it gets the missed changes as one Transition. It is disconnected if its other messages exceed a limit.
 * While much data waits on all sockets together, slow clients wait longer.
 */
import { splitTransition } from "./protocol/transition-chunk.js";

export interface SyncSocket {
  /** Bytes accepted but not sent yet. */
  readonly bufferedAmount: number;
  /** An encoded frame is sent unchanged. */
  send(text: string | Buffer, whenWritten: () => void): void;
  /** Sends the frames of `run` together. */
  together(run: () => void): void;
  setReading(isReading: boolean): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

/** The unsent data of all clients, in characters and bytes. */
export interface Backlog {
  waiting: number;
}

export interface OutboxLimits {
  /** Above this number of unsent bytes, Transitions wait. */
  readonly pauseAboveBytes: number;
  /** Above this number of unsent bytes on all sockets, a slow client gets no Transition. */
  readonly pauseAllAboveBytes: number;
  /** Above this number of unsent bytes, the client is disconnected. */
  readonly dropAboveBytes: number;
  /** A larger Transition is sent in parts. */
  readonly wholeTransitionBytes: number;
}

export interface OutboxOptions {
  readonly socket: SyncSocket;
  readonly limits: OutboxLimits;
  readonly backlog: Backlog;
  /** Whether the client can join the parts of a Transition. */
  readonly canJoinChunks: boolean;
  readonly now: () => number;
  readonly onDrained: () => void;
  /** Called when too much unsent data disconnected the client. */
  readonly onOverrun: () => void;
}

export class Outbox {
  readonly #options: OutboxOptions;
  #isPaused = false;
  #isClosed = false;
  #transitions = 0;
  #lastSentAtMs: number;
  #waiting = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#lastSentAtMs = options.now();
  }

  get idleMs(): number {
    return this.#options.now() - this.#lastSentAtMs;
  }

  /** If it returns false, `onDrained` is called later. */
  hasRoom(): boolean {
    this.#isPaused = this.#isBehind(this.#options.limits.pauseAboveBytes);
    return !this.#isPaused;
  }

  #isBehind(ownBytes: number): boolean {
    const { socket, limits, backlog } = this.#options;
    if (socket.bufferedAmount > ownBytes) return true;
    return this.#waiting > 0 && backlog.waiting > limits.pauseAllAboveBytes;
  }

  /** Does nothing if the socket has ended, which may happen between two parts of a Transition. */
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

  together(run: () => void): void {
    this.#options.socket.together(run);
  }

  sendTransition(transition: Buffer): void {
    if (!this.#options.canJoinChunks) return this.send(transition);
    this.#transitions += 1;
    const maxBytes = this.#options.limits.wholeTransitionBytes;
    for (const frame of splitTransition(transition, String(this.#transitions), maxBytes)) this.send(frame);
  }

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
