/** Changes one of the kennel's own templates: its name, what a reminder made of it holds, and when that is due. */
import { useEffect, useRef, useState, type ComponentProps, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import type { ReminderTemplate } from "@/entities/reminders/reminder-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { LongTextField, TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { useKennel } from "@/hooks/use-kennel";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { reminderPriorityLabels, reminderTypeLabels } from "@domain/reminders/words";
import { api } from "@convex/_generated/api";

/** The form's fields as typed. */
type Typed = Record<"name" | "title" | "description" | "reminderType" | "priority" | "days", string>;

/** Returns saving, whether it is under way, and what is wrong. */
function useSaveTemplate(templateId: string, onSaved: () => void) {
  const { kennelId } = useKennel();
  const update = useMutation(api.reminders.reminderTemplates.update);
  const { errors, failure, isSaving, save: store } = useSaving();
  const save = async ({ days, description, ...typed }: Typed) =>
    await store(async () => {
      const offsetDays = days.trim() === "" ? -1 : Number(days);
      await update({ kennelId, templateId, ...typed, description: description || null, offsetDays });
      toast.success("Template saved");
      onSaved();
    }, unlessAtField("Failed to save template"));
  return { save, isSaving, errors, failure };
}

/** Renders the form in the place of the template. */
export function TemplateEditForm({ template, onClose }: { template: ReminderTemplate; onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>({
    name: template.name,
    title: template.title,
    description: template.description ?? "",
    reminderType: template.reminderType,
    priority: template.priority,
    days: String(template.offsetDays),
  });
  const { save, isSaving, errors, failure } = useSaveTemplate(template.id, onClose);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) void save(typed);
  };
  const change = (name: keyof Typed) => (value: string) => setTyped({ ...typed, [name]: value });
  const field = (name: keyof Typed) => ({
    autoComplete: "off",
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => change(name)(target.value),
  });
  return (
    <form
      noValidate
      aria-label={`Edit ${template.name}`}
      onSubmit={submit}
      className="grid gap-3 sm:grid-cols-2"
    >
      <TextField
        label="Name"
        required
        error={errors.name}
        className="sm:col-span-2"
        {...field("name")}
        ref={input}
      />
      <TextField label="Title" required error={errors.title} className="sm:col-span-2" {...field("title")} />
      <FormField label="Type" error={errors.reminderType}>
        {(control) => (
          <Choice
            control={control}
            value={typed.reminderType}
            labels={reminderTypeLabels}
            onValue={change("reminderType")}
          />
        )}
      </FormField>
      <FormField label="Priority" error={errors.priority}>
        {(control) => (
          <Choice
            control={control}
            value={typed.priority}
            labels={reminderPriorityLabels}
            onValue={change("priority")}
          />
        )}
      </FormField>
      <TextField
        label="Days until due"
        required
        error={errors.offsetDays}
        helper="Counted from the day a reminder is created from it"
        className="sm:col-span-2"
        {...field("days")}
        inputMode="numeric"
      />
      <LongTextField
        label="Description"
        error={errors.description}
        className="sm:col-span-2"
        {...field("description")}
        rows={3}
      />
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
  );
}

type ChoiceProps = {
  control: ComponentProps<typeof SelectTrigger>;
  value: string;
  labels: Readonly<Record<string, string>>;
  onValue: (value: string) => void;
};

function Choice({ control, value, labels, onValue }: ChoiceProps) {
  return (
    <Select value={value} onValueChange={onValue}>
      <SelectTrigger {...control}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {Object.entries(labels).map(([choice, text]) => (
          <SelectItem key={choice} value={choice}>
            {text}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
