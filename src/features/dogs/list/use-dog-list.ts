/**
 * The live page of dogs. While another page or search loads, the last one stays (marked as old) so that the
 * screen does not jump; it goes at once when the server refuses.
 */
import { useState } from "react";
import { api } from "@convex/_generated/api";
import { activeFilters } from "@/features/dogs/list/dog-filters";
import type { DogListParams } from "@/features/dogs/list/dog-list-params";
import type { DogPage } from "@/features/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { MAX_PAGE_LIMIT } from "@domain/constants/paging";

export type DogList = {
  page: DogPage | undefined;
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Makes the server's arguments out of search, filters and a table's order, leaving out what filters nothing. */
export function toFilterArgs(params: DogListParams, today: string) {
  const search = params.search.trim();
  return {
    ...(search === "" ? {} : { search }),
    ...Object.fromEntries(activeFilters(params).map((name) => [name, params[name]])),
    // Only the age bands need the breeder's day; without it the list stays the same over midnight.
    ...(params.ageRange === "" ? {} : { today }),
    ...(params.view === "table" ? { sort: params.sort, direction: params.direction } : {}),
  };
}

/** Subscribes to the dogs that match. */
export function useDogList(params: DogListParams, today: string): DogList {
  const { kennelId } = useKennel();
  const { page } = params;
  // A table is one scroll.
  const limit = params.view === "table" ? MAX_PAGE_LIMIT : params.limit;
  const result = useLiveQuery(api.dogs.dogs.list, { kennelId, page, limit, ...toFilterArgs(params, today) });
  const [last, setLast] = useState<DogPage | undefined>(undefined);
  if (result.status === "ready" && result.data !== last) setLast(result.data);
  if (result.status === "error" && last !== undefined) setLast(undefined);
  return {
    page: result.status === "ready" ? result.data : result.status === "loading" ? last : undefined,
    isStale: result.status === "loading",
    hasFailed: result.status === "error",
    retry: result.retry,
  };
}
