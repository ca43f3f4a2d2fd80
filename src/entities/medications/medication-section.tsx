/** A dog's medication on its page: today's doses, current courses, and past courses. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Plus, MoreVertical } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { RecordField } from "@/components/record-form/record-field";
import { TypedDialog } from "@/components/record-form/typed-dialog";
import { CourseFormDialog } from "@/entities/medications/course-form-dialog";
import { DoseList, SoonQuestion } from "@/entities/medications/dose-list";
import { type Course, doseText, stateLabels, stateVariants } from "@/entities/medications/medication-words";
import { useDoses } from "@/entities/medications/use-doses";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import type { DogStatus } from "@domain/dogs/rules";
import { isGone } from "@domain/dogs/standing";
import {
  courseStateOf,
  describeSchedule,
  dosesDueBefore,
  formatDose,
  nextDueDay,
} from "@domain/health/medications";
import { api } from "@convex/_generated/api";
import { courseStopSchema } from "@domain/health/schemas";
import { ActionsMenu } from "@/components/actions-menu";
import { Badge } from "@/components/ui/badge";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useHistoryEntry } from "@/entities/history/record-history";
import { formatDay } from "@domain/formatting/formatting";

type CourseCardProps = {
  course: Course;
  today: string;
  /** Null if the user may only read. */
  actions: { onEdit: () => void; onStop: () => void; onResume: () => void; onDelete: () => void } | null;
};

function periodText({ startOn, endOn, stoppedOn }: Course): string {
  if (stoppedOn !== null) return `${formatDay(startOn)}, stopped ${formatDay(stoppedOn)}`;
  return endOn === null ? `Since ${formatDay(startOn)}` : `${formatDay(startOn)} to ${formatDay(endOn)}`;
}

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

/** Null if no doses are missing, or if the doses cannot be counted. */
function missedText(course: Course, today: string): string | null {
  const due = dosesDueBefore(course, today);
  const given = course.doses.filter(({ dayOn, slot }) => slot !== null && dayOn < today).length;
  return due === 0 || due > MOST_COUNTED || given >= due
    ? null
    : `${given} of ${due} doses before today recorded`;
}

/** If more doses may exist than are loaded, the doses cannot be counted. */
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

type StopDialogProps = { course: Course; today: string; onClose: () => void };

function StopDialog({ course, today, onClose }: StopDialogProps) {
  const stop = useMutation(api.health.medications.stop);
  return (
    <TypedDialog
      title={`Stop ${course.drug}`}
      className="flex flex-col gap-4"
      schema={courseStopSchema}
      typed={{ stoppedOn: today, stopReason: "" }}
      send={async (typed) => await stop({ dogId: course.dogId, courseId: course._id, ...typed, today })}
      saveLabel="Stop Medication"
      doneText={`${course.drug} stopped`}
      failedText="The medication could not be stopped"
      onClose={onClose}
    >
      <RecordField name="stoppedOn" label="Last day" required type="date" max={today} />
      <RecordField name="stopReason" label="Reason" helper="Such as a side effect" />
    </TypedDialog>
  );
}

type MedicatedDog = { _id: string; name: string; status: DogStatus };
type MedicationSectionProps = { dog: MedicatedDog; today: string };

/** Users who may write can start a course for a dog in the kennel. */
export function MedicationSection({ dog, today }: MedicationSectionProps) {
  const canWrite = useKennel().can("health", "write");
  const courses = useLiveQuery(api.health.medications.ofDog, { dogId: dog._id, today });
  const [isStarting, setStarting] = useState(false);
  return (
    <DetailSection
      title="Medication"
      action={
        canWrite && !isGone(dog) ? (
          <Button variant="outline" size="sm" onClick={() => setStarting(true)}>
            <Plus aria-hidden />
            Start Medication
          </Button>
        ) : undefined
      }
    >
      <Loaded query={courses} failureText="Failed to load medication. Please try again." height="h-24">
        {(data) => <Courses dog={dog} courses={data ?? []} today={today} canWrite={canWrite} />}
      </Loaded>
      {isStarting ? (
        <CourseFormDialog dog={dog} course={null} today={today} onClose={() => setStarting(false)} />
      ) : null}
    </DetailSection>
  );
}

type CoursesProps = MedicationSectionProps & { courses: readonly Course[]; canWrite: boolean };

function Courses({ dog, courses, today, canWrite }: CoursesProps) {
  const doses = useDoses(today);
  const [opened, setOpened] = useState<{ id: string; what: "edit" | "stop" | "delete" } | null>(null);
  const resume = useResume();
  const isOver = (course: Course): boolean => ["finished", "stopped"].includes(courseStateOf(course, today));
  const open = courses.filter((course) => !isOver(course));
  const over = courses.filter(isOver);
  const due = open.filter(
    ({ today: slots, schedule, startOn }) =>
      !isGone(dog) && (slots.length > 0 || (schedule.type === "as_needed" && startOn <= today)),
  );
  const chosen = courses.find(({ _id }) => _id === opened?.id) ?? null;
  const close = () => setOpened(null);
  const cardOf = (course: Course) => (
    <CourseCard
      key={course._id}
      course={course}
      today={today}
      actions={
        canWrite
          ? {
              onEdit: () => setOpened({ id: course._id, what: "edit" }),
              onStop: () => setOpened({ id: course._id, what: "stop" }),
              onResume: () => void resume(course),
              onDelete: () => setOpened({ id: course._id, what: "delete" }),
            }
          : null
      }
    />
  );
  if (courses.length === 0) return <p className="text-muted-foreground">No medication recorded</p>;
  return (
    <div className="flex flex-col gap-3">
      {due.length > 0 ? <DoseList courses={due} today={today} doses={doses} canWrite={canWrite} /> : null}
      {open.map(cardOf)}
      {over.length > 0 ? (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted-foreground underline decoration-1 underline-offset-4">
            {over.length === 1 ? "1 earlier medication" : `${over.length} earlier medications`}
          </summary>
          <div className="mt-2 flex flex-col gap-3">{over.map(cardOf)}</div>
        </details>
      ) : null}
      <SoonQuestion doses={doses} today={today} />
      {chosen && opened?.what === "edit" ? (
        <CourseFormDialog key={chosen._id} dog={dog} course={chosen} today={today} onClose={close} />
      ) : null}
      {chosen && opened?.what === "stop" ? (
        <StopDialog course={chosen} today={today} onClose={close} />
      ) : null}
      {chosen && opened?.what === "delete" ? <DeleteCourse course={chosen} onClose={close} /> : null}
    </div>
  );
}

function useResume() {
  const resume = useMutation(api.health.medications.resume);
  return async ({ _id, dogId, drug }: Course): Promise<void> => {
    try {
      await resume({ dogId, courseId: _id });
      toast.success(`${drug} resumed`);
    } catch (error) {
      toast.error(failureText("The medication could not be resumed", error));
    }
  };
}

function DeleteCourse({ course, onClose }: { course: Course; onClose: () => void }) {
  const remove = useMutation(api.health.medications.remove);
  const act = async () => {
    await remove({ dogId: course.dogId, courseId: course._id });
    toast.success("Medication deleted");
    onClose();
  };
  return (
    <ActionQuestion
      title="Delete this medication?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      act={act}
      failureOf={(error) => failureText("The medication could not be deleted", error)}
      onCancel={onClose}
    >
      <p>{course.drug} is deleted with all its doses. Stop it instead to keep what was given.</p>
    </ActionQuestion>
  );
}
