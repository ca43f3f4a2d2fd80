/**
 * A push message as the server writes it (convex/deliveries/actions/pushChannel.ts), made into what the browser shows: its
 * buttons are there only where the message has their addresses.
 */

/** What a notification remembers for when it is tapped. */
export interface NoticeData {
  /** The page of the app that it leads to. */
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

/** An address that may be opened or called; anything else than the web is none. */
const addressOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text !== null && /^https?:\/\//.test(text) ? text : null;
};

/** Makes the notification of a message; one that cannot be read still says that there is something. */
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

/** Reads back what a notification remembers. */
export function dataOf(data: unknown): NoticeData {
  const fields = fieldsOf(data);
  return {
    url: addressOf(fields["url"]),
    complete: addressOf(fields["complete"]),
    snooze: addressOf(fields["snooze"]),
  };
}
