/**
 * The open connections of each address. A connection can be held, so that it is not read, for one or several
 * reasons. It is read again when the last reason ends.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { clientKeyOf, peerOf, type ClientAddresses } from "./client-address.js";

export class Connections {
  readonly #ofAddress = new Map<string, Set<Socket>>();

  constructor(
    server: Server,
    private readonly addresses: Pick<ClientAddresses, "isProxy">,
  ) {
    server.on("connection", (socket: Socket) => {
      const address = this.#addressOf(socket);
      if (address === null) return;
      const open = this.#ofAddress.get(address) ?? new Set();
      open.add(socket);
      this.#ofAddress.set(address, open);
      socket.once("close", () => {
        open.delete(socket);
        if (open.size === 0) this.#ofAddress.delete(address);
      });
    });
  }

  /** Includes the given connection. Empty for a trusted proxy, which serves many clients. */
  likeThat(socket: Socket): ReadonlySet<Socket> {
    return this.#ofAddress.get(this.#addressOf(socket) ?? "") ?? new Set();
  }

  #addressOf(socket: Socket): string | null {
    const address = peerOf(socket);
    return this.addresses.isProxy(address) ? null : clientKeyOf(address);
  }
}

type Reason = "ahead" | "turn" | "refused";
const reasonsOf = new WeakMap<Socket, Set<Reason>>();
const handedOver = new WeakSet<Duplex>();

/** Afterwards, the connection's new protocol decides when to read. */
export function handOver(socket: Duplex): void {
  handedOver.add(socket);
}

export function hold(socket: Socket, reason: Reason): void {
  if (handedOver.has(socket)) return;
  let reasons = reasonsOf.get(socket);
  if (reasons === undefined) {
    const held = (reasons = new Set());
    reasonsOf.set(socket, held);
    // Node itself resumes reading at the end of each request.
    socket.on("resume", () => {
      if (held.size > 0) socket.pause();
    });
  }
  reasons.add(reason);
  socket.pause();
}

export function letGo(socket: Socket, reason: Reason): void {
  const reasons = reasonsOf.get(socket);
  if (reasons?.delete(reason) === true && reasons.size === 0) socket.resume();
}

export const isHeld = (socket: Socket): boolean => (reasonsOf.get(socket)?.size ?? 0) > 0;
