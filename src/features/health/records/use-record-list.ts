/** The kennel's health records that match the screen's filters, in pages. */
import type { HealthFilters } from "@/features/health/health-address";
import { toListArgs } from "@/features/health/records/list-args";
import { useKennel } from "@/hooks/use-kennel";
import { pagedQuery } from "@/hooks/use-live-page";
import { api } from "@convex/_generated/api";

/** Records read at once. Source: rule HLT-22. */
const PAGE_SIZE = 100;

/** Returns the list of the records that match. */
export function useRecordList(filters: HealthFilters) {
  const { kennelId } = useKennel();
  return pagedQuery(api.health.healthRecords.list, { kennelId, limit: PAGE_SIZE, ...toListArgs(filters) });
}
