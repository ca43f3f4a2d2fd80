/** What is there now, or was there last: what stays in a dialog while it closes, or in a list until the next one comes. */
import { useState } from "react";

/** Returns the value, or the last one while there is none. */
export function useLast<Value>(now: Value): Value {
  const [last, setLast] = useState(now);
  const isNext = now !== null && now !== undefined && now !== last;
  if (isNext) setLast(() => now);
  return isNext ? now : last;
}
