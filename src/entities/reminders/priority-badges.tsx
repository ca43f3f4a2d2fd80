/**
 * The urgency of a reminder, the same on all screens. The date determines the badge. A reminder with the priority
 * high or urgent also has a flag with that word. Sources: rules REM-06 and DASH-11, decision GAP-REM-02.
 */
import { Flag } from "lucide-react";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { reminderStateOf, shownPriority } from "@domain/reminders/due";
import { reminderFlagLabels, reminderPriorityLabels } from "@domain/reminders/words";

const variants: Record<ReturnType<typeof shownPriority>, BadgeVariant> = {
  high: "error",
  medium: "warning",
  low: "neutral",
};

type PriorityBadgesProps = { reminder: Reminder; today: string };

/** Only for pending reminders. */
export function PriorityBadges({ reminder, today }: PriorityBadgesProps) {
  const shown = shownPriority(reminderStateOf(reminder, today));
  const flag = reminderFlagLabels[reminder.priority];
  return (
    <>
      <Badge variant={variants[shown]}>{reminderPriorityLabels[shown]}</Badge>
      {flag ? (
        <Badge variant="brass" title={flag}>
          <Flag aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">{flag}</span>
        </Badge>
      ) : null}
    </>
  );
}
