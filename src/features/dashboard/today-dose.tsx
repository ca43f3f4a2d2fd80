/** A dose of medication among today's lines, ticked off where it is read. */
import { Checkbox } from "@/components/ui/checkbox";
import { SoonQuestion } from "@/entities/medications/dose-list";
import { useDoses } from "@/entities/medications/use-doses";
import type { DueDose } from "@/features/dashboard/today-lines";

type TodayDoseProps = { dose: DueDose; title: string; today: string };

/** Renders the box to tick, and the question about a dose that comes too soon after another. */
export default function TodayDose({ dose: { course, slot }, title, today }: TodayDoseProps) {
  const doses = useDoses(today);
  const isBusy = doses.busy !== null;
  return (
    <>
      <Checkbox
        aria-label={title}
        className="size-6"
        checked={isBusy}
        disabled={isBusy}
        onCheckedChange={() => void doses.give(course, slot)}
      />
      <SoonQuestion doses={doses} today={today} />
    </>
  );
}
