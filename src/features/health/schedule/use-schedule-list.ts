/**
 * The live pages of one list of the schedule. While another list loads, the last answer stays (marked as old) so that
 * the numbers do not flicker; it goes at once when the server refuses.
 */
import { useState } from "react";
import { patientArgs } from "@/features/health/patients";
import type { SchedulePage } from "@/features/health/schedule/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { ScheduleTab } from "@domain/constants/vaccines";
import { api } from "@convex/_generated/api";

/** Lines read at once. Sources: rule VAX-17, decision GAP-VAX-08. */
const PAGE_SIZE = 1000;

export type ScheduleFilter = { tab: ScheduleTab; patient: string; today: string };

export type ScheduleList = {
  /** The lines; undefined until they are known. */
  page: SchedulePage | undefined;
  counters: SchedulePage["counters"] | undefined;
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Subscribes to one page of a list, and to the numbers of all four. */
export function useSchedulePage({ tab, patient, today }: ScheduleFilter, page: number): ScheduleList {
  const { kennelId } = useKennel();
  const whose = patient === "" ? {} : patientArgs(patient);
  const result = useLiveQuery(api.vaccinations.vaccinationSchedule.list, {
    kennelId,
    today,
    tab,
    page,
    limit: PAGE_SIZE,
    ...whose,
  });
  const [last, setLast] = useState<SchedulePage | undefined>(undefined);
  if (result.status === "ready" && result.data !== last) setLast(result.data);
  if (result.status === "error" && last !== undefined) setLast(undefined);
  return {
    page: result.data,
    counters: result.data?.counters ?? (result.status === "loading" ? last?.counters : undefined),
    isStale: result.status === "loading",
    hasFailed: result.status === "error",
    retry: result.retry,
  };
}
