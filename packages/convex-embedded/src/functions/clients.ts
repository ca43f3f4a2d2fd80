/** Lists the clients among which the places for a call are divided: its address, its credential and its user. */
import type { Caller } from "./api.js";

export function clientsOf({
  identity,
  clients = [],
}: Pick<Caller, "identity" | "clients">): readonly string[] {
  const person = identity?.["tokenIdentifier"];
  return typeof person === "string" ? [...clients, `person ${person}`] : clients;
}
