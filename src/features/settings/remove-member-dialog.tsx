/** Asks before a person is taken out of the team. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { personOf, type Member } from "@/features/settings/team";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

/** Renders the question. */
export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { kennelId } = useKennel();
  const remove = useMutation(api.kennels.members.remove);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const name = member.isInvited ? member.email : member.name;

  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await remove({ kennelId, ...personOf(member) });
      toast.success(member.isInvited ? "Invitation withdrawn" : `${name} was removed`);
      onClose();
    } catch (failure) {
      setError(failureText("Failed to remove user", failure));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={member.isInvited ? `Withdraw the invitation of ${name}?` : `Remove ${name} from the kennel?`}
      confirmLabel={member.isInvited ? "Withdraw" : "Remove"}
      busyLabel={member.isInvited ? "Withdrawing..." : "Removing..."}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {member.isInvited
          ? "Its link stops working at once."
          : "They lose access at once, also on pages they have open. What they recorded stays."}
      </p>
    </ConfirmDialog>
  );
}
