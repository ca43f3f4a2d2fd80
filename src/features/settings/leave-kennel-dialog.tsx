/** Asks before the breeder leaves a kennel. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

/** Renders the question. */
export function LeaveKennelDialog({ onClose }: { onClose: () => void }) {
  const { kennel, kennelId, startLeaving, stopLeaving } = useKennel();
  const me = useLiveQuery(api.accounts.users.me, {});
  const remove = useMutation(api.kennels.members.remove);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const userId = me.data?._id;

  const confirm = async () => {
    if (!userId) return;
    setBusy(true);
    setError(null);
    startLeaving();
    try {
      await remove({ kennelId, userId });
      toast.success(`You left ${kennel.name}`);
    } catch (failure) {
      stopLeaving();
      setError(failureText("Failed to remove user", failure));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Leave ${kennel.name}?`}
      confirmLabel="Leave Kennel"
      busyLabel="Leaving..."
      isBusy={isBusy}
      isConfirmDisabled={!userId}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>You lose access at once. Somebody who manages the team can add you again.</p>
    </ConfirmDialog>
  );
}
