/**
 * The client of a request without an account. The runtime sets the real network address as the last
 * `X-Forwarded-For` value and removes values that the caller sent.
 */
import type { Context } from "hono";
import { networkKeyOf } from "../../../domain/text/client-address";
import type { RestEnv } from "./calls";

const headerOf = (c: Context<RestEnv>, name: string): string => c.req.header(name)?.trim() ?? "";

/** Returns an empty text if the host does not provide the address. */
export const clientAddressOf = (c: Context<RestEnv>): string =>
  headerOf(c, "X-Forwarded-For").split(",").at(-1)?.trim() ?? "";

/** The key for counting a client's attempts: an IPv4 address, or the /64 network of an IPv6 address. */
export const clientKeyOf = (c: Context<RestEnv>): string => networkKeyOf(clientAddressOf(c), 32, 64);

/** Returns the network as /24 of IPv4 or /48 of IPv6. */
export const clientNetworkOf = (c: Context<RestEnv>): string => networkKeyOf(clientAddressOf(c), 24, 48);

export const deviceOf = (c: Context<RestEnv>): string => headerOf(c, "User-Agent");
