/** A large part far down a page. It is loaded and rendered when the reader scrolls near it. */
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";

const NEAR = "400px 0px";

/** The fallback must have the height of the children. */
export function WhenNear({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const placeRef = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !placeRef.current) return;
    const show = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: NEAR },
    );
    observer.observe(placeRef.current);
    // A printed page contains all its parts.
    window.addEventListener("beforeprint", show);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", show);
    };
  }, [isNear]);
  if (!isNear) return <div ref={placeRef}>{fallback}</div>;
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
