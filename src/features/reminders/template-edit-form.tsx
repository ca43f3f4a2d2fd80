/** Changes one of the kennel's own templates: its name, what a reminder made of it holds, and when that is due. */
import { useEffect, useState } from "react";
import { useMutation } from "convex/react";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { RecordField, RecordFieldsContext } from "@/components/record-form/record-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ReminderTemplate } from "@/entities/reminders/reminder-form";
import { useKennel } from "@/hooks/use-kennel";
import { failureText, showRefusals } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { REMINDER_FIELDS } from "@domain/reminders/record";

const DESCRIBED = { fields: REMINDER_FIELDS, controls: {}, record: null };

/** Renders the form in the place of the template. */
export function TemplateEditForm({ template, onClose }: { template: ReminderTemplate; onClose: () => void }) {
  const { kennelId } = useKennel();
  const update = useMutation(api.reminders.reminderTemplates.update);
  const [failure, setFailure] = useState<string | null>(null);
  const { name, title, reminderType, priority } = template;
  const typed = {
    ...{ name, title, reminderType, priority },
    description: template.description ?? "",
    offsetDays: String(template.offsetDays),
  };
  const form = useForm({ defaultValues: typed });
  const { isSubmitting: isSaving } = form.formState;
  useEffect(() => form.setFocus("name"), [form]);
  const submit = form.handleSubmit(async ({ offsetDays: days, description, ...fields }) => {
    setFailure(null);
    const offsetDays = days.trim() === "" ? -1 : Number(days);
    try {
      await update({
        ...{ kennelId, templateId: template.id, ...fields, offsetDays },
        description: description || null,
      });
      toast.success("Template saved");
      onClose();
    } catch (error) {
      const toField = (field: string) => (field in typed ? (field as keyof typeof typed) : null);
      if (!showRefusals(form, error, toField)) setFailure(failureText("Failed to save template", error));
    }
  });
  return (
    <RecordFieldsContext value={DESCRIBED}>
      <FormProvider {...form}>
        <form
          noValidate
          aria-label={`Edit ${name}`}
          onSubmit={(event) => void submit(event)}
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
      </FormProvider>
    </RecordFieldsContext>
  );
}
