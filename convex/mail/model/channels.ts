/**
 * Determines from the keys in the environment which channels this deployment can send on. Source: decision
 * GAP-REM-11.
 */
import { v, type Infer } from "convex/values";
import type { Channel } from "../../../domain/deliveries/rules";
import { env } from "../../_generated/server";

/** Says whether a channel's keys exist. */
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

/** The sentence that explains why a channel cannot be used. */
export const notSetUpMessage = (channel: Channel): string => MISSING[channel];

export const channelsShape = v.object({
  email: v.boolean(),
  sms: v.boolean(),
  push: v.boolean(),
  /** The key with which browsers subscribe to push notifications. */
  vapidPublicKey: v.union(v.string(), v.null()),
});

/** Returns the channels that can be used. */
export const describeChannels = (): Infer<typeof channelsShape> => ({
  email: isSetUp("email"),
  sms: isSetUp("sms"),
  push: isSetUp("push"),
  vapidPublicKey: isSetUp("push") ? (env.VAPID_PUBLIC_KEY ?? null) : null,
});

/** The result of sending, as the action returns it. */
export const outcomeShape = v.object({
  isSent: v.boolean(),
  /** The provider's answer. */
  message: v.string(),
  /** Whether another attempt would be pointless. */
  isFinal: v.boolean(),
  /** The waiting time that the provider requested. */
  retryAfterMs: v.optional(v.number()),
  /** Whether the push service no longer recognizes the device. */
  isDeviceGone: v.optional(v.boolean()),
});
