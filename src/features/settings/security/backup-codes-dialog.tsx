/**
 * The dialog that shows new backup codes, this once. Escape, the corner, Back and a tap beside it ask first: codes that
 * are closed by a slip are gone.
 */
import { useState } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { DialogHead } from "@/components/titled-dialog";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { BackupCodes } from "@/features/settings/security/backup-codes";

type BackupCodesDialogProps = {
  title: string;
  description: string;
  codes: readonly string[];
  onClose: () => void;
};

/** Renders the open dialog. */
export function BackupCodesDialog({ title, description, codes, onClose }: BackupCodesDialogProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : setAsking(true))}>
        <DialogContent>
          <DialogHead title={title} description={description} />
          <DialogBody>
            <BackupCodes codes={codes} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>I Have Saved Them</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        title="Close without saving the codes?"
        confirmLabel="Close Anyway"
        busyLabel="Close Anyway"
        isBusy={false}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        <p>They are not shown again. Without them and your app, nobody can let you in.</p>
      </ConfirmDialog>
    </>
  );
}
