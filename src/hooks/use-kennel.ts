/**
 * The current kennel and the breeder's rights in it. Screens check `can` before they show a control that changes
 * something; the server checks again.
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
  /**
   * Whether the breeder has the right to read, or to change, an area of this kennel, for messages about missing
   * rights.
   */
  hasRight: (area: Area, access: "read" | "write") => boolean;
  /** Whether it can be read, or changed, right now: offline nothing can be changed, whatever the rights. */
  can: (area: Area, access: "read" | "write") => boolean;
  /** Announces that the breeder is about to leave or delete this kennel, so that its loss needs no message. */
  startLeaving: () => void;
  stopLeaving: () => void;
};

/** Identifies a kennel with the person's rights in it, for cached data: with other rights it is loaded again. */
export const seenScope = ({ _id, permissions }: Pick<KennelSummary, "_id" | "permissions">): string =>
  `${_id} ${JSON.stringify(permissions)}`;

export const KennelContext = createContext<KennelContextValue | null>(null);

/** Returns the current kennel; only inside the signed-in shell. */
export function useKennel(): KennelContextValue {
  const value = useContext(KennelContext);
  if (!value) throw new Error("useKennel needs a KennelProvider above it");
  return value;
}
