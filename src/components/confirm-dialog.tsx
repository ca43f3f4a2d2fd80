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
  /** The style of the confirming button, by default destructive. "unlikely" makes canceling the main button. */
  tone?: "destructive" | "default" | "unlikely";
  cancelLabel?: string;
  error?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, busyLabel, isBusy, error, onConfirm, onCancel } = props;
  const { tone = "destructive", cancelLabel = "Cancel" } = props;
  const isUnlikely = tone === "unlikely";
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
        <AlertDialogFooter className={isUnlikely ? "flex-row-reverse sm:justify-start" : undefined}>
          <AlertDialogCancel asChild>
            <Button variant={isUnlikely ? "default" : "outline"} disabled={isBusy}>
              {cancelLabel}
            </Button>
          </AlertDialogCancel>
          <Button
            variant={isUnlikely ? "outline" : tone}
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
