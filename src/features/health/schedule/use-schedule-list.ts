/** The live pages of one list of the schedule, and the numbers of all four. */
import { patientArgs } from "@/features/health/patients";
import type { SchedulePage } from "@/features/health/schedule/types";
import { useKennel } from "@/hooks/use-kennel";
import { pagedQuery, useLivePage, type LivePage } from "@/hooks/use-live-page";
import type { ScheduleTab } from "@domain/constants/vaccines";
import { api } from "@convex/_generated/api";

/** Lines read at once. Sources: rule VAX-17, decision GAP-VAX-08. */
const PAGE_SIZE = 1000;

export type ScheduleFilter = { tab: ScheduleTab; patient: string; today: string };

export type ScheduleList = LivePage<SchedulePage> & { counters: SchedulePage["counters"] | undefined };

/** Subscribes to one page of a list, and to the numbers of all four. */
export function useSchedulePage({ tab, patient, today }: ScheduleFilter, page: number): ScheduleList {
  const { kennelId } = useKennel();
  const whose = patient === "" ? {} : patientArgs(patient);
  const args = { kennelId, today, tab, limit: PAGE_SIZE, ...whose };
  const live = useLivePage(pagedQuery(api.vaccinations.vaccinationSchedule.list, args), page);
  // Numbers of another list stay until the new ones are there, and its lines go.
  return { ...live, page: live.isStale ? undefined : live.page, counters: live.page?.counters };
}
