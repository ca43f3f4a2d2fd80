/**
 * The socket of the unmodified client. It records every message, and can lose a message together with the
 * connection, as a network can.
 */
import WebSocket from "ws";
import type { Clock, Frame, Message } from "./history";

export class SocketRecorder {
  readonly frames: Frame[] = [];
  #connections = 0;
  #current: RecordedSocket | null = null;
  /** The number of messages until the connection ends. Null if it does not end. */
  #cutIn: number | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly hears: { message(frame: Frame): void; closed(): void },
  ) {}

  /** The client uses this class in place of a browser's. */
  get socketClass(): typeof globalThis.WebSocket {
    const open = (url: string) => {
      this.#connections += 1;
      return (this.#current = new RecordedSocket(url, this.#connections, this));
    };
    // The client constructs it, sets four handlers, sends and closes. It uses nothing else of a browser's socket.
    return function (url: string) {
      return open(url);
    } as unknown as typeof globalThis.WebSocket;
  }

  /** Ends the connection now, or with the message that arrives `after` messages from now. */
  cut(after: number): void {
    if (after === 0) this.#current?.terminate();
    else this.#cutIn = after;
  }

  /** Returns whether the client may see the message. */
  note(connection: number, isSent: boolean, text: string): boolean {
    let isLost = false;
    if (!isSent && this.#cutIn !== null) {
      this.#cutIn -= 1;
      isLost = this.#cutIn === 0;
      if (isLost) this.#cutIn = null;
    }
    const message = JSON.parse(text) as Message; // Both ends speak the protocol, so every text is a message.
    const frame: Frame = { at: this.clock.tick(), connection, isSent, isLost, message };
    this.frames.push(frame);
    this.hears.message(frame);
    return !isLost;
  }

  closed(): void {
    this.hears.closed();
  }
}

type Handler<Event> = ((event: Event) => void) | null;

class RecordedSocket {
  onopen: Handler<unknown> = null;
  onmessage: Handler<{ data: string }> = null;
  onclose: Handler<{ code: number; reason: string }> = null;
  onerror: Handler<{ message: string }> = null;
  readonly #socket: WebSocket;
  #isOver = false;

  constructor(
    url: string,
    private readonly connection: number,
    private readonly recorder: SocketRecorder,
  ) {
    this.#socket = new WebSocket(url);
    this.#socket.on("open", () => this.onopen?.({}));
    this.#socket.on("message", (data: Buffer) => this.#take(data.toString("utf8")));
    this.#socket.on("error", ({ message }) => this.onerror?.({ message }));
    this.#socket.on("close", (code, reason) => {
      this.onclose?.({ code, reason: reason.toString() });
      this.recorder.closed();
    });
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  send(text: string): void {
    if (this.#isOver) return;
    this.recorder.note(this.connection, true, text);
    this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }

  terminate(): void {
    this.#isOver = true;
    this.#socket.terminate();
  }

  #take(text: string): void {
    if (this.#isOver) return;
    if (this.recorder.note(this.connection, false, text)) this.onmessage?.({ data: text });
    else this.terminate();
  }
}
