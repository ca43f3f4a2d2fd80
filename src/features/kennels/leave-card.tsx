/**
 * Leaves the kennel, deletes it or cancels the deletion. Also shows the copies of kennels that were deleted
 * earlier.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { TextField } from "@/components/text-field";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { KeepKennelButton } from "@/features/kennels/keep-kennel-button";
import { RemovedKennels } from "@/features/kennels/removed-kennels";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { KENNEL_DELETION_DAYS } from "@domain/kennels/rules";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";

export function LeaveCard() {
  const { kennel, role } = useKennel();
  const [dialog, setDialog] = useState<"leave" | "delete" | null>(null);
  const close = () => setDialog(null);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Leave or delete</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-64 text-muted-foreground">
            Leaving ends your own access to {kennel.name}. The last owner cannot leave.
          </p>
          <Button variant="outline" onClick={() => setDialog("leave")}>
            Leave Kennel
          </Button>
        </div>
        {kennel.deletesAt !== undefined ? (
          <WaitingDeletion deletesAt={kennel.deletesAt} canKeep={role === "owner"} />
        ) : role === "owner" ? (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
            <p className="min-w-0 flex-1 basis-64 text-muted-foreground">
              The kennel is deleted for everybody, with everything in it, {KENNEL_DELETION_DAYS} days after
              you ask. Until then, any owner can cancel the deletion.
            </p>
            <Button variant="destructive" onClick={() => setDialog("delete")}>
              Delete Kennel
            </Button>
          </div>
        ) : null}
        <RemovedKennels />
      </CardContent>
      {dialog === "leave" ? <LeaveKennelDialog onClose={close} /> : null}
      {dialog === "delete" ? <DeleteKennelDialog onClose={close} /> : null}
    </Card>
  );
}

type WaitingDeletionProps = { deletesAt: number; canKeep: boolean };

function WaitingDeletion({ deletesAt, canKeep }: WaitingDeletionProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-destructive/40 bg-destructive/5 px-4 py-3">
      <p className="min-w-0 flex-1 basis-56">
        This kennel will be deleted on <strong>{formatDay(localDay(new Date(deletesAt)))}</strong>
        {canKeep
          ? ". Download a backup under Data & Backup until then, if you may want its records again."
          : ", unless an owner keeps it."}
      </p>
      {canKeep ? <KeepKennelButton /> : null}
    </div>
  );
}

function LeaveKennelDialog({ onClose }: { onClose: () => void }) {
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

/** Asks for the kennel's name as a confirmation. Source: decision GAP-KEN-06. */
function DeleteKennelDialog({ onClose }: { onClose: () => void }) {
  const { kennel, kennelId } = useKennel();
  const remove = useMutation(api.kennels.kennels.remove);
  const [typedName, setTypedName] = useState("");
  const act = async () => {
    const { dueAt } = await remove({ kennelId, confirmName: typedName.trim() });
    toast.success(`${kennel.name} will be deleted on ${formatDay(localDay(new Date(dueAt)))}`);
    onClose();
  };
  return (
    <ActionQuestion
      title={`Delete ${kennel.name}?`}
      confirmLabel="Delete Kennel"
      busyLabel="Requesting..."
      isConfirmDisabled={typedName.trim() !== kennel.name}
      act={act}
      failureOf={(error) => failureText("Failed to delete kennel", error)}
      onCancel={onClose}
    >
      <p>
        In {KENNEL_DELETION_DAYS} days every dog and record in it is deleted for everybody and for good, with
        all files and backups. Until then, any owner can cancel. Everyone in the kennel gets a message.
      </p>
      <p>
        A backup is created now. Download it under Data &amp; Backup before that day if you might want the
        records again. Your plan belongs to you, not to the kennel, so it continues until you cancel it under
        Billing.
      </p>
      <TextField
        label={`Type ${kennel.name} to confirm`}
        autoComplete="off"
        value={typedName}
        onText={setTypedName}
      />
    </ActionQuestion>
  );
}
