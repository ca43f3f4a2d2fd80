/** A callback with a constant identity whose behavior changes, so that lists do not render again. */
import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a function that stays the same and calls the newest `callback`; only for event handlers. */
export function useStableCallback<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const newestRef = useRef(callback);
  useLayoutEffect(() => {
    newestRef.current = callback;
  });
  return useCallback((...args: Args) => newestRef.current(...args), []);
}
