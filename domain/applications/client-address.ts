/** The part of a network address by which senders are counted: a household has a whole /64 network of IPv6. */

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/u;
const MAPPED = /^::ffff:((?:\d{1,3}\.){3}\d{1,3})$/iu;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

const groupsOf = (part: string): string[] => (part === "" ? [] : part.split(":"));

/**
 * Returns the address of IPv4 or the network of IPv6; null for what is neither. Of a list, the last entry counts,
 * which the server in front wrote.
 */
export function senderOf(forwarded: string | null): string | null {
  const address = forwarded?.split(",").at(-1)?.trim().split("%")[0]?.toLowerCase() ?? "";
  const v4 = MAPPED.exec(address)?.[1] ?? address;
  if (IPV4.test(v4)) return v4;
  const [head = "", tail, ...more] = address.split("::");
  if (!/^[0-9a-f:]+$/u.test(address) || more.length > 0) return null;
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  const missing = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...after];
  if (groups.length !== GROUPS || groups.some((group) => !/^[0-9a-f]{1,4}$/u.test(group))) return null;
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
