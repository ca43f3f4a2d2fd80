/** The texts about one reminder, for each channel. */
import { formatDay, formatTime } from "../formatting/formatting";
import { dueLabelOf } from "../reminders/due";
import { oneLine } from "../text/text";
import { buttons, escapeHtml, mailPage, type Message, type MessageLinks } from "./layout";

export type { Message, MessageLinks } from "./layout";

interface NoticeFacts {
  readonly kennelName: string;
  readonly title: string;
  readonly description: string | null;
  readonly dogName: string | null;
  readonly dueDate: string;
  readonly dueTime: string | null;
  /** The kennel's date. */
  readonly today: string;
  readonly isTest: boolean;
}

/** The address comes after these characters. Both together fit into two text messages. */
const MAX_SMS_WORDS = 160;
const MAX_PUSH_BODY = 300;

/** Never splits a surrogate pair. */
const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;

/**
 * Returns for example 'is due today, 2:30 PM', 'is due tomorrow', 'is due June 20, 2025' or 'has been overdue since June
 * 12, 2025'.
 */
function dueWords({ dueDate, dueTime, today }: Pick<NoticeFacts, "dueDate" | "dueTime" | "today">): string {
  if (dueDate < today) return `has been overdue since ${formatDay(dueDate)}`;
  return `is due ${dueLabelOf(dueDate, today, dueTime).replace(/^(?:Today|Tomorrow)/u, (day) => day.toLowerCase())}`;
}

export function writeNotice(facts: NoticeFacts, links: MessageLinks | null): Message {
  const { kennelName, title, description, dogName, dueDate, dueTime, today, isTest } = facts;
  const due = dueWords(facts);
  const day = dueDate === today ? `Today, ${formatDay(dueDate)}` : formatDay(dueDate);
  const about = dogName === null ? title : `${title} (${dogName})`;
  const prefix = isTest ? "Test: " : "";
  const subject = shorten(oneLine(`${prefix}${about} ${due}`), 200);
  const actions = links && [
    ...(links.complete ? [{ label: "Mark as done", href: links.complete, isPrimary: true }] : []),
    ...(links.snooze ? [{ label: "Snooze 1 day", href: links.snooze }] : []),
    { label: "Open in Studbook", href: links.open },
  ];
  const details = [
    dogName && ["Dog", dogName],
    ["Due", dueTime === null ? day : `${day}, ${formatTime(dueTime)}`],
    ["Kennel", kennelName],
  ].filter((row): row is [string, string] => Boolean(row));
  const text = [
    ...(isTest ? ["This is a test notification.", ""] : []),
    `${about} ${due}.`,
    "",
    ...details.map(([label, value]) => `${label}: ${value}`),
    ...(description ? ["", description] : []),
    ...(actions ? ["", ...actions.map(({ label, href }) => `${label}: ${href}`)] : []),
    ...(links?.unsubscribe ? ["", `Turn off reminder emails: ${links.unsubscribe}`] : []),
    "",
  ].join("\n");
  const rows = details
    .map(
      ([label, value]) =>
        `<tr><td class="faint" style="padding:4px 16px 4px 0;color:#5c665f">${label}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  const inside = `${isTest ? '<p style="margin:0 0 12px">This is a test notification.</p>' : ""}
<h1 style="margin:0 0 6px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>
<p style="margin:0 0 16px;font-size:17px">${escapeHtml(`It ${due}.`)}</p>
<table role="presentation" cellpadding="0" cellspacing="0" style="font:15px/1.5 Helvetica,Arial,sans-serif">${rows}</table>
${description ? `<p style="margin:16px 0 0;font:15px/1.6 Helvetica,Arial,sans-serif;white-space:pre-line">${escapeHtml(description)}</p>` : ""}
${buttons(actions ?? [])}`;
  const footer = links?.unsubscribe
    ? `You get this because email is on in your notification settings. <a href="${escapeHtml(links.unsubscribe)}" style="color:inherit">Turn off reminder emails</a>`
    : "You get this because email is on in your notification settings.";
  const sms = `${shorten(`${kennelName}: ${subject}`, MAX_SMS_WORDS)}${links?.complete ? `. Done? ${links.complete}` : ""}`;
  return {
    subject,
    text,
    html: mailPage({ title: subject, preview: `${about} ${due}.`, kennelName, footer }, inside),
    sms,
    push: shorten([kennelName, description].filter(Boolean).join(" · "), MAX_PUSH_BODY),
  };
}

/** People send a test message to themselves to check a channel. */

interface TestFacts {
  readonly kennelName: string;
  readonly recipientName: string;
}

const SUBJECT = "Studbook test notification";
const WORKS = "If you can read this, reminders reach you this way.";

/** The message has no button to complete a reminder, because there is no reminder. */
export function writeTest({ kennelName, recipientName }: TestFacts, links: MessageLinks | null): Message {
  const text = [
    `Hello ${recipientName},`,
    "",
    `this is a test notification of ${kennelName}. ${WORKS}`,
    "",
    ...(links ? [`Notification settings: ${links.open}`, ""] : []),
  ].join("\n");
  const inside = `<h1 style="margin:0 0 6px;font-size:24px;line-height:1.25">It works</h1>
<p style="margin:0 0 8px;font-size:17px">${escapeHtml(`Hello ${recipientName}, this is a test notification. ${WORKS}`)}</p>
${buttons(links ? [{ label: "Notification settings", href: links.open, isPrimary: true }] : [])}`;
  const footer = "You get this because you asked for a test in your notification settings.";
  return {
    subject: SUBJECT,
    text,
    html: mailPage({ title: SUBJECT, preview: WORKS, kennelName, footer }, inside),
    sms: `${kennelName}: Studbook test. ${WORKS}`,
    push: `${kennelName} · ${WORKS}`,
  };
}
