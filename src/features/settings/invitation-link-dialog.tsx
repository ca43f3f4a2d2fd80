/** An invitation that waits: its link to copy, sending it again, and taking back an offer of ownership. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { TitledDialog } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { TextField } from "@/components/text-field";
import { Skeleton } from "@/components/ui/skeleton";
import type { Member } from "@/features/settings/team";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { INVITATION_DAYS } from "@domain/constants/kennels";
import { api } from "@convex/_generated/api";

type InvitationLinkDialogProps = { member: Member; onClose: () => void };

/** Renders the dialog. */
export function InvitationLinkDialog({ member, onClose }: InvitationLinkDialogProps) {
  const { kennelId } = useKennel();
  const invitationId = member.waiting?.invitationId ?? "";
  const link = useLiveQuery(api.kennels.invitations.link, { kennelId, invitationId });
  const isMailed = useLiveQuery(api.mail.accountMails.isDelivered, {}).data === true;
  const renew = useMutation(api.kennels.invitations.renew);
  const withdraw = useMutation(api.kennels.members.remove);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      toast.success(done);
      onClose();
    } catch (error) {
      setFailure(failureText("Failed to save user", error));
      setBusy(false);
    }
  };
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Link copied");
    } catch {
      setFailure("The link could not be copied. Select it and copy it yourself.");
    }
  };

  return (
    <TitledDialog
      title={member.isInvited ? "Invitation" : "Offer of Ownership"}
      description={
        isMailed
          ? `A message with the link was sent to ${member.email}.`
          : `This server cannot send email. Send the link to ${member.email} yourself.`
      }
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        {link.status === "loading" ? (
          <Skeleton className="h-11" />
        ) : link.data ? (
          <TextField
            label="Link"
            helper={
              member.isInvited
                ? `Anybody who opens it can accept, for ${INVITATION_DAYS} days. Give it to nobody else.`
                : `Only ${member.name} can accept, for ${INVITATION_DAYS} days, with this link or in Studbook.`
            }
            readOnly
            value={link.data ?? ""}
            onFocus={(event) => event.target.select()}
          />
        ) : (
          <Alert variant="info">
            This server cannot create links. The invitation appears in Studbook when {member.email} signs in.
          </Alert>
        )}
        {failure ? <Alert variant="error">{failure}</Alert> : null}
      </DialogBody>
      <DialogFooter>
        {member.isInvited ? null : (
          <Button
            variant="outline"
            disabled={isBusy}
            onClick={() => void run(() => withdraw({ kennelId, invitationId }), "Offer withdrawn")}
          >
            Withdraw
          </Button>
        )}
        <Button
          variant="outline"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => renew({ kennelId, invitationId }),
              isMailed
                ? "Invitation sent again"
                : `The invitation is valid for another ${INVITATION_DAYS} days`,
            )
          }
        >
          {isMailed ? "Send Again" : "Renew"}
        </Button>
        {link.data ? (
          <Button disabled={isBusy} onClick={() => void copy(link.data ?? "")}>
            Copy Link
          </Button>
        ) : null}
      </DialogFooter>
    </TitledDialog>
  );
}
