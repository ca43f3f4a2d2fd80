/**
 * Determines from the keys in the environment which channels this deployment can send on. Source: decision
 * GAP-REM-11.
 */
import { v, type Infer } from "convex/values";
import type { Channel } from "../../../domain/deliveries/rules";
import { env } from "../../_generated/server";

export function isSetUp(channel: Channel): boolean {
  switch (channel) {
    case "email":
      return Boolean(env.MAIL_FROM && (env.SMTP_URL ?? env.RESEND_API_KEY));
    case "sms":
      return Boolean(env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM);
    case "push":
      return Boolean(env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY);
    default:
      return channel satisfies never;
  }
}

const MISSING: Record<Channel, string> = {
  email: "Email is not set up on this server",
  sms: "Text messages are not set up on this server",
  push: "Push notifications are not set up on this server",
};

export const notSetUpMessage = (channel: Channel): string => MISSING[channel];

export const channelsShape = v.object({
  email: v.boolean(),
  sms: v.boolean(),
  push: v.boolean(),
  /** The key belongs to the push subscriptions of browsers. */
  vapidPublicKey: v.union(v.string(), v.null()),
});

export const describeChannels = (): Infer<typeof channelsShape> => ({
  email: isSetUp("email"),
  sms: isSetUp("sms"),
  push: isSetUp("push"),
  vapidPublicKey: isSetUp("push") ? (env.VAPID_PUBLIC_KEY ?? null) : null,
});

/** The action returns this result of sending. */
export const outcomeShape = v.object({
  isSent: v.boolean(),
  message: v.string(),
  /** If true, another attempt would be pointless. */
  isFinal: v.boolean(),
  /** The provider requested this waiting time. */
  retryAfterMs: v.optional(v.number()),
  /** The push service no longer recognizes the device. */
  isDeviceGone: v.optional(v.boolean()),
});
