/**
 * Converts a push message from the server (convex/deliveries/actions/pushChannel.ts) to a notification. A button is
 * shown only if the message has its address.
 */

/** Stored in a notification for when the user taps it. */
export interface NoticeData {
  /** Opened when the user taps the notification. */
  readonly url: string | null;
  readonly complete: string | null;
  readonly snooze: string | null;
}

interface ShownNotice {
  readonly title: string;
  readonly options: NotificationOptions & {
    readonly data: NoticeData;
    readonly actions: readonly { readonly action: "complete" | "snooze"; readonly title: string }[];
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Null for any address other than http and https. */
const addressOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text !== null && /^https?:\/\//.test(text) ? text : null;
};

/** If the message is unreadable, the notification only says that something is due. */
export function noticeOf(message: unknown): ShownNotice {
  const fields = fieldsOf(message);
  const [complete, snooze] = [addressOf(fields["complete"]), addressOf(fields["snooze"])];
  const tag = textOf(fields["tag"]);
  return {
    title: textOf(fields["title"]) ?? "Studbook: something is due",
    options: {
      body: textOf(fields["body"]) ?? "",
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      ...(tag !== null && { tag }),
      data: { url: addressOf(fields["url"]), complete, snooze },
      actions: [
        ...(complete === null ? [] : [{ action: "complete" as const, title: "Complete" }]),
        ...(snooze === null ? [] : [{ action: "snooze" as const, title: "Snooze 1 day" }]),
      ],
    },
  };
}

export function dataOf(data: unknown): NoticeData {
  const fields = fieldsOf(data);
  return {
    url: addressOf(fields["url"]),
    complete: addressOf(fields["complete"]),
    snooze: addressOf(fields["snooze"]),
  };
}
