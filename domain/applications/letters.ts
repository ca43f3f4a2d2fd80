/**
 * The letters to applicants. Their texts are fixed and contain no text that a stranger typed, so the form cannot be
 * misused to send text to somebody else.
 */
import { buttons, escapeHtml, mailPage } from "../mail/layout";
import { plainName } from "../text/plain-names";

export const LETTER_KINDS = ["confirm", "listed", "declined"] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

interface Words {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly footer: string;
}

export function letterWords(kind: LetterKind, kennelName: string): Words {
  const kennel = plainName(kennelName) || "The kennel";
  switch (kind) {
    case "confirm":
      return {
        subject: "Please confirm your application",
        lines: [
          `Somebody filled in the application form of ${kennel} with this email address.`,
          "If it was you, open the page below and press the button. Then we have your application. The link works for 48 hours.",
        ],
        footer: "If it was not you, ignore this message. Everything is deleted after 48 hours.",
      };
    case "listed":
      return {
        subject: "You are on our list",
        lines: [
          "Thank you for your application. We are glad to have you on our waiting list and will write to you as soon as there is news.",
          kennel,
        ],
        footer: `You receive this because you applied to ${kennel}.`,
      };
    case "declined":
      return {
        subject: "Your application",
        lines: [
          "Thank you for telling us about you. We do not think that one of our puppies is right for you at the moment and wish you well in your search.",
          kennel,
        ],
        footer: `You receive this because you applied to ${kennel}. Your answers are deleted after 90 days.`,
      };
    default:
      return kind satisfies never;
  }
}

export function writeLetter(
  kind: LetterKind,
  kennelName: string,
  link: string | null,
): { subject: string; text: string; html: string } {
  const { subject, lines, footer } = letterWords(kind, kennelName);
  const label = "Open and Confirm";
  const paragraphs = ["Hello,", ...lines];
  const text = [...paragraphs, ...(link === null ? [] : [`${label}: ${link}`]), footer].join("\n\n");
  const inside =
    paragraphs
      .map((each) => `<p style="margin:0 0 14px;font-size:17px;line-height:1.5">${escapeHtml(each)}</p>`)
      .join("") + (link === null ? "" : buttons([{ label, href: link, isPrimary: true }]));
  const page = {
    title: subject,
    preview: lines[0] ?? subject,
    kennelName: plainName(kennelName),
    footer: escapeHtml(footer),
  };
  return { subject, text, html: mailPage(page, inside) };
}
