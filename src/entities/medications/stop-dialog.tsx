/** Stopping a course of medication before its end, with the day and why. */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { FormDialog } from "@/components/form-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <FormDialog aria-describedby={undefined} isSaving={isSaving} onClose={onClose}>
      <DialogHeader>
        <DialogTitle>Stop {course.drug}</DialogTitle>
      </DialogHeader>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">
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
          {failure ? <Alert variant="error">{failure}</Alert> : null}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSaving}>
            {isSaving ? "Saving..." : "Stop Medication"}
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  );
}
