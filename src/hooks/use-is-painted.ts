import { startTransition, useEffect, useState } from "react";

/** Whether the browser has painted what the component first rendered. Of a hidden tab nothing is painted. */
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
