/**
 * What the page shows while it is not yet known who is signed in: first the usual words, then, if the server does
 * not respond, what was last seen. A failed request shows it at once; one that hangs is given up.
 */
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { LoadingAuthentication } from "@/identity/loading-authentication";
import { onUnreached } from "@/identity/offline/unreached";
import { lateLazy } from "@/lib/ready-lazy";

/** How long the server may take if nothing says that it cannot be reached. */
const PATIENCE_MS = 5000;

const OfflineReading = lateLazy(
  async () => (await import("@/identity/offline/offline-reading")).OfflineReading,
);

/** Renders the words, then the children as they were last seen. */
export function WhileLoading({ children }: { children: ReactNode }) {
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    const giveUp = () => setOffline(true);
    const timer = setTimeout(giveUp, PATIENCE_MS);
    window.addEventListener("offline", giveUp);
    const stop = onUnreached(giveUp);
    return () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener("offline", giveUp);
    };
  }, []);
  if (!isOffline) return <LoadingAuthentication />;
  return (
    <Suspense fallback={<LoadingAuthentication />}>
      <OfflineReading>{children}</OfflineReading>
    </Suspense>
  );
}
