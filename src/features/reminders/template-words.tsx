/** A reminder template in words: its name, what it makes and when that is due. */
import type { ReminderTemplate } from "@/entities/reminders/reminder-form-values";
import { reminderTypeLabels } from "@domain/reminders/labels";

const dueText = (days: number): string =>
  days === 0 ? "due on the same day" : days === 1 ? "due a day later" : `due ${days} days later`;

/** Renders the words. */
export function TemplateWords({ template }: { template: ReminderTemplate }) {
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
