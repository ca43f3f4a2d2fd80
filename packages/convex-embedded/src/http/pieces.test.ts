/** Tests how many small pieces of bodies the server accepts from one address. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { keep, readAhead } from "./body.js";
import { CallRates } from "./call-rates.js";
import { openClientAddresses } from "./client-address.js";
import { Connections } from "./connections.js";
import { limitPieces, type PieceOptions } from "./pieces.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

const BURST = 1000;

interface Served extends Pick<PieceOptions, "pieceRefusalsApartMs" | "pieceTurnsApartMs"> {
  readonly proxies?: readonly string[];
}

/** An address may send a fixed number of small pieces, and its budget does not refill. */
async function serve(
  listener: RequestListener,
  { proxies = ["loopback"], ...apart }: Served = {},
): Promise<number> {
  const server = createServer(listener);
  const addresses = openClientAddresses(proxies);
  const smallPieces = new CallRates({ perSecond: 1, burst: BURST, now: () => 0 });
  const options = { addresses, smallPieces, pieceRefusalsApartMs: 1, pieceTurnsApartMs: 1, ...apart };
  limitPieces(server, new Connections(server, addresses), options);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as { port: number }).port;
}

/** Returns the response up to the text `until` or the end of the connection. */
function send(port: number, address: string, pieces: readonly string[], until = "nothing"): Promise<string> {
  const socket: Socket = connect(port, "127.0.0.1");
  closing.push(() => socket.destroy());
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join("")}0\r\n\r\n`,
  );
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes(until)) resolve(text);
    });
    socket.on("error", () => undefined).on("close", () => resolve(text));
  });
}

const echoLength: RequestListener = (request, response) => {
  readAhead(request, { maxBytes: Infinity }).then(
    ({ chunks }) => response.end(`took ${Buffer.concat(chunks).length}.`),
    () => undefined,
  );
};
/** In milliseconds, so that no further turn comes during a test. */
const NEVER = 60_000_000;
const tiny = (count: number) => Array<string>(count).fill("x");

describe("small pieces of one address", () => {
  it("are accepted up to their limit, and larger ones without a limit", async () => {
    const port = await serve(echoLength);
    expect(await send(port, "192.0.2.1", tiny(BURST), "took")).toContain(`took ${BURST}.`);
    const larger = Array<string>(10 * BURST).fill("x".repeat(64));
    expect(await send(port, "192.0.2.1", larger, "took")).toContain(`took ${640 * BURST}.`);
  });

  it("are refused with a message above the limit, over all its connections together, and those of other addresses are not", async () => {
    const port = await serve(echoLength);
    expect(await send(port, "192.0.2.1", tiny(BURST - 100), "took")).toContain("took");
    expect(await send(port, "192.0.2.1", tiny(200))).toMatch(/^HTTP\/1\.1 400 .*"code":"TooManyPieces"/s);
    expect(await send(port, "192.0.2.2", tiny(BURST), "took")).toContain("took");
  });

  it("are no longer read until they are refused, and those of other addresses are", async () => {
    const readers: Socket[] = [];
    const port = await serve(
      (request, response) => {
        readers.push(request.socket);
        echoLength(request, response);
      },
      { pieceRefusalsApartMs: NEVER },
    );
    let isRefused = false;
    for (const pieces of [tiny(500 * BURST), tiny(500 * BURST)])
      void send(port, "192.0.2.1", pieces).then(() => (isRefused = true));
    await vi.waitFor(() => expect(readers).toHaveLength(2), { timeout: 10_000 });
    for (let time = 0; time < 10; time += 1) {
      expect(await send(port, "192.0.2.2", ["x".repeat(64)], "took")).toContain("took 64.");
    }
    // Each connection has sent three million bytes.
    for (const { bytesRead } of readers.slice(0, 2)) expect(bytesRead).toBeLessThan(150_000);
    expect(isRefused).toBe(false);
  });

  it("make its other connections be read one after the other, and those of other addresses immediately", async () => {
    const readers: Socket[] = [];
    const bytesRead = () => readers.map((socket) => socket.bytesRead);
    const listener: RequestListener = (request, response) => {
      if (request.socket.remoteAddress === "127.0.0.2") readers.push(request.socket);
      echoLength(request, response);
    };
    const port = await serve(listener, {
      proxies: [],
      pieceRefusalsApartMs: NEVER,
      pieceTurnsApartMs: NEVER,
    });
    const attackers = Array.from({ length: 16 }, () => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
      closing.push(() => socket.destroy());
      socket.on("error", () => undefined);
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      return socket;
    });
    await vi.waitFor(() => expect(readers).toHaveLength(attackers.length), { timeout: 10_000 });
    const before = bytesRead();
    for (const socket of attackers) socket.write("1\r\nx\r\n".repeat(20_000));
    await vi.waitFor(() => expect(bytesRead()).not.toEqual(before), { timeout: 10_000 });
    for (let time = 0; time < 10; time += 1) {
      expect(await send(port, "192.0.2.2", ["x".repeat(64)], "took")).toContain("took 64.");
    }
    const after = bytesRead();
    expect(after.filter((bytes, at) => bytes > (before[at] ?? 0)).length).toBeLessThan(8);
  });

  it("do not prevent its other connections from continuing, each in its turn", async () => {
    const port = await serve(echoLength, { proxies: [] });
    const piece = `40\r\n${"x".repeat(64)}\r\n`;
    const begun = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = connect(port, "127.0.0.1").setEncoding("utf8");
        closing.push(() => socket.destroy());
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${piece}`);
        await once(socket, "connect");
        return socket;
      }),
    );
    expect(await send(port, "192.0.2.1", tiny(2 * BURST))).toContain("TooManyPieces");
    for (const socket of begun) {
      socket.write(`${piece}0\r\n\r\n`);
      expect(String(await once(socket, "data"))).toContain("HTTP/1.1 200");
    }
  });

  it("are not counted for a body with only a few", async () => {
    const port = await serve(echoLength);
    for (let time = 0; time < 15; time += 1) {
      expect(await send(port, "192.0.2.1", tiny(99), "took")).toContain("took 99.");
    }
  });

  it("end the connection when they are not read, before a response and after it", async () => {
    const silent = await serve(() => undefined);
    expect(await send(silent, "192.0.2.1", tiny(2 * BURST))).toContain("TooManyPieces");
    const quick = await serve((_request, response) => response.end("done"));
    expect(await send(quick, "192.0.2.1", tiny(2 * BURST))).toContain("done");
  });
});

test("an unread body is freed once its response is sent, and the connection continues", async () => {
  const port = await serve((_request, response) => response.end("done"));
  const socket = connect(port, "127.0.0.1");
  closing.push(() => socket.destroy());
  const request = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n${"x".repeat(500_000)}`;
  let text = "";
  await new Promise<void>((resolve) => {
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.split("done").length === 4) resolve();
    });
    socket.write(request.repeat(3));
  });
});

test("stored small parts that follow each other are joined", () => {
  const chunks: Buffer[] = [];
  const text = Array.from({ length: 50_000 }, (_, at) => String(at % 10)).join("");
  for (const character of text) keep(chunks, Buffer.from(character));
  expect(chunks.length).toBeLessThan(50);
  expect(Buffer.concat(chunks).toString()).toBe(text);
});

test("stored large parts are not copied", () => {
  const parts = [Buffer.alloc(65_536), Buffer.alloc(65_536), Buffer.alloc(1)];
  const chunks: Buffer[] = [];
  for (const part of parts) keep(chunks, part);
  expect(chunks).toHaveLength(3);
  expect(chunks.every((chunk, at) => chunk === parts[at])).toBe(true);
});
