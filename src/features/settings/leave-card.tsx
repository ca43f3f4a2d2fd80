/** Leaving the kennel, deleting it, keeping it after all, and the copies kept of those deleted earlier. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { DeleteKennelDialog } from "@/features/settings/delete-kennel-dialog";
import { KeepKennelButton } from "@/features/settings/keep-kennel-button";
import { LeaveKennelDialog } from "@/features/settings/leave-kennel-dialog";
import { RemovedKennels } from "@/features/settings/removed-kennels";
import { useKennel } from "@/hooks/use-kennel";
import { KENNEL_DELETION_DAYS } from "@domain/constants/kennels";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";

/** Renders the card. */
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
              Deleting removes the kennel with everything in it, for everybody, {KENNEL_DELETION_DAYS} days
              after you ask for it. Until then an owner can keep it.
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
