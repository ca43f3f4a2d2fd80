/** A dose of medication in today's list, which the user can tick and untick there. */
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { SoonQuestion } from "@/entities/medications/dose-list";
import { useDoses } from "@/entities/medications/use-doses";
import type { TodayLine } from "@/features/dashboard/today-lines";

type DoseProps = {
  dose: NonNullable<TodayLine["dose"]>;
  title: string;
  /** The time of day distinguishes several doses of the same drug. */
  when: string;
  today: string;
};

export function TodayDose({ dose: { course, slot, given }, title, when, today }: DoseProps) {
  const doses = useDoses(today);
  const isTicked = given !== null || doses.busy !== null;
  return (
    <>
      <Checkbox
        aria-label={`${title}, ${when}`}
        className="size-6"
        checked={isTicked}
        disabled={isTicked}
        onCheckedChange={() => void doses.give(course, slot)}
      />
      <SoonQuestion doses={doses} today={today} />
    </>
  );
}

/** Renders nothing if the dose is not given. */
export function UndoDose({ dose: { course, given }, title, when, today }: DoseProps) {
  const { undo } = useDoses(today);
  if (given === null) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Undo ${title}, ${when}`}
      onClick={() => void undo(course, given.entryKey)}
    >
      Undo
    </Button>
  );
}
