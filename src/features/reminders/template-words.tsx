/** A reminder template in words: its name, what it makes and when that is due. */
import type { FunctionReturnType } from "convex/server";
import { reminderTypeLabels } from "../../../domain/reminders/labels";
import type { api } from "../../../convex/_generated/api";

export type Template = FunctionReturnType<typeof api.reminderTemplates.list>[number];

const dueText = (days: number): string =>
  days === 0 ? "due on the same day" : days === 1 ? "due a day later" : `due ${days} days later`;

/** Renders the words. */
export function TemplateWords({ template }: { template: Template }) {
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
