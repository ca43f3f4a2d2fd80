/**
 * The current kennel and the user's rights in it. Screens call `can` before they show a control that changes
 * something. The server checks the right again.
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
  /** Whether the user has the right to read or change an area of this kennel. For messages about missing rights. */
  hasRight: (area: Area, access: "read" | "write") => boolean;
  /**
   * Whether the user can read or change an area right now. Offline nothing can be changed, whatever the rights are.
   */
  can: (area: Area, access: "read" | "write") => boolean;
  /**
   * Must be called before the user leaves or deletes this kennel, so that no message says that the kennel was lost.
   */
  startLeaving: () => void;
  stopLeaving: () => void;
};

/**
 * Identifies a kennel together with the user's rights in it, for cached data. If the rights change, the data are
 * loaded again.
 */
export const seenScope = ({ _id, permissions }: Pick<KennelSummary, "_id" | "permissions">): string =>
  `${_id} ${JSON.stringify(permissions)}`;

export const KennelContext = createContext<KennelContextValue | null>(null);

/** Works only inside the signed-in shell. */
export function useKennel(): KennelContextValue {
  const value = useContext(KennelContext);
  if (!value) throw new Error("useKennel needs a KennelProvider above it");
  return value;
}
