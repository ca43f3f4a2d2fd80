/** The kennel's doses that match the screen's filters, in pages. */
import type { HealthFilters } from "@/features/health/health-address";
import { useKennel } from "@/hooks/use-kennel";
import { pagedQuery } from "@/hooks/use-live-page";
import { api } from "@convex/_generated/api";

/** Doses read at once. Source: document 001 section 9. */
const PAGE_SIZE = 100;

/** Makes the server's arguments, leaving out what narrows nothing; a record's type says nothing of doses. */
function toListArgs({ search, dogId, startDate, endDate }: HealthFilters) {
  const filters = { search: search.trim(), dogId, startDate, endDate };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** Returns the list of the doses that match. */
export function useDoseList(filters: HealthFilters) {
  const { kennelId } = useKennel();
  return pagedQuery(api.vaccinations.immunizations.list, {
    kennelId,
    limit: PAGE_SIZE,
    ...toListArgs(filters),
  });
}
