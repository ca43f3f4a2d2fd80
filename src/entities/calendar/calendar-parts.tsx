/** The ticks by which a breeder chooses what a calendar holds; the last one stays. */
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { partLabels } from "@/entities/calendar/calendar-words";
import { CALENDAR_PARTS, type CalendarPart } from "@domain/calendar/rules";

type CalendarPartsProps = {
  parts: readonly CalendarPart[];
  /** Those that the breeder may read. */
  readable: readonly CalendarPart[];
  isBusy: boolean;
  onParts: (parts: CalendarPart[]) => void;
};

/** Renders the ticks of what the breeder may read. */
export function CalendarParts({ parts, readable, isBusy, onParts }: CalendarPartsProps) {
  const id = useId();
  const chosen = readable.filter((part) => parts.includes(part));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">What it shows</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {CALENDAR_PARTS.filter((part) => readable.includes(part)).map((part) => {
          const isChosen = chosen.includes(part);
          const { label, helper } = partLabels[part];
          return (
            <div key={part} className="flex min-h-11 items-start gap-3 py-2">
              <Checkbox
                id={`${id}-${part}`}
                className="mt-0.5"
                aria-describedby={`${id}-${part}-helper`}
                checked={isChosen}
                disabled={isBusy || (isChosen && chosen.length === 1)}
                onCheckedChange={() =>
                  onParts(isChosen ? parts.filter((other) => other !== part) : [...parts, part])
                }
              />
              <div className="min-w-0">
                <Label htmlFor={`${id}-${part}`}>{label}</Label>
                <p id={`${id}-${part}-helper`} className="text-sm text-muted-foreground">
                  {helper}
                </p>
              </div>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
