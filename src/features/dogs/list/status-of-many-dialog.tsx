/** Changing the status of many dogs at once; the dogs that could not be changed stay in the dialog with the reason. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { Alert } from "@/components/ui/alert";
import { TextField } from "@/components/text-field";
import { statusLabels } from "@/entities/dogs/dog-labels";
import type { Dog } from "@/features/dogs/types";
import { joinWords } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { MAX_DOGS_CHANGED, type DogStatus } from "@domain/constants/dogs";
import { isDead } from "@domain/dogs/standing";

type StatusOfManyDialogProps = {
  dogs: readonly Dog[];
  status: DogStatus;
  today: string;
  onClose: () => void;
};

/** Says how many dogs. */
const countText = (count: number): string => (count === 1 ? "1 dog" : `${count} dogs`);

/** Renders the dialog. */
export function StatusOfManyDialog({ dogs, status, today, onClose }: StatusOfManyDialogProps) {
  const { kennelId } = useKennel();
  const changeStatus = useMutation(api.dogs.dogs.changeStatus);
  const [changedOn, setChangedOn] = useState(today);
  const [isSaving, setSaving] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);

  const deceased = status === "deceased" ? [] : dogs.filter(isDead);

  const save = async () => {
    if (status !== "active" && changedOn === "") {
      setFailures(["Date is required"]);
      return;
    }
    setSaving(true);
    setFailures([]);
    const refused: string[] = [];
    try {
      for (let start = 0; start < dogs.length; start += MAX_DOGS_CHANGED) {
        const some = dogs.slice(start, start + MAX_DOGS_CHANGED);
        const results = await changeStatus({
          kennelId,
          dogIds: some.map(({ _id }) => _id),
          status,
          statusChangedOn: status === "active" ? null : changedOn,
          today,
        });
        for (const { dogId, problem } of results) {
          const name = some.find(({ _id }) => _id === dogId)?.name ?? "";
          if (problem !== null) refused.push(`${name}: ${problem}`);
        }
      }
      const changed = dogs.length - refused.length;
      if (changed > 0) toast.success(`Status of ${countText(changed)} changed`);
      if (refused.length === 0) onClose();
    } catch (error) {
      refused.push(failureText("Failed to change the status", error));
    }
    setFailures(refused);
    setSaving(false);
  };

  return (
    <SaveDialog
      title={`Change Status of ${countText(dogs.length)} to ${statusLabels[status]}`}
      isSaving={isSaving}
      onClose={onClose}
      saveLabel="Change Status"
      onSave={save}
    >
      {status === "active" ? (
        <p>{countText(dogs.length)} will be recorded as active again.</p>
      ) : (
        <TextField
          label={`${statusLabels[status]} on`}
          required
          type="date"
          max={today}
          value={changedOn}
          onText={setChangedOn}
        />
      )}
      {status === "deceased" ? (
        <Alert variant="warning">
          {countText(dogs.length)} will be recorded as deceased. The records stay in the register, and the age
          stops at the date you gave.
        </Alert>
      ) : null}
      {deceased.length > 0 ? (
        <Alert variant="warning">
          {joinWords(deceased.map(({ name }) => name))} {deceased.length === 1 ? "is" : "are"} recorded as
          deceased, and will be {statusLabels[status].toLowerCase()} instead.
        </Alert>
      ) : null}
      {failures.length > 0 ? (
        <Alert variant="error">
          <ul>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </SaveDialog>
  );
}
