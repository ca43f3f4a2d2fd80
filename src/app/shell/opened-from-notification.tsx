/** Opens the address of a tapped notification in the page that is already open, so that no typed text is lost. */
import { useEffect } from "react";
import { useNavigate } from "@/lib/router";

/** Null if the message requests no address. */
export function askedPage(message: unknown, origin: string): string | null {
  if (typeof message !== "object" || message === null) return null;
  if (!("type" in message) || message.type !== "OPEN") return null;
  if (!("url" in message) || typeof message.url !== "string") return null;
  const url = new URL(message.url, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}

export function OpenedFromNotification() {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const follow = ({ data }: MessageEvent<unknown>) => {
      const page = askedPage(data, window.location.origin);
      if (page !== null) void navigate(page);
    };
    navigator.serviceWorker.addEventListener("message", follow);
    return () => navigator.serviceWorker.removeEventListener("message", follow);
  }, [navigate]);
  return null;
}
