/** The choice of how many days in advance a reminder sends its notices. */
import { Button } from "@/components/ui/button";

/** Other days that were chosen earlier remain in the list. */
const OFFERED_DAYS = [1, 3, 7, 14, 30] as const;

const dayText = (days: number): string =>
  days === 0
    ? "same day"
    : days === 1
      ? "1 day"
      : days % 7 === 0 && days < 28
        ? `${days / 7} wk`
        : `${days} days`;

type AdvanceDaysProps = { days: readonly number[]; onChange: (days: number[]) => void };

export function AdvanceDays({ days, onChange }: AdvanceDaysProps) {
  const offered = [...new Set([...OFFERED_DAYS, ...days])].sort((a, b) => a - b);
  return (
    <div role="group" aria-label="Before the due date" className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted-foreground">On the due day, and before it:</span>
      {offered.map((day) => (
        <Button
          key={day}
          variant={days.includes(day) ? "default" : "outline"}
          size="sm"
          className="rounded-full"
          aria-pressed={days.includes(day)}
          onClick={() =>
            onChange(days.includes(day) ? days.filter((other) => other !== day) : [...days, day])
          }
        >
          {dayText(day)}
        </Button>
      ))}
    </div>
  );
}
