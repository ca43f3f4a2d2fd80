/** Tests the limits of unread responses. */
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openClientAddresses } from "./client-address.js";
import { limitUnsent } from "./unsent.js";

const ANSWER = 8 << 20;
let server: Server;
let look: () => void;
const sockets: Socket[] = [];

const LIMITS = { maxUnsentBytesPerAddress: 20 << 20, maxUnsentBytes: 36 << 20 };

beforeEach(async () => {
  const answer = Buffer.alloc(ANSWER);
  server = createServer((_request, response) => response.end(answer));
  look = limitUnsent(server, { addresses: openClientAddresses(["loopback"]), ...LIMITS });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Does not read the responses. The returned function tells whether the connection was ended. */
async function ask(address: string): Promise<() => boolean> {
  const port = (server.address() as { port: number }).port;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let isCut = false;
  socket.on("error", () => undefined).on("close", () => (isCut = true));
  const asked = new Promise((resolve) => server.once("request", resolve));
  socket.pause();
  socket.write(`GET / HTTP/1.1\r\nHost: a.test\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  await asked;
  return () => isCut;
}

async function askAll(addresses: readonly number[]): Promise<(() => boolean)[]> {
  const asked = [];
  for (const at of addresses) asked.push(await ask(`192.0.2.${at}`));
  return asked;
}

/** Runs the server's periodic check and waits until this many connections are closed. */
async function lookNow(isCut: readonly (() => boolean)[], cutCount = 0): Promise<boolean[]> {
  look();
  // A socket reports its end only after the data before it was read.
  for (const socket of sockets) socket.resume();
  await vi.waitFor(
    () => expect(isCut.filter((one) => one()).length).toBeGreaterThanOrEqual(cutCount),
    10_000,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  return isCut.map((one) => one());
}

describe("unread responses to one address", () => {
  it("are kept up to the limit", async () => {
    expect(await lookNow(await askAll([1, 1]))).toEqual([false, false]);
  });

  it("are dropped with their connections above the limit", async () => {
    const cut = await lookNow(await askAll([1, 1, 1, 2]), 1);
    expect(cut.slice(0, 3).filter(Boolean)).toHaveLength(1);
    expect(cut[3]).toBe(false);
  });
});

describe("unread bytes to all addresses", () => {
  it("are kept up to the limit", async () => {
    expect(await lookNow(await askAll([1, 2, 3, 4]))).toEqual([false, false, false, false]);
  });

  it("are dropped with their connections above the limit", async () => {
    expect((await lookNow(await askAll([1, 2, 3, 4, 5, 6]), 2)).filter(Boolean)).toHaveLength(2);
  });
});
