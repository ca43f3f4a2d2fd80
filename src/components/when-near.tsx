/** What is large to fetch or to draw and stands far down a page: it is begun when the reader comes near to it. */
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";

/** How far below or above what is in sight something counts as near. */
const NEAR = "400px 0px";

/** Renders the fallback, which has to be as high as the children, until it is near to what is in sight and fetched. */
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
    // A printed page has all of it.
    window.addEventListener("beforeprint", show);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", show);
    };
  }, [isNear]);
  if (!isNear) return <div ref={placeRef}>{fallback}</div>;
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
