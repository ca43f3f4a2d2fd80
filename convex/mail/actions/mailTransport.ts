"use node";
/**
 * The connection to a kennel's own mail server. A kennel's settings are not trusted like the deployment's settings.
 * Other ports than mail ports, and addresses in the deployment's own network, are called only if its operator allows
 * that. The address that was checked is the address that is called. Sources: RFC 1918, RFC 4193, RFC 6890.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIPv6 } from "node:net";
import { createTransport } from "nodemailer";
import { MAIL_PORTS } from "../../../domain/connections/rules";
import type { MailCredentials } from "../../../domain/connections/schemas";
import { env } from "../../_generated/server";
import { PROVIDER_TIMEOUT_MS } from "./outcome";

const OWN_NETWORKS = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  OWN_NETWORKS.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  OWN_NETWORKS.addSubnet(network, bits, "ipv6");
}

interface MailProblem {
  readonly field: "host" | "port" | "user";
  readonly text: string;
}

const isOwnNetworkAllowed = (): boolean => env.STUDBOOK_PRIVATE_MAIL_HOSTS === "on";

/** Returns the reason if the server may not be called. */
async function findAddress({ host, port }: MailCredentials): Promise<string | MailProblem> {
  const isAllowed = isOwnNetworkAllowed();
  if (!isAllowed && !MAIL_PORTS.some((known) => known === port)) {
    return { field: "port", text: `Port must be ${MAIL_PORTS.join(", ")}` };
  }
  const found = await lookup(host).catch(() => null);
  if (!found) return { field: "host", text: "There is no server with this name" };
  const isOwn = OWN_NETWORKS.check(found.address, isIPv6(found.address) ? "ipv6" : "ipv4");
  return isOwn && !isAllowed
    ? { field: "host", text: "This server cannot be reached from here" }
    : found.address;
}

/** Returns the reason if the server cannot be opened. */
export async function openMailAccount(credentials: MailCredentials, isPooled: boolean) {
  const address = await findAddress(credentials);
  if (typeof address !== "string") return address;
  const { host, port, user, password } = credentials;
  const isOwn = isOwnNetworkAllowed() && OWN_NETWORKS.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  const options = {
    host: address,
    port,
    secure: port === 465,
    // The password is never sent unencrypted, except to a server in the operator's own network.
    requireTLS: !isOwn,
    tls: { servername: host },
    auth: { user, pass: password },
    connectionTimeout: PROVIDER_TIMEOUT_MS,
    greetingTimeout: PROVIDER_TIMEOUT_MS,
    socketTimeout: PROVIDER_TIMEOUT_MS,
  };
  return isPooled
    ? createTransport({ ...options, pool: true, maxConnections: 5, maxMessages: 100 })
    : createTransport(options);
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

const UNREACHABLE: MailProblem = { field: "host", text: "The server does not respond on this port" };

/** If the server could not be reached at all, its encryption is unknown. */
const wasUnreachable = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "syscall" in error && error.syscall === "connect";

/** The server's own text may reveal other data. */
function problemOf(error: unknown): MailProblem {
  if (wasUnreachable(error)) return UNREACHABLE;
  switch (codeOf(error)) {
    case "EAUTH":
      return { field: "user", text: "The server does not accept this user name and password" };
    case "ETLS":
    case "ESOCKET":
      return { field: "port", text: "The server was reached, but no secure connection could be established" };
    case "ETIMEDOUT":
    case "ECONNECTION":
      return UNREACHABLE;
    default:
      return { field: "host", text: "The server does not respond like a mail server" };
  }
}

/** Returns null if the sign-in succeeds. */
export async function checkMailAccount(credentials: MailCredentials): Promise<MailProblem | null> {
  const opened = await openMailAccount(credentials, false);
  if ("field" in opened) return opened;
  try {
    await opened.verify();
    return null;
  } catch (error) {
    return problemOf(error);
  } finally {
    opened.close();
  }
}
