/** The words for channels, messages and their results. */
import type { FunctionReturnType } from "convex/server";
import type { BadgeVariant } from "@/components/ui/badge";
import type { Channel } from "@domain/deliveries/rules";
import { formatShortMoment } from "@domain/formatting/formatting";
import type { api } from "@convex/_generated/api";

export type SentMessage = FunctionReturnType<typeof api.deliveries.deliveries.outbox>[number];
export type MessageState = SentMessage["state"];

export const channelLabels: Record<Channel, string> = { email: "Email", sms: "SMS", push: "Push" };

export const stateLabels: Record<MessageState, string> = {
  waiting: "Waiting",
  sending: "Sending",
  sent: "Sent",
  failed: "Failed",
  skipped: "Not needed",
  not_set_up: "Not sent",
};

export const stateVariants: Record<MessageState, BadgeVariant> = {
  waiting: "info",
  sending: "info",
  sent: "success",
  failed: "error",
  skipped: "neutral",
  not_set_up: "warning",
};

/** Includes the provider's answer. */
export function standingText({
  state,
  attempts,
  sendAt,
}: Pick<SentMessage, "state" | "attempts" | "sendAt">): string {
  const last = attempts.at(-1)?.message ?? "";
  switch (state) {
    case "sent":
      return last === "" ? "Sent" : `Sent. Reply: ${last}`;
    case "failed":
      return `Failed: ${last}`;
    case "skipped":
    case "not_set_up":
      return `${last}. Nothing was sent.`;
    case "sending":
      return "On its way";
    case "waiting":
      return attempts.length > 0
        ? `Failed: ${last}. Next try: ${formatShortMoment(sendAt)}.`
        : `Scheduled for ${formatShortMoment(sendAt)}`;
    default:
      return state satisfies never;
  }
}
