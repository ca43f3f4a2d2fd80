/** Asks for the deletion of a kennel: says what goes and when, and takes its name. Source: decision GAP-KEN-06. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { TextField } from "@/components/text-field";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { KENNEL_DELETION_DAYS } from "@domain/constants/kennels";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders the question with the field for the name. */
export function DeleteKennelDialog({ onClose }: { onClose: () => void }) {
  const { kennel, kennelId } = useKennel();
  const remove = useMutation(api.kennels.kennels.remove);
  const [typedName, setTypedName] = useState("");
  const act = async () => {
    const { dueAt } = await remove({ kennelId, confirmName: typedName.trim() });
    toast.success(`${kennel.name} will be deleted on ${formatDay(localDay(new Date(dueAt)))}`);
    onClose();
  };
  return (
    <ActionQuestion
      title={`Delete ${kennel.name}?`}
      confirmLabel="Delete Kennel"
      busyLabel="Requesting..."
      isConfirmDisabled={typedName.trim() !== kennel.name}
      act={act}
      failureOf={(error) => failureText("Failed to delete kennel", error)}
      onCancel={onClose}
    >
      <p>
        In {KENNEL_DELETION_DAYS} days every dog and record in it is deleted for everybody, with all files and
        backups, and nothing is kept. Until then any owner can keep it, and everyone in it is notified.
      </p>
      <p>
        A backup is created now. Download it under Data &amp; Backup before that day if you might want the
        records again. Your plan belongs to you, not to the kennel, so it continues until you cancel it under
        Billing.
      </p>
      <TextField
        label={`Type ${kennel.name} to confirm`}
        autoComplete="off"
        value={typedName}
        onText={setTypedName}
      />
    </ActionQuestion>
  );
}
