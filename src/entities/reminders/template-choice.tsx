/** Starts a new reminder from one of the kennel's templates or a built-in one; everything can still be changed. */
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { valuesOfTemplate, type ReminderFormValues } from "@/entities/reminders/reminder-form";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

const BLANK = "blank";

/** Renders the choice; it fills the form's fields when one is chosen. */
export function TemplateChoice({ today }: { today: string }) {
  const { kennelId } = useKennel();
  const templates = useLiveQuery(api.reminders.reminderTemplates.list, { kennelId }).data ?? [];
  const { setValue, clearErrors } = useFormContext<ReminderFormValues>();
  const [chosen, setChosen] = useState(BLANK);
  const choose = (id: string) => {
    setChosen(id);
    const template = templates.find((each) => each.id === id);
    if (!template) return;
    clearErrors();
    for (const [name, value] of Object.entries(valuesOfTemplate(template, today))) {
      setValue(name as keyof ReminderFormValues, value, { shouldDirty: true }); // names of the object itself
    }
  };
  return (
    <FormField label="Start from" className="sm:col-span-2">
      {(props) => (
        <Select value={chosen} onValueChange={choose}>
          <SelectTrigger {...props}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            <SelectItem value={BLANK}>No template</SelectItem>
            {templates.map(({ id, name, isBuiltIn }) => (
              <SelectItem key={id} value={id}>
                {name}
                {isBuiltIn ? <span className="text-muted-foreground"> (built in)</span> : null}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}
