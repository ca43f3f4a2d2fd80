/**
 * Text messages by Twilio's HTTP API. The API has no idempotency keys, so Studbook asks Twilio whether an earlier
 * attempt succeeded before it sends a message again.
 */
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
} from "../../mail/actions/outcome";

interface TextMessage {
  readonly to: string;
  readonly body: string;
  readonly createdAt: number;
  /** An earlier attempt may have reached Twilio. */
  readonly isRepeat: boolean;
}

interface Account {
  readonly address: string;
  readonly authorization: string;
  readonly from: string;
}

const TWILIO_URL = "https://api.twilio.com";

function account(): Account | null {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = env;
  if (!sid || !token || !from) return null;
  return {
    address: `${env.TWILIO_API_URL ?? TWILIO_URL}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`,
    authorization: `Basic ${btoa(`${sid}:${token}`)}`,
    from,
  };
}

interface Listed {
  readonly sid?: string;
  readonly body?: string;
  readonly status?: string;
}

const DAY_MS = 86_400_000;

/** Searches only messages that Twilio received after the message was created. */
async function findTaken(
  { address, authorization }: Account,
  { to, body, createdAt }: TextMessage,
): Promise<Listed | null> {
  // Twilio's days begin at midnight UTC.
  const since = new Date(createdAt - DAY_MS).toISOString().slice(0, 10);
  const query = new URLSearchParams({ To: to, "DateSent>": since, PageSize: "1000" });
  const response = await fetch(`${address}?${query.toString()}`, {
    headers: { Authorization: authorization },
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  // Twilio's documentation describes the list of messages in this form.
  const { messages = [] } = (await response.json()) as { messages?: Listed[] };
  return messages.find((taken) => taken.body === body && taken.status !== "failed") ?? null;
}

export async function sendSms(message: TextMessage): Promise<Outcome> {
  const twilio = account();
  if (!twilio) return refused("Text messages are not set up on this server");
  try {
    const taken = message.isRepeat ? await findTaken(twilio, message) : null;
    if (taken) return sent(`Taken before: ${taken.sid ?? ""} ${taken.status ?? ""}`);
    const sender: Record<string, string> = twilio.from.startsWith("MG")
      ? { MessagingServiceSid: twilio.from }
      : { From: twilio.from };
    const response = await fetch(twilio.address, {
      method: "POST",
      headers: { Authorization: twilio.authorization, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ To: message.to, Body: message.body, ...sender }).toString(),
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    const answer = `${response.status} ${await response.text()}`;
    if (response.ok) return sent(answer);
    return isTemporary(response.status) ? tryAgain(answer, retryAfterOf(response)) : refused(answer);
  } catch (error) {
    return tryAgain(reasonOf(error));
  }
}
