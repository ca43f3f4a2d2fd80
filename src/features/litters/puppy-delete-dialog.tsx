/** Asks before a puppy's record is deleted, with what goes along. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useDeletedToast } from "@/entities/history/deleted-toast";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { puppyName } from "@domain/litters/labels";
import type { Puppy } from "@/features/litters/types";

/** Renders the question. */
export function PuppyDeleteDialog({ puppy, onClose }: { puppy: Puppy; onClose: () => void }) {
  const remove = useMutation(api.litters.puppies.remove);
  const tellDeleted = useDeletedToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    try {
      await remove({ puppyId: puppy._id });
      tellDeleted("Puppy deleted", puppy._id);
      onClose();
    } catch (failure) {
      setError(failureText("Failed to delete the puppy", failure));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${puppyName(puppy)}?`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        Its weights and health checks are deleted too, and the litter then has one puppy fewer. For 30 days it
        can be brought back from the history.
      </p>
    </ConfirmDialog>
  );
}
