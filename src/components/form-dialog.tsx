/**
 * A dialog with a small form of its own. Escape, the corner and a tap beside it ask before typed text is thrown away, and
 * it stays while something is saved; without a connection it says what becomes of that.
 * Records that several people change have components/record-form/record-form-dialog.tsx.
 */
import type { ComponentProps } from "react";
import { Alert } from "@/components/ui/alert";
import { DialogHead, type DialogHeadProps } from "@/components/titled-dialog";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useLeaveQuestion } from "@/components/use-leave-question";
import { useConnectionLost } from "@/hooks/use-connection-lost";

type FormDialogProps = Partial<DialogHeadProps> &
  Omit<ComponentProps<typeof DialogContent>, "title" | "onFocus" | "onInteractOutside"> & {
    isSaving?: boolean;
    onClose: () => void;
  };

/** Renders the open dialog; a Cancel button of its own closes it without a question. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, isSaving = false, onClose, children, ...content } = props;
  const { remember, leave, question } = useLeaveQuestion(onClose);
  return (
    <>
      <Dialog open onOpenChange={(isOpen) => (isOpen || isSaving ? undefined : leave())}>
        <DialogContent
          {...(title && !description && { "aria-describedby": undefined })}
          {...content}
          onFocusCapture={remember}
        >
          {title ? <DialogHead title={title} description={description} /> : null}
          {children}
          {isSaving ? <OfflineNote /> : null}
        </DialogContent>
      </Dialog>
      {question}
    </>
  );
}

/** Says what becomes of what is being saved while the server cannot be reached. */
function OfflineNote() {
  if (!useConnectionLost()) return null;
  return (
    <Alert variant="warning" className="mx-5 mb-4 shrink-0">
      The connection is down. What you typed is saved as soon as it is back. Keep this open until then.
    </Alert>
  );
}
