/**
 * Starts a new reminder from one of the kennel's templates or a built-in template. The user can still change every
 * field.
 */
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { ChoiceField } from "@/components/choice-field";
import { valuesOfTemplate, type ReminderFormValues } from "@/entities/reminders/reminder-form";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Renders the choice. Choosing fills the form's fields. */
export function TemplateChoice({ today }: { today: string }) {
  const { kennelId } = useKennel();
  const templates = useLiveQuery(api.reminders.reminderTemplates.list, { kennelId }).data ?? [];
  const { setValue, clearErrors } = useFormContext<ReminderFormValues>();
  const [chosen, setChosen] = useState("");
  const choose = (id: string) => {
    setChosen(id);
    const template = templates.find((each) => each.id === id);
    if (!template) return;
    clearErrors();
    for (const [name, value] of Object.entries(valuesOfTemplate(template, today))) {
      setValue(name as keyof ReminderFormValues, value, { shouldDirty: true }); // the keys come from the template itself
    }
  };
  return (
    <ChoiceField
      label="Start from"
      className="sm:col-span-2"
      value={chosen}
      choices={{
        "": "No template",
        ...Object.fromEntries(
          templates.map(({ id, name, isBuiltIn }) => [
            id,
            isBuiltIn ? (
              <>
                {name}
                <span className="text-muted-foreground"> (built in)</span>
              </>
            ) : (
              name
            ),
          ]),
        ),
      }}
      onValue={choose}
    />
  );
}
