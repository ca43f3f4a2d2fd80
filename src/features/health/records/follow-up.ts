/** How a health record's follow-up reads: when it is due, that it is overdue, or that it was done. */
import type { BadgeVariant } from "@/components/ui/badge";
import { daysBetween } from "@domain/dates/calendar-days";
import { DUE_SOON_DAYS } from "@domain/constants/health";
import { formatDay } from "@domain/formatting/formatting";

type WithFollowUp = { followUpDate: string | null; followUpDoneOn: string | null };

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** Says how far a follow-up is: 'today', 'in 3 days', '2 days overdue'. */
export function followUpDistance(followUpDate: string, today: string): string {
  const left = daysBetween(today, followUpDate);
  if (left === 0) return "today";
  return left > 0 ? `in ${days(left)}` : `${days(-left)} overdue`;
}

/** Returns the chip of a follow-up, or null without one. */
export function followUpStateOf(
  { followUpDate, followUpDoneOn }: WithFollowUp,
  today: string,
): { text: string; variant: BadgeVariant } | null {
  if (followUpDate === null) return null;
  if (followUpDoneOn !== null) return { text: "Follow-up done", variant: "success" };
  const left = daysBetween(today, followUpDate);
  if (left < 0) return { text: `Follow-up ${days(-left)} overdue`, variant: "error" };
  const text = left === 0 ? "Follow-up today" : `Follow-up ${formatDay(followUpDate)}`;
  return { text, variant: left <= DUE_SOON_DAYS ? "warning" : "neutral" };
}
