/** Whether the server has been unreachable long enough to notify the user. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useConvexConnectionState } from "convex/react";

/** An interruption shorter than this is not shown. */
const GRACE_MS = 1500;

function subscribeToBrowser(listener: () => void): () => void {
  const watching = new AbortController();
  window.addEventListener("online", listener, { signal: watching.signal });
  window.addEventListener("offline", listener, { signal: watching.signal });
  return () => watching.abort();
}

export function useConnectionLost(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  // A socket may stay open for a minute after the network is lost, but the browser notices the loss immediately.
  const isOnline = useSyncExternalStore(subscribeToBrowser, () => navigator.onLine);
  const isReachable = isOnline && isWebSocketConnected;
  const [isPastGrace, setPastGrace] = useState(false);
  useEffect(() => {
    if (isReachable) return;
    const timer = setTimeout(() => setPastGrace(true), GRACE_MS);
    return () => {
      clearTimeout(timer);
      setPastGrace(false);
    };
  }, [isReachable]);
  return isPastGrace && !isReachable;
}
