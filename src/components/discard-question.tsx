/** Asks before typed text is discarded. */
import { ConfirmDialog } from "@/components/confirm-dialog";

type DiscardQuestionProps = { isOpen: boolean; onDiscard: () => void; onCancel: () => void };

export function DiscardQuestion({ isOpen, onDiscard, onCancel }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard what you typed?"
      confirmLabel="Discard"
      busyLabel="Discard"
      isBusy={false}
      onConfirm={onDiscard}
      onCancel={onCancel}
    >
      <p>Your changes have not been saved.</p>
    </ConfirmDialog>
  );
}
