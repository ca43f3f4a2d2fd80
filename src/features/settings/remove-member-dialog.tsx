/** Asks before a person is taken out of the team. */
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { personOf, type Member } from "@/features/settings/team";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

/** Renders the question. */
export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { kennelId } = useKennel();
  const remove = useMutation(api.kennels.members.remove);
  const name = member.isInvited ? member.email : member.name;
  const act = async () => {
    await remove({ kennelId, ...personOf(member) });
    toast.success(member.isInvited ? "Invitation withdrawn" : `${name} was removed`);
    onClose();
  };
  return (
    <ActionQuestion
      title={member.isInvited ? `Withdraw the invitation of ${name}?` : `Remove ${name} from the kennel?`}
      confirmLabel={member.isInvited ? "Withdraw" : "Remove"}
      busyLabel={member.isInvited ? "Withdrawing..." : "Removing..."}
      act={act}
      failureOf={(error) => failureText("Failed to remove user", error)}
      onCancel={onClose}
    >
      <p>
        {member.isInvited
          ? "Its link stops working at once."
          : "They lose access at once, also on pages they have open. What they recorded stays."}
      </p>
    </ActionQuestion>
  );
}
