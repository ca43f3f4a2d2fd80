/** One course of medication: what is given and how long, how it stands, its last doses, and what can be done with it. */
import { MoreVertical } from "lucide-react";
import { ActionsMenu } from "@/components/actions-menu";
import { Badge } from "@/components/ui/badge";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useHistoryEntry } from "@/entities/history/record-history";
import { doseText, stateLabels, stateVariants, type Course } from "@/entities/medications/medication-words";
import { formatDay } from "@domain/formatting/formatting";
import {
  courseStateOf,
  describeSchedule,
  dosesDueBefore,
  formatDose,
  nextDueDay,
} from "@domain/health/medications";

type CourseCardProps = {
  course: Course;
  today: string;
  /** Null where the person may only look. */
  actions: { onEdit: () => void; onStop: () => void; onResume: () => void; onDelete: () => void } | null;
};

function periodText({ startOn, endOn, stoppedOn }: Course): string {
  if (stoppedOn !== null) return `${formatDay(startOn)}, stopped ${formatDay(stoppedOn)}`;
  return endOn === null ? `Since ${formatDay(startOn)}` : `${formatDay(startOn)} to ${formatDay(endOn)}`;
}

/** Renders the card. */
export function CourseCard({ course, today, actions }: CourseCardProps) {
  const state = courseStateOf(course, today);
  const next = state === "active" || state === "upcoming" ? nextDueDay(course, today) : null;
  const facts = [
    periodText(course),
    course.reason,
    course.veterinarian && `prescribed by ${course.veterinarian}`,
  ];
  return (
    <article aria-label={course.drug} className="rounded-md border bg-card p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h4 className="font-semibold break-words">{course.drug}</h4>
            <Badge variant={stateVariants[state]}>{stateLabels[state]}</Badge>
          </div>
          <p>
            {formatDose(course.doseAmount, course.doseUnit)} {describeSchedule(course.schedule)}
          </p>
          <p className="text-sm break-words text-muted-foreground">{facts.filter(Boolean).join(" · ")}</p>
          {course.stopReason ? <p className="text-sm break-words">Stopped: {course.stopReason}</p> : null}
          {next !== null && next > today ? <p className="text-sm">Next dose on {formatDay(next)}</p> : null}
          {course.notes ? (
            <p className="mt-1 text-sm break-words whitespace-pre-wrap">{course.notes}</p>
          ) : null}
        </div>
        {actions ? <CourseMenu course={course} isEnded={state === "stopped"} {...actions} /> : null}
      </div>
      <LastDoses course={course} today={today} />
    </article>
  );
}

type CourseMenuProps = NonNullable<CourseCardProps["actions"]> & { course: Course; isEnded: boolean };

function CourseMenu({ course, isEnded, onEdit, onStop, onResume, onDelete }: CourseMenuProps) {
  const { _id: recordId, drug: name } = course;
  const history = useHistoryEntry({ table: "medicationCourses", recordId, name });
  return (
    <>
      <ActionsMenu name={course.drug} icon={MoreVertical}>
        <DropdownMenuItem onSelect={onEdit}>Edit</DropdownMenuItem>
        {isEnded ? (
          <DropdownMenuItem onSelect={onResume}>Resume</DropdownMenuItem>
        ) : (
          <DropdownMenuItem onSelect={onStop}>Stop</DropdownMenuItem>
        )}
        {history.entry}
        <DropdownMenuItem onSelect={onDelete}>Delete</DropdownMenuItem>
      </ActionsMenu>
      {history.dialog}
    </>
  );
}

/** Days that every dose told of covers; only then may doses be said to be missing. */
function missedText(course: Course, today: string): string | null {
  const due = dosesDueBefore(course, today);
  const given = course.doses.filter(({ dayOn, slot }) => slot !== null && dayOn < today).length;
  return due === 0 || due > MOST_COUNTED || given >= due
    ? null
    : `${given} of ${due} doses before today recorded`;
}

/** More doses than are told of cannot be counted here. */
const MOST_COUNTED = 22;

function LastDoses({ course, today }: { course: Course; today: string }) {
  const missed = missedText(course, today);
  if (course.doses.length === 0 && missed === null) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted-foreground underline decoration-1 underline-offset-4">
        Doses given{missed === null ? "" : ` · ${missed}`}
      </summary>
      <ul className="mt-1 flex flex-col gap-1 border-l pl-3">
        {course.doses.map((dose) => (
          <li key={dose.entryKey}>{doseText(dose, today)}</li>
        ))}
      </ul>
    </details>
  );
}
