/**
 * The addresses of the buttons in messages. An address contains the action and its expiry, signed with the
 * deployment's secret. A message has the same addresses at every attempt.
 */
import { REMINDERS_PATH, appOrigin } from "../../platform/model/people/ownAddresses";
import { LINK_DAYS } from "../../../domain/deliveries/rules";
import { kennelPath } from "../../../domain/kennels/kennel-path";
import type { MessageLinks } from "../../../domain/mail/layout";
import { env } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import { getSigningKey, isSignedHere, signText } from "../../platform/model/files/signatures";

export const NOTICE_ACTIONS = ["complete", "snooze", "unsubscribe"] as const;
export type NoticeActionName = (typeof NOTICE_ACTIONS)[number];

/** The path follows the base address of HTTP actions. */
export const NOTICE_PATH = "/api/notices/";
/** Messages link to this screen of the web app. */
const NOTIFICATIONS_PATH = "/dashboard/settings?tab=notifications";
const reminderPath = (id: Id<"reminders">): string => `${REMINDERS_PATH}?reminder=${id}`;

const DAY_MS = 86_400_000;

async function signedToken(
  key: CryptoKey,
  { deliveryId, createdAt }: { deliveryId: string; createdAt: number },
  action: NoticeActionName,
): Promise<string> {
  const expiresAt = Math.trunc(createdAt) + LINK_DAYS * DAY_MS;
  const said = `${deliveryId}.${action}.${expiresAt.toString(36)}`;
  return `${said}.${await signText(key, said)}`;
}

/** If there is no secret, there are no buttons. */
export async function makeLinks(message: {
  deliveryId: Id<"deliveries">;
  kennelId: Id<"kennels">;
  createdAt: number;
  facts: { kind: Doc<"deliveries">["kind"]; reminder: { id: Id<"reminders"> } | null };
}): Promise<MessageLinks> {
  const { reminder, kind } = message.facts;
  const screen = reminder ? reminderPath(reminder.id) : kind === "test" ? NOTIFICATIONS_PATH : REMINDERS_PATH;
  const open = appOrigin() + kennelPath(message.kennelId, screen);
  const key = await getSigningKey();
  if (key === null) return { open, complete: null, snooze: null, unsubscribe: null };
  const addressOf = async (action: NoticeActionName) =>
    `${env.CONVEX_SITE_URL.replace(/\/$/, "")}${NOTICE_PATH}${await signedToken(key, message, action)}`;
  return {
    open,
    complete: reminder === null ? null : await addressOf("complete"),
    snooze: reminder === null ? null : await addressOf("snooze"),
    unsubscribe: await addressOf("unsubscribe"),
  };
}

/** Returns null if this deployment did not create the token, or if it has expired. */
export async function readToken(
  token: string,
  now: number,
): Promise<{ deliveryId: string; action: NoticeActionName } | null> {
  const [deliveryId = "", name = "", expiry = "", signature = "", ...more] = token.split(".");
  const action = NOTICE_ACTIONS.find((known) => known === name);
  if (!action || more.length > 0) return null;
  if (!(await isSignedHere(`${deliveryId}.${name}.${expiry}`, signature))) return null;
  return parseInt(expiry, 36) < now ? null : { deliveryId, action };
}
