/** A part that can wait. It is loaded and rendered once the page is complete, or when the user uses the page. */
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { whenQuiet } from "@/lib/quiet";

/** Does not render the page around the children again. */
export function WhenQuiet({ children }: { children: ReactNode }) {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    let isGone = false;
    void whenQuiet().then(() => {
      if (!isGone) setQuiet(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return isQuiet ? <Suspense fallback={null}>{children}</Suspense> : null;
}
