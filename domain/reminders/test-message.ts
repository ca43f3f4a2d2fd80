/** The test that a person sends themselves to see whether a channel reaches them, in the words of each channel. */
import { buttons, escapeHtml, mailPage, type Message, type MessageLinks } from "./mail-layout";

interface TestFacts {
  readonly kennelName: string;
  readonly recipientName: string;
}

const SUBJECT = "Studbook test notification";
const WORKS = "If you can read this, reminders reach you this way.";

/** Writes a test; it is about no reminder, so there is nothing to complete in it. */
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
