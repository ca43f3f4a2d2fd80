/** The progress of a pregnancy, as a bar from the mating to the due date. */
import { pregnancyProgress } from "@domain/breedings/dates";
import { daysBetween } from "@domain/dates/calendar-days";
import type { BreedingStatus } from "@domain/breedings/rules";

type PregnancyBarProps = {
  breeding: { status: BreedingStatus; breedingDate: string; expectedDueDate: string | null };
  today: string;
};

/** Renders nothing unless the pregnancy is confirmed and its length is known. */
export function PregnancyBar({ breeding, today }: PregnancyBarProps) {
  const { status, breedingDate, expectedDueDate } = breeding;
  const percent = status === "confirmed" ? pregnancyProgress(breeding, today) : null;
  if (percent === null || expectedDueDate === null) return null;
  const day = Math.max(0, daysBetween(breedingDate, today));
  return (
    <span
      role="progressbar"
      aria-label="Pregnancy progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={`${percent.toFixed(1)} percent, day ${day} of ${daysBetween(breedingDate, expectedDueDate)}`}
      className="block h-2 overflow-hidden rounded-full bg-secondary"
    >
      <span className="block h-full rounded-full bg-brass-line" style={{ width: `${percent.toFixed(1)}%` }} />
    </span>
  );
}
