/** Networks of clients. Anonymous callers are counted by them, and only the network is stored. */

import { z } from "zod";

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const ipv6 = z.ipv6();

/** Any text other than an IPv4 address within an IPv6 address is returned unchanged. */
const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** Returns only the first bits. A text that is not an address is returned unchanged. */
export function networkKeyOf(address: string, bits4: 24 | 32, bits6: 48 | 64): string {
  const mapped = unmapped(address);
  if (IPV4.test(mapped)) {
    return bits4 === 32 ? mapped : `${mapped.slice(0, mapped.lastIndexOf("."))}.0/24`;
  }
  if (!mapped.includes(":")) return mapped;
  const [head = "", tail] = mapped.split("%", 1)[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, bits6 / 16);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/${bits6}`;
}

/**
 * The key is an IPv4 address or the /64 network of an IPv6 address; null for any other text. In a list, the last
 * entry counts, because the server in front wrote it.
 */
export function senderOf(forwarded: string | null): string | null {
  const address = unmapped(forwarded?.split(",").at(-1)?.trim().split("%")[0] ?? "");
  return IPV4.test(address) || ipv6.safeParse(address).success ? networkKeyOf(address, 32, 64) : null;
}
