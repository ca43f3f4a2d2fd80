/** One of the kennel's own templates in the list: it can be changed in its place, and deleted after a question. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Pencil, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useDeletedToast } from "@/entities/history/deleted-toast";
import type { ReminderTemplate } from "@/entities/reminders/reminder-form-values";
import { Button } from "@/components/ui/button";
import { TemplateEditForm } from "@/features/reminders/template-edit-form";
import { TemplateWords } from "@/features/reminders/template-words";
import { UseTemplateButton } from "@/features/reminders/use-template-button";
import { useFocusBack } from "@/hooks/use-focus-back";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

/** Returns the question before a template is deleted. */
function useRemoveTemplate({ id: templateId, name }: ReminderTemplate) {
  const { kennelId } = useKennel();
  const remove = useMutation(api.reminders.reminderTemplates.remove);
  const tellDeleted = useDeletedToast();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await remove({ kennelId, templateId });
      tellDeleted("Template deleted", templateId);
    } catch (error) {
      toast.error(failureText("Failed to delete template", error));
    }
    setBusy(false);
    setAsking(false);
  };
  const question = (
    <ConfirmDialog
      isOpen={isAsking}
      title={`Delete the template “${name}”?`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={() => setAsking(false)}
    >
      <p>Reminders created from it stay.</p>
    </ConfirmDialog>
  );
  return { ask: () => setAsking(true), question };
}

/** Renders the template. */
export function OwnTemplate({ template, onUse }: { template: ReminderTemplate; onUse: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useFocusBack(isEditing);
  const { ask, question } = useRemoveTemplate(template);
  if (isEditing) return <TemplateEditForm template={template} onClose={() => setEditing(false)} />;
  return (
    <div className="flex items-center gap-1">
      <TemplateWords template={template} />
      <UseTemplateButton name={template.name} onUse={onUse} />
      <Button
        ref={editButton}
        variant="ghost"
        size="icon"
        aria-label={`Edit ${template.name}`}
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Delete ${template.name}`} onClick={ask}>
        <Trash2 aria-hidden />
      </Button>
      {question}
    </div>
  );
}
