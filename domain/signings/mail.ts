/**
 * The texts of mail about documents for signing. They contain fixed words, the kennel's and the family's names as
 * the kennel recorded them, and fingerprints. They never contain text that somebody typed without an account, such
 * as a reason for declining.
 */
import { formatDay } from "../formatting/formatting";
import { buttons, escapeHtml, mailPage, type Message } from "../mail/layout";
import { plainName } from "../text/plain-names";
import type { Party } from "./rules";

export const SIGNING_MAIL_KINDS = [
  "sign",
  "reminder",
  "your_turn",
  "complete",
  "declined",
  "withdrawn",
  "expired",
] as const;
export type SigningMailKind = (typeof SIGNING_MAIL_KINDS)[number];

export interface SigningMailFacts {
  readonly kind: SigningMailKind;
  readonly side: Party;
  readonly title: string;
  readonly kennel: string;
  readonly family: string;
  readonly sha256: string;
  readonly finalSha256?: string | undefined;
  readonly expiresOn?: string | undefined;
  /** The family's page or the kennel's screen; null if there is no link. */
  readonly link: string | null;
}

interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
}

function wordsOf(facts: SigningMailFacts): Words {
  const { kind, side, sha256, finalSha256 = "", expiresOn = "" } = facts;
  const [title, kennel, family] = [facts.title, facts.kennel, facts.family].map(plainName);
  const until = `You can sign it until ${formatDay(expiresOn)}.`;
  switch (kind) {
    case "sign":
      return {
        subject: "A document to sign",
        paragraphs: [`${kennel} has sent you “${title}” to read and sign.`, until],
        button: "Read and Sign",
      };
    case "reminder":
      return {
        subject: "A document is still to be signed",
        paragraphs: [`“${title}” from ${kennel} is still waiting for your signature.`, until],
        button: "Read and Sign",
      };
    case "your_turn":
      return {
        subject: "A document was signed, and you sign next",
        paragraphs: [`${family} has signed “${title}”. Your signature makes it complete.`],
        button: "Counter-Sign",
      };
    case "complete":
      return {
        subject: "A document is signed by both sides",
        paragraphs: [
          `“${title}” is signed by ${kennel} and ${family}. The whole file is attached to this mail; please keep it.`,
          `Fingerprint of the signed file (SHA-256), which is attached inside the PDF: ${sha256}`,
          `Fingerprint of the PDF with the page about the signatures: ${finalSha256}`,
        ],
        button: side === "kennel" ? "Open Studbook" : "Open Your Page",
      };
    case "declined":
      return {
        subject: "A document was declined",
        paragraphs: [`${family} has declined to sign “${title}”. Studbook shows the reason.`],
        button: "Open Studbook",
      };
    case "withdrawn":
      return {
        subject: "A document was withdrawn",
        paragraphs: [`${kennel} has withdrawn “${title}”. You need not do anything.`],
        button: "Open Your Page",
      };
    case "expired":
      return {
        subject: "A document has expired",
        paragraphs: [`“${title}” was not signed by both sides in time. You can replace it with a new one.`],
        button: "Open Studbook",
      };
    default:
      return kind satisfies never;
  }
}

export function writeSigningMail(facts: SigningMailFacts): Message {
  const { subject, paragraphs, button } = wordsOf(facts);
  const kennelName = plainName(facts.kennel);
  const footer =
    facts.side === "family"
      ? `You receive this mail because ${kennelName} works with Studbook. Please do not reply to it.`
      : "Sent by Studbook.";
  const link = facts.link === null ? [] : [{ label: button, href: facts.link, isPrimary: true }];
  return {
    subject,
    text: [kennelName, ...paragraphs, ...link.map(({ label, href }) => `${label}: ${href}`), footer].join(
      "\n\n",
    ),
    html: mailPage(
      { title: subject, preview: paragraphs[0] ?? "", kennelName, footer: escapeHtml(footer) },
      `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">${escapeHtml(subject)}</h1>${paragraphs
        .map((each) => `<p style="margin:0 0 12px;overflow-wrap:anywhere">${escapeHtml(each)}</p>`)
        .join("")}${buttons(link)}`,
    ),
    sms: "",
    push: "",
  };
}

/** The final file is attached under this name. */
export const finalName = (fileName: string): string => fileName.replace(/(\.pdf)?$/iu, " (signed).pdf");
