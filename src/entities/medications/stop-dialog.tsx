/** Stopping a course of medication before its end, with the day and why. */
import { useMutation } from "convex/react";
import { RecordField } from "@/components/record-form/record-field";
import { TypedDialog } from "@/components/record-form/typed-dialog";
import type { Course } from "@/entities/medications/medication-words";
import { api } from "@convex/_generated/api";
import { courseStopSchema } from "@domain/health/schemas";

type StopDialogProps = { course: Course; today: string; onClose: () => void };

export function StopDialog({ course, today, onClose }: StopDialogProps) {
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
