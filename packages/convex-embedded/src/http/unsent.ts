/**
 * Limits the memory of responses that clients do not read, for one address and for all together. Above the limit
 * the connections with the most unsent data end, of the address that has the most. A client with an ordinary
 * connection has almost no unsent data.
 */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { clientKeyOf, type ClientAddresses } from "./client-address.js";
import { MAX_UNSENT_BYTES, MAX_UNSENT_BYTES_PER_ADDRESS, UNCOUNTED_BYTES } from "./limits.js";

export interface UnsentOptions {
  readonly addresses: Pick<ClientAddresses, "of">;
  readonly maxUnsentBytesPerAddress?: number;
  readonly maxUnsentBytes?: number;
}

/** An unread response of a fast connection can exceed the limit only by the bytes of this time. */
const LOOK_MS = 500;

/** Watches a server until it closes. The returned function checks immediately. */
export function limitUnsent(server: Server, options: UnsentOptions): () => void {
  const clients = new Map<Socket, string>();
  server.on("request", (request: IncomingMessage) => {
    const { socket } = request;
    if (!clients.has(socket)) socket.once("close", () => clients.delete(socket));
    clients.set(socket, clientKeyOf(options.addresses.of(request)));
  });
  const look = () => cut(clients, options);
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  server.once("close", () => clearInterval(timer));
  return look;
}

function cut(clients: ReadonlyMap<Socket, string>, options: UnsentOptions): void {
  const perAddress = options.maxUnsentBytesPerAddress ?? MAX_UNSENT_BYTES_PER_ADDRESS;
  const most = options.maxUnsentBytes ?? MAX_UNSENT_BYTES;
  const bytesOf = new Map<string, number>();
  let together = 0;
  const full = [...clients].filter(([socket]) => socket.writableLength > UNCOUNTED_BYTES);
  for (const [{ writableLength }, client] of full) {
    together += writableLength;
    bytesOf.set(client, (bytesOf.get(client) ?? 0) + writableLength);
  }
  const total = (client: string): number => bytesOf.get(client) ?? 0;
  full.sort(
    ([one, ofOne], [other, ofOther]) =>
      total(ofOther) - total(ofOne) || other.writableLength - one.writableLength,
  );
  for (const [socket, client] of full) {
    if (total(client) <= perAddress && together <= most) continue;
    const { writableLength } = socket;
    socket.destroy();
    together -= writableLength;
    bytesOf.set(client, total(client) - writableLength);
  }
}
