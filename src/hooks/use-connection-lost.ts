/** Whether the server has been out of reach long enough to tell the breeder: the browser or the live connection says so. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useConvexConnectionState } from "convex/react";

/** A shorter interruption is not mentioned. */
const GRACE_MS = 1500;

function subscribeToBrowser(listener: () => void): () => void {
  const watching = new AbortController();
  window.addEventListener("online", listener, { signal: watching.signal });
  window.addEventListener("offline", listener, { signal: watching.signal });
  return () => watching.abort();
}

/** Returns true while the server has been unreachable for a moment. */
export function useConnectionLost(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  // A socket may stay open for a minute after the network went; the browser knows at once.
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
