/**
 * The live pages of doses. While other filters load, the last answer stays (marked as old) so that the screen does not
 * jump; it goes at once when the server refuses.
 */
import { useState } from "react";
import type { HealthFilters } from "@/features/health/health-address";
import type { DosePage } from "@/features/health/immunizations/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Doses read at once. Source: document 001 section 9. */
const PAGE_SIZE = 100;

export type DoseList = {
  page: DosePage | undefined;
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Makes the server's arguments, leaving out what narrows nothing; a record's type says nothing of doses. */
function toListArgs({ search, dogId, startDate, endDate }: HealthFilters) {
  const filters = { search: search.trim(), dogId, startDate, endDate };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** Subscribes to one page of the doses that match. */
export function useDosePage(filters: HealthFilters, page: number): DoseList {
  const { kennelId } = useKennel();
  const args = { kennelId, page, limit: PAGE_SIZE, ...toListArgs(filters) };
  const result = useLiveQuery(api.vaccinations.immunizations.list, args);
  const [last, setLast] = useState<DosePage | undefined>(undefined);
  if (result.status === "ready" && result.data !== last) setLast(result.data);
  if (result.status === "error" && last !== undefined) setLast(undefined);
  return {
    page: result.status === "ready" ? result.data : result.status === "loading" ? last : undefined,
    isStale: result.status === "loading",
    hasFailed: result.status === "error",
    retry: result.retry,
  };
}
