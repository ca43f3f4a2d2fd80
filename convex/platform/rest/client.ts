/**
 * The client of a request without an account. The runtime sets the true address as the last `X-Forwarded-For` and
 * removes what the caller claimed.
 */
import type { Context } from "hono";
import { networkKeyOf } from "../../../domain/text/client-address";
import type { RestEnv } from "./calls";

const headerOf = (c: Context<RestEnv>, name: string): string => c.req.header(name)?.trim() ?? "";

/** Returns the network address from which a request comes; empty if the host does not say. */
export const clientAddressOf = (c: Context<RestEnv>): string =>
  headerOf(c, "X-Forwarded-For").split(",").at(-1)?.trim() ?? "";

/** Returns what counts as one client: an IPv4 address, or the /64 network of IPv6. */
export const clientKeyOf = (c: Context<RestEnv>): string => networkKeyOf(clientAddressOf(c), 32, 64);

/** Returns the network of a request as it is kept: /24 of IPv4, /48 of IPv6. */
export const clientNetworkOf = (c: Context<RestEnv>): string => networkKeyOf(clientAddressOf(c), 24, 48);

/** Returns how the browser of a request names itself. */
export const deviceOf = (c: Context<RestEnv>): string => headerOf(c, "User-Agent");
