"use node";
/**
 * Email by SMTP or Resend. A message has the same Message-ID at every attempt, and for Resend the same idempotency
 * key, so a repeated message is recognized if the first response was lost. Sources: RFC 5322 section 3.6.4, RFC
 * 8058.
 */
import { createTransport, type Transporter } from "nodemailer";
import type { Message, MessageLinks } from "../../../domain/mail/layout";
import { env } from "../../_generated/server";
import {
  isTemporary,
  PROVIDER_TIMEOUT_MS,
  reasonOf,
  refused,
  retryAfterOf,
  sent,
  tryAgain,
  type Outcome,
} from "./outcome";

interface Mail {
  readonly id: string;
  readonly to: string;
  readonly message: Message;
  readonly links: MessageLinks;
  readonly attachments?: readonly { readonly fileName: string; readonly content: Buffer }[];
}

export interface Mailer {
  readonly send: (mail: Mail) => Promise<Outcome>;
  readonly close: () => void;
}

/** With these headers, mail programs offer to unsubscribe with one click. */
const headersOf = ({ unsubscribe }: MessageLinks): Record<string, string> =>
  unsubscribe === null
    ? {}
    : { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

const messageIdOf = (id: string, from: string): string => {
  const host = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "studbook.invalid";
  return `<${id}@${host}>`;
};

/** SMTP replies from 500 on are permanent. Source: RFC 5321 section 4.2.1. */
const isForGood = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "responseCode" in error &&
  typeof error.responseCode === "number" &&
  error.responseCode >= 500 &&
  // The server refuses our sign-in, not this message. The operator has to correct the sign-in, or the kennel if the server is its own.
  !("code" in error && (error.code === "EAUTH" || error.code === "ECONNECTION"));

function openSmtp(url: string, from: string): Mailer {
  return mailerOf(
    createTransport({
      url,
      pool: true,
      maxConnections: 5,
      maxMessages: 100,
      connectionTimeout: PROVIDER_TIMEOUT_MS,
      greetingTimeout: PROVIDER_TIMEOUT_MS,
      socketTimeout: PROVIDER_TIMEOUT_MS,
    }),
    from,
  );
}

export function mailerOf(
  transport: Pick<Transporter, "sendMail" | "close">,
  from: string | { readonly name: string; readonly address: string },
): Mailer {
  const sender = typeof from === "string" ? from : from.address;
  return {
    close: () => transport.close(),
    send: async ({ id, to, message: { subject, text, html }, links, attachments = [] }) => {
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ fileName: filename, content }) => ({ filename, content })),
          messageId: messageIdOf(id, sender),
          headers: { ...headersOf(links), "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return sent(response ?? "");
      } catch (error) {
        return isForGood(error) ? refused(reasonOf(error)) : tryAgain(reasonOf(error));
      }
    },
  };
}

const RESEND_URL = "https://api.resend.com";

const openResend = (key: string, from: string): Mailer => ({
  close: () => undefined,
  send: async ({ id, to, message: { subject, text, html }, links, attachments = [] }) => {
    try {
      const response = await fetch(`${env.RESEND_API_URL ?? RESEND_URL}/emails`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${key}`,
          "Content-Type": "application/json",
          "Idempotency-Key": `studbook-${id}`,
        },
        body: JSON.stringify({
          from,
          to: [to],
          subject,
          text,
          html,
          ...(attachments.length > 0 && {
            attachments: attachments.map(({ fileName: filename, content }) => ({
              filename,
              content: content.toString("base64"),
            })),
          }),
          headers: { ...headersOf(links), "Message-ID": messageIdOf(id, from) },
        }),
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      });
      const answer = `${response.status} ${await response.text()}`;
      if (response.ok) return sent(answer);
      return isTemporary(response.status) ? tryAgain(answer, retryAfterOf(response)) : refused(answer);
    } catch (error) {
      return tryAgain(reasonOf(error));
    }
  },
});

/** Returns null if no mail service is configured. */
export function openMailer(): Mailer | null {
  const { MAIL_FROM: from, SMTP_URL: url, RESEND_API_KEY: key } = env;
  if (!from) return null;
  if (url) return openSmtp(url, from);
  return key ? openResend(key, from) : null;
}
