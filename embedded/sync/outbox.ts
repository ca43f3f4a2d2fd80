/**
 * What goes out on one socket. A client that reads slowly is not sent Transitions until it has caught
 * up (what it missed then comes as one), and is given up when even the rest piles up.
 */
import { splitTransition } from "./protocol/transition-chunk.js";

/** What a connection needs of its socket. */
export interface SyncSocket {
  /** Bytes accepted but not yet on their way. */
  readonly bufferedAmount: number;
  send(text: string, whenWritten?: () => void): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

export interface OutboxLimits {
  /** Above this many unsent bytes, Transitions wait. */
  readonly pauseAboveBytes: number;
  /** Above this many unsent bytes the client is given up. */
  readonly dropAboveBytes: number;
  /** The largest Transition that goes out as one frame. */
  readonly wholeTransitionBytes: number;
}

export interface OutboxOptions {
  readonly socket: SyncSocket;
  readonly limits: OutboxLimits;
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
  #transitions = 0;
  #lastSentAtMs: number;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#lastSentAtMs = options.now();
  }

  /** How long nothing was sent. */
  get idleMs(): number {
    return this.#options.now() - this.#lastSentAtMs;
  }

  /** Tells whether a Transition may go out now; if not, `onDrained` follows. */
  hasRoom(): boolean {
    this.#isPaused = this.#options.socket.bufferedAmount > this.#options.limits.pauseAboveBytes;
    return !this.#isPaused;
  }

  /** Sends a frame. */
  send(text: string, whenWritten?: () => void): void {
    const { socket, limits } = this.#options;
    this.#lastSentAtMs = this.#options.now();
    socket.send(text, whenWritten);
    if (socket.bufferedAmount <= limits.dropAboveBytes) return;
    this.#options.onOverrun();
    socket.terminate();
  }

  /** Sends a Transition, in parts when it is large. */
  sendTransition(transition: string): void {
    const whenWritten = () => this.#resume();
    if (!this.#options.canJoinChunks) return this.send(transition, whenWritten);
    this.#transitions += 1;
    const maxBytes = this.#options.limits.wholeTransitionBytes;
    for (const frame of splitTransition(transition, String(this.#transitions), maxBytes)) {
      this.send(frame, whenWritten);
    }
  }

  #resume(): void {
    const { socket, limits } = this.#options;
    if (!this.#isPaused || socket.bufferedAmount > limits.pauseAboveBytes / 2) return;
    this.#isPaused = false;
    this.#options.onDrained();
  }
}
