/** Changes one of the kennel's own templates: its name, its fields, and its due date. */
import { useEffect } from "react";
import { useMutation } from "convex/react";
import { RecordField } from "@/components/record-form/record-field";
import { TypedFields, useTypedForm } from "@/components/record-form/typed-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ReminderTemplate } from "@/entities/reminders/reminder-form";
import { useKennel } from "@/hooks/use-kennel";
import { api } from "@convex/_generated/api";
import { typedNumber } from "@domain/records/typed-form";
import { REMINDER_FIELDS } from "@domain/reminders/record";
import { changedReminderTemplateSchema } from "@domain/reminders/schemas";

/** Renders the form in the template's place. */
export function TemplateEditForm({ template, onClose }: { template: ReminderTemplate; onClose: () => void }) {
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
