/**
 * Today's doses of several courses, each with one large button. Asks about a dose that is too soon after another.
 */
import { Check, Pill, Undo2 } from "lucide-react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { doseText, timeOf, type Course, type Dose } from "@/entities/medications/medication-words";
import type { Doses } from "@/entities/medications/use-doses";
import { useNow } from "@/hooks/use-now";
import { formatTime } from "@domain/formatting/formatting";
import { formatDose } from "@domain/health/medications";

type DoseListProps = {
  courses: readonly Course[];
  today: string;
  doses: Doses;
  canWrite: boolean;
};

interface Line {
  readonly course: Course;
  readonly slot: number | null;
  readonly time: string | null;
  readonly dose: Dose | null;
}

/** Doses with a time come first, sorted by time. */
function linesOf(courses: readonly Course[]): Line[] {
  const timed = courses.flatMap((course) =>
    course.today.map(({ slot, time, dose }): Line => ({ course, slot, time, dose })),
  );
  timed.sort((a, b) => ((a.time ?? "") < (b.time ?? "") ? -1 : 1));
  const asNeeded = courses
    .filter(({ schedule }) => schedule.type === "as_needed")
    .map((course): Line => ({ course, slot: null, time: null, dose: null }));
  return [...timed, ...asNeeded];
}

export function DoseList({ courses, today, doses, canWrite }: DoseListProps) {
  const now = timeOf(useNow());
  return (
    <ul aria-label="Doses today" className="flex flex-col divide-y rounded-md border bg-card">
      {linesOf(courses).map((line) => (
        <DoseLine
          key={`${line.course._id} ${line.slot ?? ""}`}
          line={line}
          today={today}
          now={now}
          doses={doses}
          canWrite={canWrite}
        />
      ))}
    </ul>
  );
}

type DoseLineProps = { line: Line; today: string; now: string; doses: Doses; canWrite: boolean };

function DoseLine({ line: { course, slot, time, dose }, today, now, doses, canWrite }: DoseLineProps) {
  const amount = formatDose(course.doseAmount, course.doseUnit);
  const about = `${course.drug}${time === null ? "" : `, ${formatTime(time)}`}`;
  const isDue = time !== null && time <= now;
  const last = time === null ? course.doses[0] : undefined;
  return (
    <li className="flex min-h-16 items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold break-words">{course.drug}</span>
          <span>{amount}</span>
          {dose === null && isDue ? <Badge variant="warning">Due now</Badge> : null}
        </p>
        <p className="text-sm text-muted-foreground">
          {time === null ? "As needed" : formatTime(time)}
          {dose ? ` · given ${doseText(dose, today)}` : ""}
          {last ? ` · last ${doseText(last, today)}` : ""}
        </p>
      </div>
      {dose ? (
        <>
          <Check aria-label="Given" className="size-6 shrink-0 text-success" />
          {canWrite ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Undo ${about}`}
              onClick={() => void doses.undo(course, dose.entryKey)}
            >
              <Undo2 aria-hidden />
            </Button>
          ) : null}
        </>
      ) : canWrite ? (
        <Button
          size="lg"
          variant={isDue ? "default" : "outline"}
          disabled={doses.busy === `${course._id} ${slot ?? ""}`}
          aria-label={`Give ${about}`}
          onClick={() => void doses.give(course, slot)}
        >
          <Pill aria-hidden />
          Give
        </Button>
      ) : null}
    </li>
  );
}

export function SoonQuestion({ doses, today }: { doses: Doses; today: string }) {
  const { asked, dismiss, give } = doses;
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title="Given a moment ago"
      confirmLabel="Record Another Dose"
      busyLabel="Recording..."
      isBusy={false}
      onConfirm={() => (asked ? void give(asked.course, asked.slot, true) : undefined)}
      onCancel={dismiss}
    >
      {asked ? (
        <p>
          {asked.course.drug} was given {doseText(asked.other, today)}. Record another{" "}
          {formatDose(asked.course.doseAmount, asked.course.doseUnit)} only if it was really given twice.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
