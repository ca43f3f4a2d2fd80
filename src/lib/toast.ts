/**
 * Short messages for what is there from the first moment: the library that shows them is fetched with the first one.
 * Screens that come later use the library itself.
 */
import type { toast as show } from "sonner";

type Show = typeof show;

const later =
  (kind: "success" | "info" | "error") =>
  (...args: Parameters<Show["success"]>): void => {
    void import("sonner").then(({ toast: shown }) => shown[kind](...args));
  };

/** Shows a message as soon as its place on the page is there. */
export const toast = { success: later("success"), info: later("info"), error: later("error") };

/** Begins the ids of messages that are the page's own, whoever is signed in. */
const OF_PAGE = "page.";

/** Names a message that stays when the person has gone. */
export const pageToastId = (name: string): string => OF_PAGE + name;

/** Takes away the messages that were for somebody who has gone. */
export function dismissPersonal(): void {
  void import("sonner").then(({ toast: shown }) => {
    for (const { id } of shown.getToasts()) if (!String(id).startsWith(OF_PAGE)) shown.dismiss(id);
  });
}
