/** The place where short messages appear; each hides by itself after six seconds and is read out politely. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Toaster as Sonner } from "sonner";

/** How long a toast stays, in milliseconds; the product documents say six seconds. */
export const TOAST_DURATION_MS = 6000;

/** Renders the toasts of the whole app, once. */
export function Toaster({ dark }: { dark: boolean }) {
  return (
    <Sonner
      theme={dark ? "dark" : "light"}
      duration={TOAST_DURATION_MS}
      position="bottom-center"
      containerAriaLabel="Messages"
      closeButton
      icons={{
        success: <CircleCheck aria-hidden className="size-5 text-success" />,
        error: <CircleAlert aria-hidden className="size-5 text-error" />,
        warning: <TriangleAlert aria-hidden className="size-5 text-warning" />,
        info: <Info aria-hidden className="size-5 text-info" />,
      }}
      toastOptions={{
        style: {
          background: "var(--popover)",
          color: "var(--popover-foreground)",
          border: "1px solid var(--border)",
          fontFamily: "var(--font-sans)",
          fontSize: "0.95rem",
          borderRadius: "0.5rem",
        },
      }}
    />
  );
}
