/** What the Alerts tab shows, live: the numbers, the doses overdue and due, and the reminders about health. */
import type { FunctionReturnType } from "convex/server";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Doses read at once. Source: rule VAX-17. */
const PAGE_SIZE = 1000;

/** Subscribes to the numbers of the summary cards and the critical banner. */
export function useAlertSummary(today: string) {
  const { kennelId } = useKennel();
  return useLiveQuery(api.health.healthAlerts.summary, { kennelId, today });
}

/** Subscribes to a page of the doses that are overdue, or due within 30 days. */
export function useAlertDoses(kind: "overdue" | "upcoming", today: string, page: number) {
  const { kennelId } = useKennel();
  return useLiveQuery(api.health.healthAlerts[kind], { kennelId, today, page, limit: PAGE_SIZE });
}

/** Subscribes to the pending reminders about health, the earliest first; null for who may not read reminders. */
export function useHealthReminders() {
  const { kennelId, can } = useKennel();
  const isAllowed = can("reminders", "read");
  const result = useLiveQuery(api.health.healthAlerts.reminders, isAllowed ? { kennelId } : "skip");
  return isAllowed ? result : null;
}

export type HealthReminder = FunctionReturnType<
  typeof api.health.healthAlerts.reminders
>["reminders"][number];
