/**
 * Connections of a client that controls every byte: requests from any loopback address, in parts, or never
 * complete.
 */
import { connect, type Socket } from "node:net";

export interface Connection {
  readonly socket: Socket;
  readonly text: () => string;
  /** Resolves with all received text once the server has closed the connection. */
  readonly ended: Promise<string>;
  /** Resolves once this text was received. */
  until(part: string): Promise<string>;
}

/** `from` is an address of this machine. `bytes` are written first. */
export async function open(port: number, from: string, bytes: string | Uint8Array): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  let text = "";
  const watchers = new Set<() => void>();
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    for (const watcher of watchers) watcher();
  });
  socket.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  socket.write(bytes);
  const until = (part: string) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (!text.includes(part)) return;
        watchers.delete(look);
        resolve(text);
      };
      watchers.add(look);
      look();
    });
  return { socket, ended, until, text: () => text };
}

export const headOf = (
  path: string,
  length: number,
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: studbook.test",
    `Content-Length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");
