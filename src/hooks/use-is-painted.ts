/** The moment after the first picture of a part, so that a slow phone reacts to a tap between two parts. */
import { startTransition, useEffect, useState } from "react";

/** Whether the browser has painted what the component first rendered. A hidden tab paints nothing. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const tell = () => startTransition(() => setPainted(true));
    if (document.hidden) {
      tell();
      return undefined;
    }
    const frame = requestAnimationFrame(tell);
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
