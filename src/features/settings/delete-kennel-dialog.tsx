/** Deletes a kennel after its name was typed. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { REMOVED_KENNEL_BACKUP_DAYS } from "../../../domain/constants/kennels";
import { api } from "../../../convex/_generated/api";

/** Renders the question with the field for the name. */
export function DeleteKennelDialog({ onClose }: { onClose: () => void }) {
  const { kennel, kennelId, startLeaving, stopLeaving } = useKennel();
  const remove = useMutation(api.kennels.remove);
  const [typedName, setTypedName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const confirm = async () => {
    setBusy(true);
    setError(null);
    startLeaving();
    try {
      await remove({ kennelId, confirmName: typedName.trim() });
      toast.success(`${kennel.name} was deleted`);
    } catch (failure) {
      stopLeaving();
      setError(failureText("Failed to delete kennel", failure));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${kennel.name}?`}
      confirmLabel="Delete Kennel"
      busyLabel="Deleting..."
      isBusy={isBusy}
      isConfirmDisabled={typedName.trim() !== kennel.name}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        Every dog and record in it is deleted for everybody. A copy is made first and kept for you for{" "}
        {REMOVED_KENNEL_BACKUP_DAYS} days.
      </p>
      <FormField label={`Type ${kennel.name} to confirm`}>
        {(props) => (
          <Input
            {...props}
            autoComplete="off"
            value={typedName}
            onChange={(event) => setTypedName(event.target.value)}
          />
        )}
      </FormField>
    </ConfirmDialog>
  );
}
