/** The text of the daily digest: reminders that are overdue, due today, and due within the week, in this order. */
import { addDays } from "../dates/calendar-days";
import { formatDay, formatShortDay, formatTime } from "../formatting/formatting";
import { oneLine } from "../text/text";
import { buttons, escapeHtml, mailPage, type Message, type MessageLinks } from "./layout";

export interface DigestLine {
  readonly title: string;
  readonly dogName: string | null;
  readonly dueDate: string;
  readonly dueTime: string | null;
}

interface DigestFacts {
  readonly kennelName: string;
  readonly recipientName: string;
  readonly today: string;
  readonly lines: readonly DigestLine[];
}

interface Part {
  readonly heading: string;
  readonly lines: readonly DigestLine[];
}

/** The parts are overdue, today and this week. Empty parts are left out. */
export function digestParts(lines: readonly DigestLine[], today: string): Part[] {
  const week = addDays(today, 6);
  return [
    { heading: "Overdue", lines: lines.filter(({ dueDate }) => dueDate < today) },
    { heading: "Today", lines: lines.filter(({ dueDate }) => dueDate === today) },
    { heading: "This week", lines: lines.filter(({ dueDate }) => dueDate > today && dueDate <= week) },
  ].filter((part) => part.lines.length > 0);
}

const about = ({ title, dogName }: DigestLine): string =>
  dogName === null ? title : `${title} (${dogName})`;

/** `write` formats the date; the time comes after it. */
const when = ({ dueDate, dueTime }: DigestLine, write: (day: string) => string): string =>
  dueTime === null ? write(dueDate) : `${write(dueDate)}, ${formatTime(dueTime)}`;

export function writeDigest(
  { kennelName, recipientName, today, lines }: DigestFacts,
  links: MessageLinks | null,
): Message {
  const parts = digestParts(lines, today);
  const summary = parts.map(({ heading, lines: all }) => `${all.length} ${heading.toLowerCase()}`).join(", ");
  const subject = oneLine(`${kennelName}, ${formatShortDay(today)}: ${summary || "nothing due"}`);
  const text = [
    `Good morning ${recipientName},`,
    "",
    ...parts.flatMap(({ heading, lines: all }) => [
      heading,
      ...all.map((line) => `- ${about(line)}, ${when(line, formatDay)}`),
      "",
    ]),
    ...(links ? [`Open in Studbook: ${links.open}`] : []),
    ...(links?.unsubscribe ? [`Turn off the daily digest: ${links.unsubscribe}`] : []),
    "",
  ].join("\n");
  const inside = `<h1 style="margin:0 0 6px;font-size:24px;line-height:1.25">${escapeHtml(formatDay(today))}</h1>
<p style="margin:0 0 8px;font-size:17px">${escapeHtml(`Good morning ${recipientName}.`)}</p>
${parts
  .map(
    ({ heading, lines: all }) =>
      `<h2 style="margin:20px 0 6px;font-size:17px">${heading}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font:15px/1.5 Helvetica,Arial,sans-serif">${all
        .map(
          (line) =>
            `<tr><td style="padding:4px 12px 4px 0">${escapeHtml(about(line))}</td><td class="faint" align="right" style="padding:4px 0;white-space:nowrap;color:#5c665f">${when(line, formatShortDay)}</td></tr>`,
        )
        .join("")}</table>`,
  )
  .join("\n")}
${buttons(links ? [{ label: "Open in Studbook", href: links.open, isPrimary: true }] : [])}`;
  const footer = links?.unsubscribe
    ? `You get this because the daily digest is on in your notification settings. <a href="${escapeHtml(links.unsubscribe)}" style="color:inherit">Turn it off</a>`
    : "You get this because the daily digest is on in your notification settings.";
  return {
    subject,
    text,
    html: mailPage({ title: subject, preview: summary, kennelName, footer }, inside),
    sms: subject,
    push: summary,
  };
}
