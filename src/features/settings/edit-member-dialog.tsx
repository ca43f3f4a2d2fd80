/** Changes what a person of the team may do. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { TitledDialog } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { RightsFields, type Rights } from "@/features/settings/rights-fields";
import { personOf, type Member } from "@/features/settings/team";
import { useKennel } from "@/hooks/use-kennel";
import { always, useSaving } from "@/hooks/use-saving";
import { api } from "@convex/_generated/api";

/** Renders the dialog. */
export function EditMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { kennelId, kennel, role } = useKennel();
  const update = useMutation(api.kennels.members.update);
  const [rights, setRights] = useState<Rights>({ role: member.role, permissions: member.permissions });
  const { failure, isSaving, save } = useSaving();

  const store = async () =>
    await save(async () => {
      await update({ kennelId, ...personOf(member), ...rights });
      toast.success(
        rights.role === "owner" && member.role !== "owner" && !member.isInvited
          ? `${member.name} is asked to become an owner`
          : "Role changed",
      );
      onClose();
    }, always("Failed to save user"));

  return (
    <TitledDialog title="Change Role" description={member.email} onClose={onClose}>
      <DialogBody className="flex flex-col gap-4">
        <RightsFields rights={rights} ownRole={role} own={kennel.permissions} onChange={setRights} />
        {failure ? <Alert variant="error">{failure}</Alert> : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void store()} disabled={isSaving}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </DialogFooter>
    </TitledDialog>
  );
}
