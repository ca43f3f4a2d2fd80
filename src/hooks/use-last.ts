/** What is there now, or was there last: what stays in a dialog while it closes, or in a list until the next one comes. */
import { useState } from "react";
import type { LiveQuery } from "@/hooks/use-live-query";

/**
 * Returns what a query gave, or while the next one loads what the last one gave, so that an option that is being
 * pressed does not vanish. Returns nothing while nothing is asked, or once it is refused.
 */
export function useLastData<T>(result: LiveQuery<T>, isAsked: boolean): T | undefined {
  const [last, setLast] = useState(result.data);
  const data = !isAsked ? undefined : result.status === "loading" ? last : result.data;
  if (data !== last) setLast(() => data);
  return data;
}

/** Returns the value, or the last one while there is none. */
export function useLast<Value>(now: Value): Value {
  const [last, setLast] = useState(now);
  const isNext = now !== null && now !== undefined && now !== last;
  if (isNext) setLast(() => now);
  return isNext ? now : last;
}
