/**
 * Lists the clients that a call counts for when there are fewer places than callers: its address, its credential
 * and its user.
 */
import type { Caller } from "./api.js";

export function clientsOf({
  identity,
  clients = [],
}: Pick<Caller, "identity" | "clients">): readonly string[] {
  const person = identity?.["tokenIdentifier"];
  return typeof person === "string" ? [...clients, `person ${person}`] : clients;
}
