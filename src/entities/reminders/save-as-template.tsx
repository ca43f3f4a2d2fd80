/**
 * Saves the values of the reminder form as a named template of the kennel. The button is inside the form, but
 * saving a template does not submit the form.
 */
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useMutation } from "convex/react";
import { BookmarkPlus } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { toast } from "sonner";
import { reminderForm, sentNotifications, type ReminderFormValues } from "@/entities/reminders/reminder-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { useFocusBack } from "@/hooks/use-focus-back";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { daysBetween, isCalendarDay } from "@domain/dates/calendar-days";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

/** Converts the form to a template's fields. A past or missing date counts as today. */
function templateOf(values: ReminderFormValues, today: string) {
  const { title, description, reminderType, priority, dueDate } = reminderForm.sentOf(values);
  const notifications = sentNotifications(values);
  const offsetDays = isCalendarDay(dueDate) ? Math.max(0, daysBetween(today, dueDate)) : 0;
  return { title, description, reminderType, priority, notifications, offsetDays };
}

const daysText = (days: number): string =>
  days === 0 ? "on the same day" : days === 1 ? "a day later" : `${days} days later`;

/** Returns the typed name, its error, and the save function. */
function useSaveAsTemplate(today: string, onSaved: () => void) {
  const { kennelId } = useKennel();
  const create = useMutation(api.reminders.reminderTemplates.create);
  const { getValues, trigger } = useFormContext<ReminderFormValues>();
  const [error, setError] = useState<string | undefined>();
  const [isSaving, setSaving] = useState(false);
  const save = async (name: string) => {
    if (isSaving) return;
    if (name.trim() === "") return setError("Name is required");
    if (!(await trigger(["title", "advance"], { shouldFocus: true }))) return;
    setSaving(true);
    try {
      await create({ kennelId, name, ...templateOf(getValues(), today) });
      toast.success("Template saved");
      onSaved();
    } catch (failure) {
      const fields = getErrorData(failure)?.details.fields ?? {};
      setError(fields.name ?? Object.values(fields)[0] ?? failureText("Failed to save template", failure));
    }
    setSaving(false);
  };
  return { error, clearError: () => setError(undefined), isSaving, save };
}

/** Renders the button. After a press, renders the field for the name instead. */
export function SaveAsTemplate({ today }: { today: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useFocusBack(isOpen);
  return (
    <div className="sm:col-span-2">
      {isOpen ? (
        <NameField today={today} onClose={() => setOpen(false)} />
      ) : (
        <Button ref={button} variant="ghost" className="h-11 px-3" onClick={() => setOpen(true)}>
          <BookmarkPlus aria-hidden />
          Save as Template
        </Button>
      )}
    </div>
  );
}

function NameField({ today, onClose }: { today: string; onClose: () => void }) {
  const { getValues } = useFormContext<ReminderFormValues>();
  const [name, setName] = useState(() => getValues("title"));
  const { error, clearError, isSaving, save } = useSaveAsTemplate(today, onClose);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter must not submit the reminder's form.
    if (event.key !== "Enter") return;
    event.preventDefault();
    void save(name);
  };
  const { offsetDays } = templateOf(getValues(), today);
  return (
    <div role="group" aria-label="Save as Template" className="flex flex-col gap-3 rounded-md border p-3">
      <TextField
        label="Template Name"
        required
        error={error}
        helper={`Keeps title, type, priority, description and notifications; due ${daysText(offsetDays)}.`}
        ref={input}
        autoComplete="off"
        value={name}
        onKeyDown={onKeyDown}
        onText={(text) => {
          clearError();
          setName(text);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" disabled={isSaving} onClick={onClose}>
          Not Now
        </Button>
        <Button disabled={isSaving} onClick={() => void save(name)}>
          {isSaving ? "Saving..." : "Save Template"}
        </Button>
      </div>
    </div>
  );
}
