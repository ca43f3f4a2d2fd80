/** The kennel's reminders of a tab, a type and a search, in pages. */
import type { ReminderFilter } from "@/features/reminders/reminder-address";
import { useKennel } from "@/hooks/use-kennel";
import { pagedQuery } from "@/hooks/use-live-page";
import { REMINDERS_PAGE } from "@domain/constants/reminders";
import { api } from "@convex/_generated/api";

/** Makes the server's arguments of a filter, leaving out what narrows nothing. */
export const toListArgs = ({ tab, type, search, isMine }: ReminderFilter) => ({
  tab,
  ...(type !== "" && { reminderType: type }),
  ...(isMine && { isMine }),
  ...(search.trim() !== "" && { search: search.trim() }),
});

/** Returns the list of the reminders that match. */
export function useReminderList(filter: ReminderFilter, today: string) {
  const { kennelId } = useKennel();
  return pagedQuery(api.reminders.reminders.list, {
    kennelId,
    today,
    limit: REMINDERS_PAGE,
    ...toListArgs(filter),
  });
}
