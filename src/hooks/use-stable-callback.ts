/**
 * A callback that always has the same identity but calls the newest function, so that lists do not render again.
 */
import { useCallback, useLayoutEffect, useRef } from "react";

/** Only for event handlers. */
export function useStableCallback<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const newestRef = useRef(callback);
  useLayoutEffect(() => {
    newestRef.current = callback;
  });
  return useCallback((...args: Args) => newestRef.current(...args), []);
}
