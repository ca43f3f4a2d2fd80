/** The form in a dialog: its fields, the reason if saving failed, and the buttons. */
import type { FormEvent, ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";

type DialogFormProps = {
  /** The layout of the fields. By default they are below one another. */
  className?: string;
  isSaving: boolean;
  isSaveDisabled?: boolean;
  failure?: string | null;
  saveLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  actions?: ReactNode;
  onSave: () => unknown;
  onCancel: () => void;
  children: ReactNode;
};

export function DialogForm(props: DialogFormProps) {
  const { className = "flex flex-col gap-4", isSaving, failure, actions, onSave, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In the component tree, the dialog may be inside another form, which must not be submitted.
    event.stopPropagation();
    void onSave();
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody className={className}>
        {children}
        {failure ? (
          <Alert variant="error" className="col-span-full">
            {failure}
          </Alert>
        ) : null}
      </DialogBody>
      <DialogFooter>
        {actions}
        <Button variant="outline" onClick={props.onCancel} disabled={isSaving}>
          {props.cancelLabel ?? "Cancel"}
        </Button>
        <Button type="submit" disabled={isSaving || props.isSaveDisabled === true}>
          {isSaving ? (props.busyLabel ?? "Saving...") : props.saveLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
