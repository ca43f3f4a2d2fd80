/** A place for what can wait: it is fetched and made when the opened page stands, or is used, and not before. */
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { whenQuiet } from "@/lib/quiet";

/** Renders the children from then on; the page around them is not made again for it. */
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
