/** Invites a person by email, with a role and, if wanted, different rights by area. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import type { Member } from "@/features/settings/team";
import { RightsFields, type Rights } from "@/features/settings/rights-fields";
import { useKennel } from "@/hooks/use-kennel";
import { always, useSaving } from "@/hooks/use-saving";
import { newMemberSchema } from "@domain/schemas/member";
import { fieldErrorsOf } from "@domain/schemas/parse";
import { api } from "@convex/_generated/api";

type AddMemberDialogProps = { onClose: () => void; onInvited: (member: Member) => void };

/** Renders the dialog. */
export function AddMemberDialog({ onClose, onInvited }: AddMemberDialogProps) {
  const { kennelId, kennel, role } = useKennel();
  const add = useMutation(api.kennels.members.add);
  const [email, setEmail] = useState("");
  const [rights, setRights] = useState<Rights>({ role: "viewer", permissions: {} });
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();

  const store = async () => {
    const parsed = newMemberSchema.safeParse({ email, ...rights });
    check(parsed.success ? {} : fieldErrorsOf(parsed.error));
    if (!parsed.success) return;
    await save(async () => {
      const member = await add({ kennelId, ...parsed.data });
      toast.success(`${member.email} is invited`);
      onInvited(member);
    }, always("Failed to add user"));
  };

  return (
    <SaveDialog
      title="Add a Person"
      description="They are invited, and join when they accept, with their own account or by creating one."
      isSaving={isSaving}
      onClose={onClose}
      failure={failure}
      saveLabel="Add Person"
      onSave={store}
    >
      <TextField
        label="Email"
        required
        error={errors.email}
        type="email"
        autoComplete="off"
        value={email}
        onText={(text) => {
          setEmail(text);
          setErrors({});
        }}
      />
      <RightsFields rights={rights} ownRole={role} own={kennel.permissions} onChange={setRights} />
    </SaveDialog>
  );
}
