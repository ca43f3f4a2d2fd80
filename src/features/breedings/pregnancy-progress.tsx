/** How far a confirmed pregnancy is, as a bar with its days in words. Sources: BRD-27, BRD-28 and BRD-29. */
import { dueText } from "@/features/breedings/breeding-words";
import type { Breeding } from "@/features/breedings/types";
import { cn } from "@/lib/utils";
import { pregnancyProgress } from "@domain/breedings/dates";
import { daysBetween } from "@domain/dates/calendar-days";

type PregnancyProgressProps = {
  breeding: Pick<Breeding, "status" | "breedingDate" | "expectedDueDate">;
  today: string;
  className?: string;
};

/** Renders the bar; nothing while no pregnancy is confirmed or its length is not known. */
export function PregnancyProgress({ breeding, today, className }: PregnancyProgressProps) {
  const { status, breedingDate, expectedDueDate } = breeding;
  const percent = status === "confirmed" ? pregnancyProgress(breeding, today) : null;
  if (percent === null || expectedDueDate === null) return null;
  const length = daysBetween(breedingDate, expectedDueDate);
  const day = Math.max(0, daysBetween(breedingDate, today));
  const due = dueText(breeding, today);
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span className="font-semibold">
          Day {day} of {length}
        </span>
        <span
          className={cn("text-muted-foreground", today > expectedDueDate && "font-semibold text-warning")}
        >
          {due === null ? null : `Due ${due}`.replace("Due overdue", "Overdue")}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label="Pregnancy progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={`${percent.toFixed(1)} percent, day ${day} of ${length}`}
        className="h-2 overflow-hidden rounded-full bg-secondary"
      >
        <div className="h-full rounded-full bg-brass-line" style={{ width: `${percent.toFixed(1)}%` }} />
      </div>
    </div>
  );
}
