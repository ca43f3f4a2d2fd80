/** A part that can wait: it is loaded and rendered when the page is complete, or when the user uses it. */
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { whenQuiet } from "@/lib/quiet";

/** Renders the children from then on, without rendering the page around them again. */
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
