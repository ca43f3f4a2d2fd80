/**
 * The places for running actions are shared among clients. A request counts for its address and, if the runtime
 * does not know its user, for its credential. This machine itself is not a client, because functions call their own
 * HTTP actions from here.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Identity } from "../functions/api.js";
import { clientKeyOf, type ClientAddresses } from "./client-address.js";
import { isFromThisMachine } from "./this-machine.js";

export function clientsOfRequest(
  request: IncomingMessage,
  addresses: Pick<ClientAddresses, "of">,
  identity: Identity,
): readonly string[] {
  const address = isFromThisMachine(request) ? [] : [`address ${clientKeyOf(addresses.of(request))}`];
  const { authorization } = request.headers;
  if (identity !== null || authorization === undefined) return address;
  return [...address, `credential ${createHash("sha256").update(authorization).digest("base64url")}`];
}
