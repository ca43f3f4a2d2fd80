/**
 * The reminder templates: the kennel's own templates, which can be changed and deleted, and the built-in ones. New
 * templates are created from the reminder's form.
 */
import { useState, useEffect } from "react";
import { useMutation } from "convex/react";
import { Pencil, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormDialog } from "@/components/form-dialog";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { DialogBody } from "@/components/ui/dialog";
import { useDeletedToast } from "@/entities/history/deleted-toast";
import type { ReminderTemplate } from "@/entities/reminders/reminder-form";
import { useFocusBack } from "@/hooks/use-focus-back";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { reminderTypeLabels } from "@domain/reminders/words";
import { RecordField } from "@/components/record-form/record-field";
import { TypedFields, useTypedForm } from "@/components/record-form/typed-dialog";
import { Alert } from "@/components/ui/alert";
import { typedNumber } from "@domain/records/typed-form";
import { REMINDER_FIELDS } from "@domain/reminders/record";
import { changedReminderTemplateSchema } from "@domain/reminders/schemas";

type TemplatesDialogProps = {
  onUse: (template: ReminderTemplate) => void;
  onClose: () => void;
};

export function TemplatesDialog({ onUse, onClose }: TemplatesDialogProps) {
  const { kennelId } = useKennel();
  const templates = useLiveQuery(api.reminders.reminderTemplates.list, { kennelId });
  return (
    <FormDialog
      title="Reminder Templates"
      description="A new reminder can start from any of these."
      size="md"
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-6">
        <Loaded query={templates} failureText="Failed to load templates" height="h-48">
          {(data) => <TemplateLists templates={data} onUse={onUse} />}
        </Loaded>
      </DialogBody>
    </FormDialog>
  );
}

type TemplateListsProps = Pick<TemplatesDialogProps, "onUse"> & { templates: readonly ReminderTemplate[] };

function TemplateLists({ templates, onUse }: TemplateListsProps) {
  const own = templates.filter(({ isBuiltIn }) => !isBuiltIn);
  const builtIn = templates.filter(({ isBuiltIn }) => isBuiltIn);
  return (
    <>
      <section aria-label="Your templates" className="flex flex-col gap-2">
        <h3 className="font-semibold">Your templates</h3>
        {own.length === 0 ? (
          <p className="text-muted-foreground">
            None yet. Fill in a reminder and choose “Save as Template” to keep it here.
          </p>
        ) : (
          <ul className="flex flex-col divide-y">
            {own.map((template) => (
              <li key={template.id} className="py-2">
                <OwnTemplate template={template} onUse={() => onUse(template)} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Built-in templates" className="flex flex-col gap-2">
        <h3 className="font-semibold">Built-in templates</h3>
        <ul className="flex flex-col divide-y">
          {builtIn.map((template) => (
            <li key={template.id} className="flex items-center justify-between gap-3 py-2">
              <TemplateWords template={template} />
              <UseTemplateButton name={template.name} onUse={() => onUse(template)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Asks for a confirmation before a template is deleted. */
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

function OwnTemplate({ template, onUse }: { template: ReminderTemplate; onUse: () => void }) {
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

const dueText = (days: number): string =>
  days === 0 ? "due on the same day" : days === 1 ? "due a day later" : `due ${days} days later`;

function TemplateWords({ template }: { template: ReminderTemplate }) {
  const { name, title, reminderType, offsetDays } = template;
  return (
    <div className="min-w-0 flex-1">
      <p className="font-semibold break-words">{name}</p>
      <p className="text-sm break-words text-muted-foreground">
        {title === name ? "" : `${title} · `}
        {reminderTypeLabels[reminderType]} · {dueText(offsetDays)}
      </p>
    </div>
  );
}

function UseTemplateButton({ name, onUse }: { name: string; onUse: () => void }) {
  return (
    <Button variant="outline" size="sm" aria-label={`Use ${name} for a new reminder`} onClick={onUse}>
      Use
    </Button>
  );
}

function TemplateEditForm({ template, onClose }: { template: ReminderTemplate; onClose: () => void }) {
  const { kennelId } = useKennel();
  const update = useMutation(api.reminders.reminderTemplates.update);
  const { name, title, reminderType, priority } = template;
  const { form, failure, isSaving, submit } = useTypedForm(
    {
      schema: changedReminderTemplateSchema,
      typed: {
        ...{ name, title, reminderType, priority },
        description: template.description ?? "",
        offsetDays: String(template.offsetDays),
      },
      toServer: ({ offsetDays, ...typed }) => ({ ...typed, offsetDays: typedNumber(offsetDays) ?? -1 }),
      send: async ({ description = null, ...fields }) =>
        await update({ kennelId, templateId: template.id, ...fields, description }),
      doneText: "Template saved",
      failedText: "Failed to save template",
    },
    onClose,
  );
  useEffect(() => form.setFocus("name"), [form]);
  return (
    <TypedFields form={form} fields={REMINDER_FIELDS}>
      <form
        noValidate
        aria-label={`Edit ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="grid gap-3 sm:grid-cols-2"
      >
        <RecordField name="name" label="Name" required className="sm:col-span-2" />
        <RecordField name="title" className="sm:col-span-2" />
        <RecordField name="reminderType" />
        <RecordField name="priority" />
        <RecordField
          name="offsetDays"
          label="Days until due"
          required
          helper="Counted from the day a reminder is created from it"
          className="sm:col-span-2"
          inputMode="numeric"
        />
        <RecordField name="description" />
        {failure ? (
          <Alert variant="error" className="sm:col-span-2">
            {failure}
          </Alert>
        ) : null}
        <div className="flex justify-end gap-2 sm:col-span-2">
          <Button variant="outline" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSaving}>
            {isSaving ? "Saving..." : "Save Template"}
          </Button>
        </div>
      </form>
    </TypedFields>
  );
}
