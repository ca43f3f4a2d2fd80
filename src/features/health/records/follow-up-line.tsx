/** A record's follow-up: the day, how far it is, and the button that marks it as done, which can be taken back. */
import { Check } from "lucide-react";
import { Button } from "@/components/ui/button";
import { followUpDistance } from "@/features/health/records/follow-up";
import type { HealthRecord } from "@/features/health/records/types";
import { useFollowUpDone } from "@/features/health/records/use-follow-up-done";
import { cn } from "@/lib/utils";
import { formatDay } from "@domain/formatting/formatting";

type FollowUpProps = { record: HealthRecord; today: string; canWrite: boolean };

/** Renders the line of a record that has a follow-up. */
export function FollowUp({ record, today, canWrite }: FollowUpProps) {
  const setDone = useFollowUpDone(today);
  const { followUpDate, followUpDoneOn, title } = record;
  if (followUpDate === null) return null;
  const isOverdue = followUpDoneOn === null && followUpDate < today;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {formatDay(followUpDate)}
        <span className={cn("text-muted-foreground", isOverdue && "font-semibold text-error")}>
          {followUpDoneOn === null
            ? ` · ${followUpDistance(followUpDate, today)}`
            : ` · done ${formatDay(followUpDoneOn)}`}
        </span>
      </span>
      {canWrite && followUpDoneOn === null ? (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Mark Done: the follow-up of ${title}`}
          onClick={() => void setDone(record, today)}
        >
          <Check aria-hidden />
          Mark Done
        </Button>
      ) : null}
    </span>
  );
}
