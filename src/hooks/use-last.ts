/** Keeps the last value, for a dialog while it closes, or for a list while the next list loads. */
import { useState } from "react";
import type { LiveQuery } from "@/hooks/use-live-query";

/**
 * While the next query loads, returns the last data, so that an option does not disappear while the user presses
 * it. Returns undefined if `isAsked` is false or the query failed.
 */
export function useLastData<T>(result: LiveQuery<T>, isAsked: boolean): T | undefined {
  const [last, setLast] = useState(result.data);
  const data = !isAsked ? undefined : result.status === "loading" ? last : result.data;
  if (data !== last) setLast(() => data);
  return data;
}

export function useLast<Value>(now: Value): Value {
  const [last, setLast] = useState(now);
  const isNext = now !== null && now !== undefined && now !== last;
  if (isNext) setLast(() => now);
  return isNext ? now : last;
}
