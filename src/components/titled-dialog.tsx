/** A dialog for reading: a title, the content and a close button. Forms use components/form-dialog.tsx. */
import type { ComponentProps, ReactNode } from "react";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";

export type DialogHeadProps = { title: ReactNode; description?: ReactNode };

export function DialogHead({ title, description }: DialogHeadProps) {
  return (
    <DialogHeader>
      <DialogTitle>{title}</DialogTitle>
      {description ? <DialogDescription className="break-words">{description}</DialogDescription> : null}
    </DialogHeader>
  );
}

type TitledDialogProps = DialogHeadProps &
  Omit<ComponentProps<typeof DialogContent>, "title"> & {
    /** A running action keeps the dialog open. */
    isBusy?: boolean;
    onClose: () => void;
  };

export function TitledDialog(props: TitledDialogProps) {
  const { title, description, isBusy = false, onClose, children, ...content } = props;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen || isBusy ? undefined : onClose())}>
      <DialogContent {...content} {...(!description && { "aria-describedby": undefined })}>
        <DialogHead title={title} description={description} />
        {children}
      </DialogContent>
    </Dialog>
  );
}

/** Shown while the record loads, and if the record cannot be shown. */
export function DialogNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <DialogHead title={title} />
      <DialogBody>{children}</DialogBody>
    </>
  );
}
