/**
 * Lists the clients for which a call counts when there are fewer places than callers: its address, its credential
 * and its user.
 */
import type { Caller } from "./api.js";

/** Returns all clients whose share of the places a call uses. */
export function clientsOf({
  identity,
  clients = [],
}: Pick<Caller, "identity" | "clients">): readonly string[] {
  const person = identity?.["tokenIdentifier"];
  return typeof person === "string" ? [...clients, `person ${person}`] : clients;
}
