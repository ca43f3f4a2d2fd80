/**
 * Determines the client of a request. The address is that of the connection. `X-Forwarded-For` and
 * `X-Forwarded-Proto` count only if the connection comes from a proxy that the operator trusts. Of a list only the
 * entries that trusted proxies have written count, because the caller can forge all entries before them.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";
import { StartError } from "../start-error.js";

export interface ClientAddresses {
  readonly of: (request: IncomingMessage) => string;
  /** Whether the request was sent to the proxy over TLS. */
  isSecure(request: IncomingMessage): boolean;
  isProxy(address: string): boolean;
}

/** Means this machine in a list of trusted proxies. */
export const LOOPBACK = "loopback";
const UNKNOWN = "unknown";

/** Accepts addresses, networks (`10.0.0.0/8`) and `loopback`. Throws a StartError for anything else. */
export function openClientAddresses(trusted: readonly string[]): ClientAddresses {
  const proxies = new BlockList();
  for (const each of trusted) addProxy(proxies, each);
  const isProxy = (address: string) => {
    const version = isIP(address);
    return version !== 0 && proxies.check(address, version === 6 ? "ipv6" : "ipv4");
  };
  return {
    isProxy,
    of(request) {
      const peer = peerOf(request.socket);
      if (!isProxy(peer)) return peer;
      let client = peer;
      for (const entry of listOf(request.headers["x-forwarded-for"]).reverse()) {
        const address = plainAddress(withoutPort(entry));
        if (isIP(address) === 0) return client;
        client = address;
        if (!isProxy(address)) return client;
      }
      return client;
    },
    isSecure(request) {
      if (!isProxy(peerOf(request.socket))) return false;
      return listOf(request.headers["x-forwarded-proto"]).at(-1)?.toLowerCase() === "https";
    },
  };
}

export function peerOf(socket: Pick<Socket, "remoteAddress">): string {
  return plainAddress(socket.remoteAddress ?? UNKNOWN);
}

/**
 * The part of an address that counts as one client. For IPv6 this is the network, because a household has a whole
 * network.
 */
export function clientKeyOf(address: string): string {
  return isIP(address) === 6 ? networkOf(address, 4) : address;
}

/** The network that one customer of a provider may have: /24 of IPv4, /48 of IPv6. */
export function networkKeyOf(address: string): string {
  switch (isIP(address)) {
    case 4:
      return `${address.slice(0, address.lastIndexOf("."))}.0/24`;
    case 6:
      return networkOf(address, 3);
    default:
      return address;
  }
}

/** `groups` is how many of the eight groups of an IPv6 address are kept. */
function networkOf(address: string, groups: 3 | 4): string {
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const first = [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, groups);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/${16 * groups}`;
}

function addProxy(proxies: BlockList, text: string): void {
  if (text === LOOPBACK) {
    proxies.addSubnet("127.0.0.0", 8, "ipv4");
    proxies.addAddress("::1", "ipv6");
    return;
  }
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  const isNetwork = version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits ?? String(most));
  if (!isNetwork || prefix > most) {
    throw new StartError(
      `A trusted proxy must be an address such as 10.0.0.2, a network such as 10.0.0.0/8 or "${LOOPBACK}", not ${JSON.stringify(text)}.`,
    );
  }
  proxies.addSubnet(address, prefix, version === 6 ? "ipv6" : "ipv4");
}

/** IPv4 through a dual-stack socket is written as IPv4. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

/** Some proxies append the port of the connection to the address. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;
}

function listOf(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
