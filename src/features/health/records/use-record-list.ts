/**
 * The live pages of health records. While other filters load, the last answer stays (marked as old) so that the screen
 * does not jump; it goes at once when the server refuses.
 */
import { useState } from "react";
import type { HealthFilters } from "@/features/health/health-address";
import { toListArgs } from "@/features/health/records/list-args";
import type { HealthRecordPage } from "@/features/health/records/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Records read at once. Source: rule HLT-22. */
const PAGE_SIZE = 100;

export type RecordList = {
  page: HealthRecordPage | undefined;
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Subscribes to one page of the records that match. */
export function useRecordPage(filters: HealthFilters, page: number): RecordList {
  const { kennelId } = useKennel();
  const args = { kennelId, page, limit: PAGE_SIZE, ...toListArgs(filters) };
  const result = useLiveQuery(api.health.healthRecords.list, args);
  const [last, setLast] = useState<HealthRecordPage | undefined>(undefined);
  if (result.status === "ready" && result.data !== last) setLast(result.data);
  if (result.status === "error" && last !== undefined) setLast(undefined);
  return {
    page: result.status === "ready" ? result.data : result.status === "loading" ? last : undefined,
    isStale: result.status === "loading",
    hasFailed: result.status === "error",
    retry: result.retry,
  };
}
