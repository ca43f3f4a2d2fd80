/**
 * How pressing a reminder is, the same wherever it is shown: the first badge follows from its day, and a stored priority
 * of high or urgent stands beside it. Sources: rules REM-06 and DASH-11, decision GAP-REM-02.
 */
import type { Reminder } from "@/entities/reminders/reminder-words";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { reminderStateOf, shownPriority } from "@domain/reminders/due";
import { reminderPriorityLabels } from "@domain/reminders/labels";

const variants: Record<ReturnType<typeof shownPriority>, BadgeVariant> = {
  high: "error",
  medium: "warning",
  low: "neutral",
};

type PriorityBadgesProps = { reminder: Reminder; today: string };

/** Renders the one or two badges of a reminder that waits. */
export function PriorityBadges({ reminder, today }: PriorityBadgesProps) {
  const { priority } = reminder;
  const shown = shownPriority(reminderStateOf(reminder, today));
  return (
    <>
      <Badge variant={variants[shown]}>{reminderPriorityLabels[shown]}</Badge>
      {priority === "high" || priority === "urgent" ? (
        <Badge variant="brass">{reminderPriorityLabels[priority]} priority</Badge>
      ) : null}
    </>
  );
}
