/**
 * How many small pieces of bodies one address may send. Every piece that the parser hands over costs as much as
 * thousands of bytes do, whoever reads it, and if nobody does: a body in single bytes would keep everybody waiting.
 * Whoever sends too many is told so, and the connection ends.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { CallRates } from "./call-rates.js";
import { clientKeyOf, type ClientAddresses } from "./client-address.js";
import {
  SMALL_PIECE_BURST,
  SMALL_PIECE_BYTES,
  SMALL_PIECES_COUNTED_TOGETHER,
  SMALL_PIECES_PER_SECOND,
} from "./limits.js";
import { HttpError, refuseAndCut } from "./responses.js";

export interface PieceOptions {
  readonly addresses: Pick<ClientAddresses, "of">;
  readonly smallPieces?: CallRates;
}

/** Begins to count the pieces of all bodies that a server is sent. */
export function limitPieces(server: Server, { addresses, smallPieces }: PieceOptions): void {
  const rates =
    smallPieces ?? new CallRates({ perSecond: SMALL_PIECES_PER_SECOND, burst: SMALL_PIECE_BURST });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (headers["transfer-encoding"] === undefined && headers["content-length"] === undefined) return;
    // What nobody has asked for would be dropped uncounted once the answer is sent.
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
      isOver = rates.take(clientKeyOf(addresses.of(request)), SMALL_PIECES_COUNTED_TOGETHER) > 0;
      if (!isOver) return push(piece, encoding);
      refuseAndCut(response, socket, tooMany());
      return false;
    };
  });
}

const tooMany = () =>
  new HttpError(
    400,
    "TooManyPieces",
    `The request body comes in too many pieces of fewer than ${SMALL_PIECE_BYTES} bytes. Send it in larger ones.`,
  );
