/** Asks before a breeding is deleted, which it cannot be while a litter is recorded. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useDeletedToast } from "@/entities/history/deleted-toast";
import { Alert } from "@/components/ui/alert";
import { failureSentence, titleOf } from "@/features/breeding/breeding-words";
import type { Breeding } from "@/features/breeding/types";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

type BreedingDeleteDialogProps = {
  breeding: Breeding | null;
  onDeleted: () => void;
  onClose: () => void;
};

/** Renders the question about the breeding, or nothing. */
export function BreedingDeleteDialog({ breeding, ...rest }: BreedingDeleteDialogProps) {
  return breeding ? <OpenDeleteDialog key={breeding._id} breeding={breeding} {...rest} /> : null;
}

function OpenDeleteDialog({
  breeding,
  onDeleted,
  onClose,
}: BreedingDeleteDialogProps & { breeding: Breeding }) {
  const remove = useMutation(api.breedings.breedings.remove);
  const tellDeleted = useDeletedToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // The server knows of a litter that came after this list was read.
  const [hasLitter, setHasLitter] = useState(breeding.litterId !== null);

  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await remove({ breedingId: breeding._id });
      tellDeleted("Breeding deleted successfully", breeding._id);
      onDeleted();
    } catch (failure) {
      const code = getErrorData(failure)?.code;
      if (code === "NOT_FOUND") onDeleted();
      else if (code === "HAS_LITTERS") setHasLitter(true);
      else setError(failureSentence("Failed to delete breeding. Please try again.", failure));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to delete this breeding record?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      isConfirmDisabled={hasLitter}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="font-semibold text-foreground">{titleOf(breeding)}</p>
      {hasLitter ? (
        <Alert variant="warning">
          This breeding has a litter, so it cannot be deleted. Delete the litter first, or keep the breeding.
        </Alert>
      ) : (
        <p>For 30 days the record and its documents can be brought back from the history.</p>
      )}
    </ConfirmDialog>
  );
}
