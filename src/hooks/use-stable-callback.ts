/** A callback with a constant identity whose behavior changes, so that lists do not render again. */
import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a function of unchanging identity that calls the newest `callback`; for event handlers only. */
export function useStableCallback<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const newestRef = useRef(callback);
  useLayoutEffect(() => {
    newestRef.current = callback;
  });
  return useCallback((...args: Args) => newestRef.current(...args), []);
}
