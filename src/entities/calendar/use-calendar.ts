/** One of the user's calendars with its actions. If an action fails, a message appears and nothing changes. */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import type { CalendarPart } from "@domain/calendar/rules";
import { api } from "@convex/_generated/api";

export type Calendars = FunctionReturnType<typeof api.calendar.calendarFeeds.list>;
export type Calendar = Calendars["calendars"][number];

export type WhichCalendar = { scope: "kennel" | "person" } | { scope: "dog"; dogId: string };

export function useCalendars() {
  const { kennelId } = useKennel();
  return useLiveQuery(api.calendar.calendarFeeds.list, { kennelId });
}

/** Null if the calendar is turned off. */
export const findCalendar = ({ calendars }: Calendars, which: WhichCalendar): Calendar | null =>
  calendars.find(
    ({ scope, dogId }) => scope === which.scope && (which.scope !== "dog" || dogId === which.dogId),
  ) ?? null;

/** Each action returns whether it succeeded. */
export function useCalendarActions(which: WhichCalendar) {
  const { kennelId } = useKennel();
  const save = useMutation(api.calendar.calendarFeeds.save);
  const renew = useMutation(api.calendar.calendarFeeds.renew);
  const remove = useMutation(api.calendar.calendarFeeds.remove);
  const [isBusy, setBusy] = useState(false);
  const named = { kennelId, ...which };

  const run = async (work: () => Promise<unknown>, done: string | null, failed: string) => {
    setBusy(true);
    let isDone = true;
    try {
      await work();
      if (done !== null) toast.success(done);
    } catch (error) {
      isDone = false;
      toast.error(failureText(failed, error));
    }
    setBusy(false);
    return isDone;
  };
  return {
    isBusy,
    turnOn: async (parts: CalendarPart[]) =>
      await run(
        async () => await save({ ...named, parts }),
        "Calendar is on",
        "Failed to turn the calendar on",
      ),
    choose: async (parts: CalendarPart[]) =>
      await run(async () => await save({ ...named, parts }), null, "Failed to change the calendar"),
    renew: async () =>
      await run(async () => await renew(named), "Calendar address renewed", "Failed to renew the address"),
    turnOff: async () =>
      await run(async () => await remove(named), "Calendar is off", "Failed to turn the calendar off"),
  };
}
export type CalendarActions = ReturnType<typeof useCalendarActions>;
