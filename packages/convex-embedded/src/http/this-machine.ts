/** Determines whether a request comes from this machine itself. Only this machine may see the server's state. */
import type { IncomingMessage } from "node:http";

/**
 * Behind a proxy all requests come from this machine, so a forwarded request never counts. Of the loopback
 * addresses only 127.0.0.1 and ::1 count, because a program may choose any other for its connections.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  if (request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined)
    return false;
  return /^(?:::1|(?:::ffff:)?127\.0\.0\.1)$/.test(request.socket.remoteAddress ?? "");
}
