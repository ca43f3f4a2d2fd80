/**
 * A dialog with a small form. Escape, the close button and a tap beside the dialog ask before typed text is
 * discarded. The dialog stays open while saving. Without a connection it says what happens to the text. Records
 * that several people edit use components/record-form/record-form-dialog.tsx.
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

/** The Cancel button closes the dialog without a question. */
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

function OfflineNote() {
  if (!useConnectionLost()) return null;
  return (
    <Alert variant="warning" className="mx-5 mb-4 shrink-0">
      The connection is down. What you typed is saved as soon as it is back. Keep this open until then.
    </Alert>
  );
}
