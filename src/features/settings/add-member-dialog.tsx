/** Invites a person by email, with a role and, if wanted, different rights by area. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { DialogForm } from "@/components/dialog-form";
import { FormDialog } from "@/components/form-dialog";
import { TextField } from "@/components/text-field";
import type { Member } from "@/features/settings/team";
import { RightsFields, type Rights } from "@/features/settings/rights-fields";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
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
  const [emailError, setEmailError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  const store = async () => {
    const parsed = newMemberSchema.safeParse({ email, ...rights });
    setFailure(null);
    setEmailError(parsed.success ? undefined : fieldErrorsOf(parsed.error).email);
    if (!parsed.success) return;
    setSaving(true);
    try {
      const member = await add({ kennelId, ...parsed.data });
      toast.success(`${member.email} is invited`);
      onInvited(member);
    } catch (error) {
      setEmailError(getErrorData(error)?.details.fields?.email);
      setFailure(failureText("Failed to add user", error));
      setSaving(false);
    }
  };

  return (
    <FormDialog
      title="Add a Person"
      description="They are invited, and join when they accept, with their own account or by creating one."
      isSaving={isSaving}
      onClose={onClose}
    >
      <DialogForm
        isSaving={isSaving}
        failure={failure}
        saveLabel="Add Person"
        onSave={store}
        onCancel={onClose}
      >
        <TextField
          label="Email"
          required
          error={emailError}
          type="email"
          autoComplete="off"
          value={email}
          onText={(text) => {
            setEmail(text);
            setEmailError(undefined);
          }}
        />
        <RightsFields rights={rights} ownRole={role} own={kennel.permissions} onChange={setRights} />
      </DialogForm>
    </FormDialog>
  );
}
