/** Reads the placements of one puppy, dog or contact. */
import type { FunctionReturnType } from "convex/server";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

export type Placement = FunctionReturnType<typeof api.placements.placements.get>;

const MOST_LISTED = 50;

type Subject = { puppyId?: string; dogId?: string; contactId?: string };

/** Undefined while loading, or if the user may not see the placements. */
export function useLoadedPlacements(of: Subject | null): readonly Placement[] | undefined {
  const { kennelId, hasRight } = useKennel();
  const mayRead = hasRight("breeding", "read") && hasRight("finances", "read");
  const asked = mayRead && of ? { kennelId, limit: MOST_LISTED, ...of } : "skip";
  return useLiveQuery(api.placements.placements.list, asked).data?.data;
}

/** Empty while loading, or if the user may not see the placements. */
export const usePlacements = (of: Subject | null): readonly Placement[] => useLoadedPlacements(of) ?? [];
