/**
 * The app with stored data, while it cannot find out who is signed in. It is read only. The live app replaces it
 * when the server can be reached.
 */
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { ConvexProvider } from "convex/react";
import { MessagePage } from "@/components/message-page";
import { Button } from "@/components/ui/button";
import { OfflineContext } from "@/hooks/use-offline";
import { LoadingAuthentication } from "@/identity/loading-authentication";
import { makeOfflineClient } from "@/identity/offline/offline-client";
import { lastSeen, type Seen } from "@/lib/last-seen/last-seen";

/** Without stored results, says so. */
export function OfflineReading({ children }: { children: ReactNode }) {
  const [seen, setSeen] = useState<Seen | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void lastSeen()
      .read()
      .then((found) => {
        if (isCurrent) setSeen(found);
      });
    return () => {
      isCurrent = false;
    };
  }, []);
  const client = useMemo(() => (seen ? makeOfflineClient(seen.answers) : null), [seen]);
  if (seen && client) {
    return (
      <ConvexProvider client={client}>
        <OfflineContext value={{ at: seen.at }}>{children}</OfflineContext>
      </ConvexProvider>
    );
  }
  if (seen === undefined) return <LoadingAuthentication />;
  // A device may report a connection although its router has none, so the app itself notifies the user.
  return (
    <MessagePage
      title={navigator.onLine ? "Studbook is not responding" : "You are offline"}
      actions={<Button onClick={() => window.location.reload()}>Try Again</Button>}
    >
      <p>Once you have signed in on this device, Studbook also opens here without a connection.</p>
    </MessagePage>
  );
}
