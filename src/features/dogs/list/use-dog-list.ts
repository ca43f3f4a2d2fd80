/** The live page of the dogs that match search and filters. */
import { api } from "@convex/_generated/api";
import { activeFilters } from "@/features/dogs/list/dog-filters";
import type { DogListParams } from "@/features/dogs/list/dog-list-params";
import type { DogPage } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { pagedQuery, useLivePage, type LivePage } from "@/hooks/use-live-page";
import { DEFAULT_DOGS_PER_PAGE, MAX_PAGE_LIMIT } from "@domain/records/paging";

export type DogList = LivePage<DogPage>;

const isSorted = ({ sort, direction }: DogListParams): boolean => sort !== "name" || direction !== "asc";

/** Empty values are left out. */
export function toFilterArgs(params: DogListParams, today: string) {
  const search = params.search.trim();
  return {
    ...(search === "" ? {} : { search }),
    ...Object.fromEntries(activeFilters(params).map((name) => [name, params[name]])),
    // Only the age filter needs the user's date. Without this filter the date is left out, so that the query stays
    // the same after midnight.
    ...(params.ageRange === "" ? {} : { today }),
    // Cards in the default order are read from an index, page by page.
    ...(params.view === "table" || isSorted(params)
      ? { sort: params.sort, direction: params.direction }
      : {}),
  };
}

export function useDogList(params: DogListParams, today: string): DogList {
  const { kennelId } = useKennel();
  // A table shows all dogs on one page, unless the user chose a page size.
  const limit = params.limit ?? (params.view === "table" ? MAX_PAGE_LIMIT : DEFAULT_DOGS_PER_PAGE);
  return useLivePage(
    pagedQuery(api.dogs.dogs.list, { kennelId, limit, ...toFilterArgs(params, today) }),
    params.page,
  );
}
