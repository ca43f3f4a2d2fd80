/**
 * The live pages of breedings. While another tab or search loads, the last answer stays (marked as old) so that the
 * screen does not jump; it goes at once when the server refuses.
 */
import { useState } from "react";
import type { StatusTab } from "@/features/breeding/breeding-address";
import type { BreedingPage } from "@/features/breeding/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Breedings read at once. Source: document 001 section 9. */
const PAGE_SIZE = 100;

export type BreedingFilter = { status: StatusTab; search: string };

export type BreedingList = {
  page: BreedingPage | undefined;
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Makes the server's arguments of tab and search, leaving out what narrows nothing. */
export const toListArgs = ({ status, search }: BreedingFilter) => ({
  ...(status === "all" ? {} : { status }),
  ...(search.trim() === "" ? {} : { search: search.trim() }),
});

/** Subscribes to one page of the breedings that match. */
export function useBreedingPage(filter: BreedingFilter, page: number): BreedingList {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.breedings.breedings.list, {
    kennelId,
    page,
    limit: PAGE_SIZE,
    ...toListArgs(filter),
  });
  const [last, setLast] = useState<BreedingPage | undefined>(undefined);
  if (result.status === "ready" && result.data !== last) setLast(result.data);
  if (result.status === "error" && last !== undefined) setLast(undefined);
  return {
    page: result.status === "ready" ? result.data : result.status === "loading" ? last : undefined,
    isStale: result.status === "loading",
    hasFailed: result.status === "error",
    retry: result.retry,
  };
}
