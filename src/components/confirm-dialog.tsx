/**
 * Asks before something destructive or unusual. The question stays open while the action runs, and shows the reason
 * if the action fails.
 */
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  busyLabel: string;
  isBusy: boolean;
  isConfirmDisabled?: boolean;
  /** The style of the confirming button, by default destructive. */
  tone?: "destructive" | "default";
  error?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, busyLabel, isBusy, error, onConfirm, onCancel } = props;
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => (open || isBusy ? undefined : onCancel())}>
      <AlertDialogContent {...(children ? {} : { "aria-describedby": undefined })}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        {children ? (
          <AlertDialogDescription asChild>
            <div className="flex flex-col gap-3">{children}</div>
          </AlertDialogDescription>
        ) : null}
        {error ? <Alert variant="error">{error}</Alert> : null}
        <AlertDialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline" disabled={isBusy}>
              Cancel
            </Button>
          </AlertDialogCancel>
          <Button
            variant={props.tone ?? "destructive"}
            onClick={onConfirm}
            disabled={isBusy || props.isConfirmDisabled === true}
          >
            {isBusy ? busyLabel : confirmLabel}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
