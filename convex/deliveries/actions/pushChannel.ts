"use node";
/**
 * Web Push. Messages are encrypted for one browser (RFC 8291) and signed with the deployment's key (RFC 8292). A
 * message has the same topic and tag at every attempt. A service or browser that already has the message then
 * replaces it instead of showing it twice (RFC 8030 section 5.4).
 */
import { createHash } from "node:crypto";
import webpush from "web-push";
import type { Message, MessageLinks } from "../../../domain/mail/layout";
import { isPushService } from "../../../domain/reminders/push-services";
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

interface PushMessage {
  readonly id: string;
  readonly device: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly message: Message;
  readonly links: MessageLinks;
}

/** A push service keeps a message for a device that is switched off for one day, until the next notice. */
const KEEP_SECONDS = 86_400;

/** The length is in characters. Source: RFC 8030 section 5.4. */
const TOPIC_LENGTH = 32;

const topicOf = (id: string): string =>
  createHash("sha256").update(id).digest("base64url").slice(0, TOPIC_LENGTH);

const payloadOf = ({ id, message: { subject, push }, links }: PushMessage): string =>
  JSON.stringify({
    title: subject,
    body: push,
    tag: id,
    url: links.open,
    complete: links.complete,
    snooze: links.snooze,
  });

const NOT_FOUND = 404;
const GONE = 410;

function encrypt(push: PushMessage, publicKey: string, privateKey: string) {
  const { endpoint, p256dh, auth } = push.device;
  return webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(push), {
    vapidDetails: {
      subject: env.VAPID_SUBJECT ?? "mailto:studbook@localhost.invalid",
      publicKey,
      privateKey,
    },
    TTL: KEEP_SECONDS,
    contentEncoding: "aes128gcm",
    urgency: "normal",
    topic: topicOf(push.id),
  });
}

export async function sendPush(push: PushMessage): Promise<Outcome> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (!publicKey || !privateKey) return refused("Push notifications are not set up on this server");
  if (!isPushService(push.device.endpoint, env.STUDBOOK_PUSH_SERVICES ?? "")) {
    return { ...refused("The push service is unknown"), isDeviceGone: true };
  }
  try {
    const { endpoint, headers, body } = encrypt(push, publicKey, privateKey);
    const response = await fetch(endpoint, {
      method: "POST",
      headers: new Headers(
        Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ),
      body: body ? new Uint8Array(body) : null,
      redirect: "error",
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    const answer = `${response.status} ${await response.text()}`;
    if (response.ok) return sent(answer);
    if (response.status === NOT_FOUND || response.status === GONE) {
      return { ...refused(`${answer} The device no longer accepts push notifications`), isDeviceGone: true };
    }
    return isTemporary(response.status) ? tryAgain(answer, retryAfterOf(response)) : refused(answer);
  } catch (error) {
    return tryAgain(reasonOf(error));
  }
}
