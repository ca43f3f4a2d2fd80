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
