/**
 * Limits how many small pieces of bodies one address may send. Every piece takes the parser as long as thousands of
 * bytes, even if it is not read, so a body in single bytes would make all other work wait. A client that sends too
 * many pieces is refused, and its connection ends. The connections of one address are refused one after another,
 * with a pause between them, because a client that is refused immediately would return immediately. The other
 * connections of that address are not read until their turn.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { CallRates } from "./call-rates.js";
import { clientKeyOf, type ClientAddresses } from "./client-address.js";
import { hold, isHeld, letGo, type Connections } from "./connections.js";
import {
  PIECE_REFUSALS_APART_MS,
  PIECE_TURNS_APART_MS,
  SMALL_PIECE_BURST,
  SMALL_PIECE_BYTES,
  SMALL_PIECES_COUNTED_TOGETHER,
  SMALL_PIECES_PER_SECOND,
} from "./limits.js";
import { HttpError, refuseAndCut } from "./responses.js";

export interface PieceOptions {
  readonly addresses: Pick<ClientAddresses, "of">;
  readonly smallPieces?: CallRates;
  readonly pieceTurnsApartMs?: number;
  readonly pieceRefusalsApartMs?: number;
}

export function limitPieces(server: Server, connections: Connections, options: PieceOptions): void {
  const { addresses, smallPieces } = options;
  const rates =
    smallPieces ?? new CallRates({ perSecond: SMALL_PIECES_PER_SECOND, burst: SMALL_PIECE_BURST });
  const refuseInTurn = turnsApart(options.pieceRefusalsApartMs ?? PIECE_REFUSALS_APART_MS);
  const readInTurn = turnsApart(options.pieceTurnsApartMs ?? PIECE_TURNS_APART_MS);
  const holdAllLike = (socket: Socket, client: string) => {
    for (const other of connections.likeThat(socket)) {
      if (isHeld(other)) continue;
      hold(other, "turn");
      readInTurn(client, other, () => letGo(other, "turn"));
    }
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (headers["transfer-encoding"] === undefined && headers["content-length"] === undefined) return;
    // Otherwise unread data would be discarded without being counted after the response is sent.
    request.read(0);
    response.once("close", () => request.resume());
    const push = request.push.bind(request);
    let count = 0;
    let isOver = false;
    request.push = (piece, encoding) => {
      if (isOver) return false;
      if (!Buffer.isBuffer(piece) || piece.length >= SMALL_PIECE_BYTES) return push(piece, encoding);
      count += 1;
      if (count % SMALL_PIECES_COUNTED_TOGETHER > 0) return push(piece, encoding);
      const client = clientKeyOf(addresses.of(request));
      isOver = rates.take(client, SMALL_PIECES_COUNTED_TOGETHER) > 0;
      if (!isOver) return push(piece, encoding);
      hold(socket, "refused");
      holdAllLike(socket, client);
      refuseInTurn(client, socket, () => refuseAndCut(response, socket, tooMany()));
      response.once("close", () => socket.destroy());
      return false;
    };
  });
}

/** A client's tasks run one at a time, each after a pause. */
function turnsApart(pauseMs: number) {
  const waiting = new Map<string, Set<() => void>>();
  const wait = (client: string, line: Set<() => void>) => {
    setTimeout(() => {
      const [next] = line;
      if (next === undefined) return void waiting.delete(client);
      line.delete(next);
      next();
      wait(client, line);
    }, pauseMs).unref();
  };
  return (client: string, socket: Socket, act: () => void): void => {
    const line = waiting.get(client) ?? new Set();
    const turn = () => {
      socket.off("close", forget);
      act();
    };
    const forget = () => line.delete(turn);
    socket.once("close", forget);
    line.add(turn);
    if (!waiting.has(client)) {
      waiting.set(client, line);
      wait(client, line);
    }
  };
}

const tooMany = () =>
  new HttpError(
    400,
    "TooManyPieces",
    `The request body comes in too many pieces of fewer than ${SMALL_PIECE_BYTES} bytes. Send it in larger ones.`,
  );
