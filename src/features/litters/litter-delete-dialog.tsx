/** Asks before a litter is deleted, with the number of its puppies. Source: decision GAP-LIT-06. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { useNavigate } from "@/lib/router";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useDeletedToast } from "@/entities/history/deleted-toast";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { littersPath } from "@/features/litters/litter-paths";
import type { Litter } from "@/features/litters/types";

/** Renders the question. */
export function LitterDeleteDialog({ litter, onClose }: { litter: Litter; onClose: () => void }) {
  const remove = useMutation(api.litters.litters.remove);
  const tellDeleted = useDeletedToast();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { length } = litter.puppies;
  const sold = litter.puppies.filter(({ status }) => status === "sold").length;
  const confirm = async () => {
    setBusy(true);
    try {
      await remove({ litterId: litter._id, isConfirmed: true });
      tellDeleted("Litter deleted", litter._id);
      await navigate(littersPath, { replace: true });
    } catch (failure) {
      setError(failureText("Failed to delete the litter", failure));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title="Delete this litter?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      isConfirmDisabled={sold > 0}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {sold > 0 ? (
        <p>
          {sold === 1 ? "One of its puppies is" : `${sold} of its puppies are`} sold, so the litter cannot be
          deleted.
        </p>
      ) : (
        <p>
          {length === 0
            ? "It has no recorded puppies."
            : `${length === 1 ? "Its puppy is" : `Its ${length} puppies are`} deleted too, with weights and health checks.`}{" "}
          For 30 days it can be brought back from the history.
        </p>
      )}
    </ConfirmDialog>
  );
}
