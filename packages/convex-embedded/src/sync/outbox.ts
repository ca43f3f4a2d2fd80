/**
 * What is sent on one socket. A client that reads slowly is not sent Transitions until it has caught up (what it
 * missed then comes as one), and is disconnected if even the rest piles up. While much waits on all sockets
 * together, those that are behind wait longer.
 */
import { splitTransition } from "./protocol/transition-chunk.js";

/** What a connection needs from its socket. */
export interface SyncSocket {
  /** Bytes accepted but not sent yet. */
  readonly bufferedAmount: number;
  /** Sends a frame of text; one that is encoded already is sent unchanged. */
  send(text: string | Buffer, whenWritten: () => void): void;
  /** Sends everything that `run` sends at once. */
  together(run: () => void): void;
  /** Stops or resumes reading what the client sends. */
  setReading(isReading: boolean): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

/** Characters and bytes passed to sockets and not sent yet, of all clients. */
export interface Backlog {
  waiting: number;
}

export interface OutboxLimits {
  /** With more unsent bytes, Transitions wait. */
  readonly pauseAboveBytes: number;
  /** With more unsent bytes on all sockets, a client that is behind gets no Transition. */
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
  /** The socket can take Transitions again. */
  readonly onDrained: () => void;
  /** The client was given up. */
  readonly onOverrun: () => void;
}

export class Outbox {
  readonly #options: OutboxOptions;
  #isPaused = false;
  #isClosed = false;
  #transitions = 0;
  #lastSentAtMs: number;
  /** This client's part of the backlog. */
  #waiting = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#lastSentAtMs = options.now();
  }

  /** How long nothing was sent. */
  get idleMs(): number {
    return this.#options.now() - this.#lastSentAtMs;
  }

  /** Returns whether a Transition may be sent now; if not, `onDrained` follows. */
  hasRoom(): boolean {
    this.#isPaused = this.#isBehind(this.#options.limits.pauseAboveBytes);
    return !this.#isPaused;
  }

  #isBehind(ownBytes: number): boolean {
    const { socket, limits, backlog } = this.#options;
    if (socket.bufferedAmount > ownBytes) return true;
    return this.#waiting > 0 && backlog.waiting > limits.pauseAllAboveBytes;
  }

  /** Sends a frame; nothing once the socket has ended, as it may between two parts of a Transition. */
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

  /** The socket has ended: nothing waits for it any more. */
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
