/** A dog's medication on its page: what is due today, what it is under, and the courses that are over. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Plus } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { CourseCard } from "@/entities/medications/course-card";
import { CourseFormDialog } from "@/entities/medications/course-form-dialog";
import { DoseList, SoonQuestion } from "@/entities/medications/dose-list";
import type { Course } from "@/entities/medications/medication-words";
import { StopDialog } from "@/entities/medications/stop-dialog";
import { useDoses } from "@/entities/medications/use-doses";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import type { DogStatus } from "@domain/dogs/rules";
import { isGone } from "@domain/dogs/standing";
import { courseStateOf } from "@domain/health/medications";
import { api } from "@convex/_generated/api";

type MedicatedDog = { _id: string; name: string; status: DogStatus };
type MedicationSectionProps = { dog: MedicatedDog; today: string };

/** Renders the section; starting a course is offered to those who may write, for a dog that is here. */
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
