/**
 * The place for short messages. A message disappears after six seconds, unless it sets another duration. Screen
 * readers announce it without interrupting.
 */
import { useEffect } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Toaster as Sonner, useSonner } from "sonner";

/** The product documents say six seconds. */
export const TOAST_DURATION_MS = 6000;

/**
 * Tells a tapped message that the pointer has left. After a tap, touch devices report a pointer over the message,
 * which would keep the message forever.
 */
function useReleaseAfterTap(): void {
  useEffect(() => {
    const release = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !window.matchMedia("(hover: none)").matches) return;
      const place = target.closest("[data-sonner-toaster]");
      place?.dispatchEvent(new MouseEvent("mouseout", { bubbles: true, relatedTarget: document.body }));
    };
    document.addEventListener("click", release);
    return () => document.removeEventListener("click", release);
  }, []);
}

/**
 * Marks the page while messages are shown, so that dialogs and pages leave room for them. A CSS `:has` rule would
 * be evaluated at every change of the page.
 */
function useMessagesMark(): void {
  const { toasts } = useSonner();
  const hasMessages = toasts.length > 0;
  useEffect(() => {
    document.body.toggleAttribute("data-has-messages", hasMessages);
    return () => document.body.removeAttribute("data-has-messages");
  }, [hasMessages]);
}

/** Mounted once for the whole app. */
export function Toaster({ dark }: { dark: boolean }) {
  useReleaseAfterTap();
  useMessagesMark();
  return (
    <Sonner
      theme={dark ? "dark" : "light"}
      duration={TOAST_DURATION_MS}
      position="bottom-center"
      // Toasts are above dialogs, and below open menus and lists.
      style={{ zIndex: 60 }}
      containerAriaLabel="Messages"
      closeButton
      icons={{
        success: <CircleCheck aria-hidden className="size-5 text-success" />,
        error: <CircleAlert aria-hidden className="size-5 text-error" />,
        warning: <TriangleAlert aria-hidden className="size-5 text-warning" />,
        info: <Info aria-hidden className="size-5 text-info" />,
      }}
      toastOptions={{
        actionButtonStyle: { background: "var(--primary)", color: "var(--primary-foreground)" },
        cancelButtonStyle: { background: "var(--secondary)", color: "var(--secondary-foreground)" },
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
