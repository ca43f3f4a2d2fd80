/** A live query's data for a list in which somebody is choosing. */
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
