/**
 * The kennel the breeder is working in and what they may do there. Screens ask `can` before they show a
 * control that changes something; the server checks again.
 */
import { createContext, useContext } from "react";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type KennelSummary = FunctionReturnType<typeof api.kennels.kennels.list>[number];
export type Area = keyof KennelSummary["permissions"];

export type KennelContextValue = {
  kennel: KennelSummary;
  kennels: readonly KennelSummary[];
  kennelId: KennelSummary["_id"];
  role: KennelSummary["role"];
  /** Whether the breeder has the right to read, or to change, an area of this kennel: what a refusal may be told by. */
  hasRight: (area: Area, access: "read" | "write") => boolean;
  /** Whether it can be read, or changed, just now: without a connection nothing is changed, whatever the rights. */
  can: (area: Area, access: "read" | "write") => boolean;
  /** Announces that the breeder is about to leave or delete this kennel, so that its loss needs no word. */
  startLeaving: () => void;
  stopLeaving: () => void;
};

/** Names a kennel with the person's rights in it, for what is kept of it: with other rights it is read again. */
export const seenScope = ({ _id, permissions }: Pick<KennelSummary, "_id" | "permissions">): string =>
  `${_id} ${JSON.stringify(permissions)}`;

export const KennelContext = createContext<KennelContextValue | null>(null);

/** Returns the current kennel; only inside the signed-in shell. */
export function useKennel(): KennelContextValue {
  const value = useContext(KennelContext);
  if (!value) throw new Error("useKennel needs a KennelProvider above it");
  return value;
}
