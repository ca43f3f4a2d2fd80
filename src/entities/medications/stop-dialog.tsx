/** Stopping a course of medication before its end, with the day and why. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { DialogForm } from "@/components/dialog-form";
import { FormDialog } from "@/components/form-dialog";
import { TextField } from "@/components/text-field";
import type { Course } from "@/entities/medications/medication-words";
import { failureText } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "@domain/errors";
import { api } from "@convex/_generated/api";

type StopDialogProps = { course: Course; today: string; onClose: () => void };

/** Renders the dialog. */
export function StopDialog({ course, today, onClose }: StopDialogProps) {
  const stop = useMutation(api.health.medications.stop);
  const [typed, setTyped] = useState({ stoppedOn: today, stopReason: "" });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const store = async () => {
    setFailure(null);
    setSaving(true);
    try {
      await stop({ dogId: course.dogId, courseId: course._id, ...typed, today });
      toast.success(`${course.drug} stopped`);
      onClose();
    } catch (error) {
      const fields = getErrorData(error)?.details.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0)
        setFailure(failureText("The medication could not be stopped", error));
      setSaving(false);
    }
  };
  return (
    <FormDialog title={`Stop ${course.drug}`} isSaving={isSaving} onClose={onClose}>
      <DialogForm
        isSaving={isSaving}
        failure={failure}
        saveLabel="Stop Medication"
        onSave={store}
        onCancel={onClose}
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
      </DialogForm>
    </FormDialog>
  );
}
