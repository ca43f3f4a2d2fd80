/** Leaving the kennel, deleting it, and the copies kept of deleted ones. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { DeleteKennelDialog } from "@/features/settings/delete-kennel-dialog";
import { LeaveKennelDialog } from "@/features/settings/leave-kennel-dialog";
import { RemovedKennels } from "@/features/settings/removed-kennels";
import { useKennel } from "@/hooks/use-kennel";

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
        {role === "owner" ? (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
            <p className="min-w-0 flex-1 basis-64 text-muted-foreground">
              Deleting removes the kennel with everything in it, for everybody.
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
