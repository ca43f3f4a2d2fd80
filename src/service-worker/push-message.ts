/**
 * Converts a push message from the server (convex/deliveries/actions/pushChannel.ts) to a notification; its buttons
 * are shown only if the message has their addresses.
 */

/** What a notification stores for when it is tapped. */
export interface NoticeData {
  /** The page of the app that it opens. */
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

/** An address that may be opened or called; anything but http and https is refused. */
const addressOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text !== null && /^https?:\/\//.test(text) ? text : null;
};

/** Makes the notification of a message; an unreadable one still says that something arrived. */
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

/** Reads what a notification has stored. */
export function dataOf(data: unknown): NoticeData {
  const fields = fieldsOf(data);
  return {
    url: addressOf(fields["url"]),
    complete: addressOf(fields["complete"]),
    snooze: addressOf(fields["snooze"]),
  };
}
