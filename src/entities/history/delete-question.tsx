/**
 * Asks before deleting a record that the history can restore, and shows the result. Source: decision GAP-HLT-15.
 */
import type { ReactNode } from "react";
import { ActionQuestion } from "@/components/action-question";
import { useDeletedToast } from "@/entities/history/deleted-toast";
import { failureText, isNotFound } from "@/lib/failure-text";

type DeleteQuestionProps = {
  recordId: string;
  /** For texts that have no property of their own. */
  noun?: string;
  title?: string;
  /** The name of the record, and the consequences of deleting the record. */
  children?: ReactNode;
  isConfirmDisabled?: boolean;
  remove: () => Promise<unknown>;
  deletedText?: string;
  /** Null if the question itself shows the reason. */
  failureOf?: (error: unknown) => string | null;
  /** By default, the question closes. */
  onDeleted?: () => unknown;
  onClose: () => void;
};

/** If somebody else has already deleted the record, the action succeeds. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { recordId, noun = "record", remove, onClose, onDeleted = onClose, ...given } = props;
  const {
    title = `Delete this ${noun}?`,
    deletedText = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted`,
    failureOf = (error: unknown) => failureText(`Failed to delete ${noun}`, error),
    ...question
  } = given;
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
      title={title}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      act={act}
      failureOf={failureOf}
      onCancel={onClose}
    />
  );
}
