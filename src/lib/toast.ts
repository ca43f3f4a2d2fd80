/**
 * Short messages for code that runs from the start. The toast library loads with the first message. Screens that
 * load later use the library directly.
 */
import type { toast as show } from "sonner";

type Show = typeof show;

const later =
  (kind: "success" | "info" | "error") =>
  (...args: Parameters<Show["success"]>): void => {
    void import("sonner").then(({ toast: shown }) => shown[kind](...args));
  };

/** Waits until the container of messages is on the page. */
export const toast = { success: later("success"), info: later("info"), error: later("error") };

/** Prefix of the ids of messages that belong to the page, not to the signed-in user. */
const OF_PAGE = "page.";

export const pageToastId = (name: string): string => OF_PAGE + name;

export function dismissPersonal(): void {
  void import("sonner").then(({ toast: shown }) => {
    for (const { id } of shown.getToasts()) if (!String(id).startsWith(OF_PAGE)) shown.dismiss(id);
  });
}
