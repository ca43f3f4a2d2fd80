/** Determines whether a request comes from this machine itself; only it may see the server's state. */
import type { IncomingMessage } from "node:http";

/**
 * Behind a proxy everybody seems to come from this machine, so a forwarded request never counts; nor does one from
 * another loopback address than the machine's own, which only a program that chose it has.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  if (request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined)
    return false;
  return /^(?:::1|(?:::ffff:)?127\.0\.0\.1)$/.test(request.socket.remoteAddress ?? "");
}
