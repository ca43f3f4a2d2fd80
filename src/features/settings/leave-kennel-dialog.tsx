/** Asks before the breeder leaves a kennel. */
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

/** Renders the question. */
export function LeaveKennelDialog({ onClose }: { onClose: () => void }) {
  const { kennel, kennelId, startLeaving, stopLeaving } = useKennel();
  const me = useLiveQuery(api.accounts.users.me, {});
  const remove = useMutation(api.kennels.members.remove);
  const userId = me.data?._id;
  const act = async () => {
    if (!userId) return;
    startLeaving();
    await remove({ kennelId, userId });
    toast.success(`You left ${kennel.name}`);
  };
  const failureOf = (error: unknown) => {
    stopLeaving();
    return failureText("Failed to remove user", error);
  };
  return (
    <ActionQuestion
      title={`Leave ${kennel.name}?`}
      confirmLabel="Leave Kennel"
      busyLabel="Leaving..."
      isConfirmDisabled={!userId}
      act={act}
      failureOf={failureOf}
      onCancel={onClose}
    >
      <p>You lose access at once. Somebody who manages the team can add you again.</p>
    </ActionQuestion>
  );
}
