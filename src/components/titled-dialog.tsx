/** A dialog that shows something: its title, and a way to close it. Forms have components/form-dialog.tsx. */
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

/** Renders the title, and what is said below it. */
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
    /** While something is done, it stays. */
    isBusy?: boolean;
    onClose: () => void;
  };

/** Renders the open dialog. */
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

/** Renders what stands in a dialog's place while its record loads, and where it cannot be shown. */
export function DialogNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <DialogHead title={title} />
      <DialogBody>{children}</DialogBody>
    </>
  );
}
