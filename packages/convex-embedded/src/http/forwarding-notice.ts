/**
 * Informs the operator, once, that requests come through a nearby proxy that is not trusted. All users behind the
 * proxy then count as one client, which nobody notices until the limits of one client are reached. Forged headers
 * from elsewhere cause no message.
 */
import type { IncomingMessage, Server } from "node:http";
import { BlockList, isIP } from "node:net";
import { peerOf, type ClientAddresses } from "./client-address.js";

/** This machine and private networks, where an operator's proxies are. */
const NEARBY = new BlockList();
NEARBY.addSubnet("127.0.0.0", 8, "ipv4");
NEARBY.addSubnet("10.0.0.0", 8, "ipv4");
NEARBY.addSubnet("172.16.0.0", 12, "ipv4");
NEARBY.addSubnet("192.168.0.0", 16, "ipv4");
NEARBY.addAddress("::1", "ipv6");
NEARBY.addSubnet("fc00::", 7, "ipv6");

const FORWARDING_HEADERS = ["x-forwarded-for", "forwarded", "x-real-ip"] as const;

export function noticeOf(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  { isProxy }: Pick<ClientAddresses, "isProxy">,
): string | null {
  const header = FORWARDING_HEADERS.find((name) => headers[name] !== undefined);
  const peer = peerOf(socket);
  const version = isIP(peer);
  if (header === undefined || version === 0 || isProxy(peer)) return null;
  if (!NEARBY.check(peer, version === 6 ? "ipv6" : "ipv4")) return null;
  return (
    `Requests come from ${peer} with the header ${header}, which is not believed, so that everybody behind that ` +
    `address counts as one client. If it is your proxy, name it: --trusted-proxies ${peer} ` +
    "(STUDBOOK_TRUSTED_PROXIES for npm start)."
  );
}

export function noticeForwarding(
  server: Server,
  addresses: Pick<ClientAddresses, "isProxy">,
  tell: (notice: string) => void,
): void {
  const look = (request: IncomingMessage): void => {
    const notice = noticeOf(request, addresses);
    if (notice === null) return;
    server.off("request", look);
    server.off("upgrade", look);
    tell(notice);
  };
  server.on("request", look);
  server.on("upgrade", look);
}
