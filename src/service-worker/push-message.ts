/**
 * Converts a push message from the server (convex/deliveries/actions/pushChannel.ts) to a notification. A button is
 * shown only if the message has its address.
 */

/** The data that a notification stores for when the user taps it. */
export interface NoticeData {
  /** The page of the app that the notification opens. */
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

/** Returns an address that may be opened or called; null for any address other than http and https. */
const addressOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text !== null && /^https?:\/\//.test(text) ? text : null;
};

/**
 * Creates the notification of a message. If the message is unreadable, the notification only says that something
 * is due.
 */
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

/** Reads the data that a notification has stored. */
export function dataOf(data: unknown): NoticeData {
  const fields = fieldsOf(data);
  return {
    url: addressOf(fields["url"]),
    complete: addressOf(fields["complete"]),
    snooze: addressOf(fields["snooze"]),
  };
}
