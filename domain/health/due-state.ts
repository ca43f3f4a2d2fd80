/** When a dose is due again, relative to the user's date. Sources: document 001 section 4, decision GAP-IMM-03. */
import { DUE_SOON_DAYS } from "./rules";
import { daysBetween } from "../dates/calendar-days";
import { dueText } from "../dashboard/words";
import { formatDay } from "../formatting/formatting";

export type DueStateName = "overdue" | "due_soon" | "current";

export interface DueState {
  readonly state: DueStateName;
  readonly text: string;
}

interface Dose {
  readonly nextDueDate?: string | null | undefined;
  readonly expirationDate?: string | null | undefined;
}

/** The next due date has priority over the expiration date. */
export const judgedDayOf = ({ nextDueDate, expirationDate }: Dose): string | null =>
  nextDueDate ?? expirationDate ?? null;

export function dueStateOf(dueOn: string, today: string): DueState {
  const days = daysBetween(today, dueOn);
  if (days < 0) return { state: "overdue", text: `Overdue by ${-days} day(s)` };
  if (days <= DUE_SOON_DAYS) return { state: "due_soon", text: `Due in ${days} day(s)` };
  return { state: "current", text: `Due ${formatDay(dueOn)}` };
}

/** Returns '3 days overdue', 'Today', 'In 5 days' or, for a distant date, the date itself. */
export const dueWordsOf = (dueOn: string, today: string): string =>
  daysBetween(today, dueOn) > DUE_SOON_DAYS ? `Due ${formatDay(dueOn)}` : dueText(dueOn, today);
