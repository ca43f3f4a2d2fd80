/** Stopping a course of medication before its end, with the day and why. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import type { Course } from "@/entities/medications/medication-words";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { api } from "@convex/_generated/api";

type StopDialogProps = { course: Course; today: string; onClose: () => void };

/** Renders the dialog. */
export function StopDialog({ course, today, onClose }: StopDialogProps) {
  const stop = useMutation(api.health.medications.stop);
  const [typed, setTyped] = useState({ stoppedOn: today, stopReason: "" });
  const { errors, failure, isSaving, save } = useSaving();
  const store = async () =>
    await save(async () => {
      await stop({ dogId: course.dogId, courseId: course._id, ...typed, today });
      toast.success(`${course.drug} stopped`);
      onClose();
    }, unlessAtField("The medication could not be stopped"));
  return (
    <SaveDialog
      title={`Stop ${course.drug}`}
      isSaving={isSaving}
      onClose={onClose}
      failure={failure}
      saveLabel="Stop Medication"
      onSave={store}
    >
      <TextField
        label="Last day"
        required
        error={errors.stoppedOn}
        type="date"
        max={today}
        value={typed.stoppedOn}
        onText={(text) => setTyped({ ...typed, stoppedOn: text })}
      />
      <TextField
        label="Reason"
        error={errors.stopReason}
        helper="Such as a side effect"
        autoComplete="off"
        value={typed.stopReason}
        onText={(text) => setTyped({ ...typed, stopReason: text })}
      />
    </SaveDialog>
  );
}
