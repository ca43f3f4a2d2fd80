/** The kennel's breedings of a tab and a search, in pages. */
import type { StatusTab } from "@/features/breeding/breeding-address";
import { useKennel } from "@/hooks/use-kennel";
import { pagedQuery } from "@/hooks/use-live-page";
import { api } from "@convex/_generated/api";

/** Breedings read at once. Source: document 001 section 9. */
const PAGE_SIZE = 100;

export type BreedingFilter = { status: StatusTab; search: string };

/** Makes the server's arguments of tab and search, leaving out what narrows nothing. */
export const toListArgs = ({ status, search }: BreedingFilter) => ({
  ...(status === "all" ? {} : { status }),
  ...(search.trim() === "" ? {} : { search: search.trim() }),
});

/** Returns the list of the breedings that match. */
export function useBreedingList(filter: BreedingFilter) {
  const { kennelId } = useKennel();
  return pagedQuery(api.breedings.breedings.list, { kennelId, limit: PAGE_SIZE, ...toListArgs(filter) });
}
