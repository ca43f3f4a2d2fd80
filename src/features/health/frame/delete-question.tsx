/** Asks before something of health is deleted, and tells how that went. Source: decision GAP-HLT-15. */
import { useState, type ReactNode } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useDeletedToast } from "@/entities/history/deleted-toast";
import { getErrorData } from "@domain/errors";

type DeleteQuestionProps = {
  recordId: string;
  title: string;
  /** What it is, and what its deletion means. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  deletedText: string;
  failedText: string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Renders the question; what somebody else has deleted meanwhile counts as deleted. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { recordId, title, children, remove, deletedText, failedText, onDeleted, onClose } = props;
  const tellDeleted = useDeletedToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await remove();
      tellDeleted(deletedText, recordId);
      onDeleted();
    } catch (failure) {
      if (getErrorData(failure)?.code === "NOT_FOUND") onDeleted();
      else setError(failedText);
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
