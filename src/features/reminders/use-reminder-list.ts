/**
 * The live pages of reminders. While another tab or search loads, the last answer stays (marked as old) so that the
 * screen does not jump; it goes at once when the server refuses.
 */
import { useState } from "react";
import type { ReminderPage } from "@/entities/reminders/reminder-words";
import type { ReminderFilter } from "@/features/reminders/reminder-address";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { REMINDERS_PAGE } from "@domain/constants/reminders";
import { api } from "@convex/_generated/api";

export type ReminderList = {
  page: ReminderPage | undefined;
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Makes the server's arguments of a filter, leaving out what narrows nothing. */
export const toListArgs = ({ tab, type, search, isMine }: ReminderFilter) => ({
  tab,
  ...(type !== "" && { reminderType: type }),
  ...(isMine && { isMine }),
  ...(search.trim() !== "" && { search: search.trim() }),
});

/** Subscribes to one page of the reminders that match. */
export function useReminderPage(filter: ReminderFilter, today: string, page: number): ReminderList {
  const { kennelId } = useKennel();
  const args = { kennelId, today, page, limit: REMINDERS_PAGE, ...toListArgs(filter) };
  const result = useLiveQuery(api.reminders.reminders.list, args);
  const [last, setLast] = useState<ReminderPage | undefined>(undefined);
  if (result.status === "ready" && result.data !== last) setLast(result.data);
  if (result.status === "error" && last !== undefined) setLast(undefined);
  return {
    page: result.status === "ready" ? result.data : result.status === "loading" ? last : undefined,
    isStale: result.status === "loading",
    hasFailed: result.status === "error",
    retry: result.retry,
  };
}
