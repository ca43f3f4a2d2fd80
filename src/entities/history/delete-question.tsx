/** Asks before a record is deleted that the history can bring back, and tells how that went. Source: decision GAP-HLT-15. */
import type { ReactNode } from "react";
import { ActionQuestion } from "@/components/action-question";
import { useDeletedToast } from "@/entities/history/deleted-toast";
import { isNotFound } from "@/lib/failure-text";

type DeleteQuestionProps = {
  recordId: string;
  title: string;
  /** What it is, and what its deletion means. */
  children?: ReactNode;
  isConfirmDisabled?: boolean;
  remove: () => Promise<unknown>;
  deletedText: string;
  /** Says why it failed; null where the question itself says it. */
  failureOf: (error: unknown) => string | null;
  /** Hears that the record is gone; the question is closed otherwise. */
  onDeleted?: () => unknown;
  onClose: () => void;
};

/** Renders the question; what somebody else has deleted meanwhile counts as deleted. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { recordId, remove, deletedText, failureOf, onClose, onDeleted = onClose, ...question } = props;
  const tellDeleted = useDeletedToast();
  const act = async () => {
    try {
      await remove();
      tellDeleted(deletedText, recordId);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await onDeleted();
  };
  return (
    <ActionQuestion
      {...question}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      act={act}
      failureOf={failureOf}
      onCancel={onClose}
    />
  );
}
