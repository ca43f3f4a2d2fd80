/**
 * The page while it is not yet known who is signed in. At first it shows the usual words. If the server does not
 * respond, it shows the stored data. A failed request shows the stored data immediately, a hanging request after a
 * while.
 */
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { LoadingAuthentication } from "@/identity/loading-authentication";
import { onUnreached } from "@/identity/offline/unreached";
import { lateLazy } from "@/lib/ready-lazy";

/** The limit if no request has failed. */
const PATIENCE_MS = 5000;

const OfflineReading = lateLazy(
  async () => (await import("@/identity/offline/offline-reading")).OfflineReading,
);

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
