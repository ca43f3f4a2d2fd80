/** Opens the reminder that a message leads to, in its own kennel. */
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { kennelPath } from "@domain/kennels/kennel-path";
import { api } from "@convex/_generated/api";

/** Renders nothing. */
export function NamedReminder({ onOpen }: { onOpen: (reminder: Reminder) => void }) {
  const [params, setParams] = useSearchParams();
  const { kennelId } = useKennel();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const named = params.get("reminder");
  const found = useLiveQuery(api.reminders.reminders.get, named === null ? "skip" : { reminderId: named });
  const { status, data: reminder } = found;
  // The address changes after the next render at the earliest; until then nothing is opened again.
  const shownRef = useRef<string | null>(null);

  useEffect(() => {
    if (named === null) shownRef.current = null;
    if (named === shownRef.current || named === null || status === "loading") return;
    if (reminder && reminder.kennelId !== kennelId) {
      // The page of that kennel finds the same address.
      void navigate(kennelPath(reminder.kennelId, pathname + search), { replace: true });
      return;
    }
    shownRef.current = named;
    setParams({}, { replace: true });
    if (reminder) onOpen(reminder);
    else toast.error("This reminder no longer exists");
  });
  return null;
}
