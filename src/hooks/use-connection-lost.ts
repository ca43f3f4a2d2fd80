/** Whether the live connection has been away long enough to tell the breeder. */
import { useEffect, useState } from "react";
import { useConvexConnectionState } from "convex/react";

/** A blip shorter than this is not worth a word. */
const GRACE_MS = 1500;

/** Returns true while the server cannot be reached and has not been for a moment. */
export function useConnectionLost(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  const [isPastGrace, setPastGrace] = useState(false);
  useEffect(() => {
    if (isWebSocketConnected) return;
    const timer = setTimeout(() => setPastGrace(true), GRACE_MS);
    return () => {
      clearTimeout(timer);
      setPastGrace(false);
    };
  }, [isWebSocketConnected]);
  return isPastGrace && !isWebSocketConnected;
}
