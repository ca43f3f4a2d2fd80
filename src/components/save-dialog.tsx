/** A dialog that is one small form: its fields, Save and Cancel. */
import type { ComponentProps } from "react";
import { DialogForm } from "@/components/dialog-form";
import { FormDialog } from "@/components/form-dialog";

type SaveDialogProps = Omit<ComponentProps<typeof DialogForm>, "onCancel"> &
  Pick<ComponentProps<typeof FormDialog>, "title" | "description" | "size" | "onClose">;

export function SaveDialog({ title, description, size, onClose, ...form }: SaveDialogProps) {
  return (
    <FormDialog
      title={title}
      description={description}
      size={size}
      isSaving={form.isSaving}
      onClose={onClose}
    >
      <DialogForm {...form} onCancel={onClose} />
    </FormDialog>
  );
}
