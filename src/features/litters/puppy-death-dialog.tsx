/**
 * Asks for the date of a puppy's death and records it. If that fails, the dialog stays open with the typed values.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { ChoiceField } from "@/components/choice-field";
import { LongTextField, TextField } from "@/components/text-field";
import { causeChoices } from "@/entities/dogs/dog-labels";
import type { Puppy } from "@/features/litters/litter-words";
import { failureText } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "@domain/errors";
import { puppyName } from "@domain/litters/words";
import { api } from "@convex/_generated/api";

type PuppyDeathDialogProps = { puppy: Puppy; today: string; onClose: () => void };

export function PuppyDeathDialog({ puppy, today, onClose }: PuppyDeathDialogProps) {
  const setStatus = useMutation(api.litters.puppies.setStatus);
  const [diedOn, setDiedOn] = useState(today);
  const [cause, setCause] = useState("");
  const [details, setDetails] = useState("");
  const [errors, setErrors] = useState<FieldErrors>({});
  const name = puppyName(puppy);
  const record = async () => {
    setErrors({});
    const causes = { causeOfDeath: cause || null, causeOfDeathNotes: details };
    const change = { status: "deceased", diedOn, ...causes, expectedStatus: puppy.status };
    await setStatus({ puppyId: puppy._id, ...change, today });
    toast.success(`The death of ${name} is recorded`);
    onClose();
  };
  const failureOf = (error: unknown): string | null => {
    const data = getErrorData(error);
    const fields = data?.details.fields ?? {};
    setErrors(fields);
    if (data?.code === "STALE_UPDATE")
      return "Somebody else has changed this puppy since. Close this and look again.";
    if (fields.diedOn ?? fields.causeOfDeath ?? fields.causeOfDeathNotes) return null;
    return fields.status ?? failureText(`Failed to record the death of ${name}`, error);
  };
  return (
    <ActionQuestion
      title={`Record the death of ${name}?`}
      confirmLabel="Record Death"
      busyLabel="Saving..."
      isConfirmDisabled={diedOn === ""}
      act={record}
      failureOf={failureOf}
      onCancel={onClose}
    >
      <p>The litter then has one living puppy fewer. You can undo this.</p>
      <TextField
        label="Date of death"
        error={errors.diedOn}
        type="date"
        max={today}
        value={diedOn}
        onText={setDiedOn}
      />
      <ChoiceField
        label="Cause of death"
        error={errors.causeOfDeath}
        value={cause}
        choices={causeChoices}
        onValue={setCause}
      />
      {cause === "" && details === "" ? null : (
        <LongTextField
          label="Cause of death, details"
          rows={2}
          error={errors.causeOfDeathNotes}
          value={details}
          onText={setDetails}
        />
      )}
    </ActionQuestion>
  );
}
