/**
 * Knows the signed-in breeder's kennels and the one they work in. The choice is remembered in browser storage
 * and falls back to the first kennel (KEN-01). Nothing below is mounted without a kennel, so when a membership
 * ends its data is gone from the screen with the same update that ends it.
 */
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import { ShellSkeleton } from "@/app/shell/page-skeleton";
import { LostKennelPage, NoKennelPage } from "@/app/lost-kennel-page";
import { Deferred } from "@/components/deferred";
import { LoadError } from "@/components/load-error";
import { MessagePage } from "@/components/message-page";
import { KennelContext, seenScope, type KennelContextValue, type KennelSummary } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useOffline } from "@/hooks/use-offline";
import { useIdentity } from "@/identity/identity";
import { readStored, writeStored } from "@/lib/browser-storage";
import { lastSeen } from "@/lib/last-seen/last-seen";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

const KENNEL_STORAGE_KEY = "studbook.kennel";

/** Makes the user row and the first kennel at the first sign-in; returns whether the user row is there. */
function useEnsuredUser(): { isReady: boolean; hasFailed: boolean; retry: () => void } {
  const me = useLiveQuery(api.accounts.users.me, {});
  const ensure = useMutation(api.accounts.users.ensure);
  const hasAskedRef = useRef(false);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isOffline = useOffline() !== null;
  const ownId = isOffline ? undefined : me.data?._id;

  useEffect(() => {
    if (ownId) lastSeen().own(ownId);
  }, [ownId]);

  useEffect(() => {
    if (isOffline || hasAskedRef.current) return;
    hasAskedRef.current = true;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    ensure({ timeZone }).catch(() => setFailed(true));
  }, [ensure, attempt, isOffline]);

  const retry = () => {
    hasAskedRef.current = false;
    setFailed(false);
    setAttempt((count) => count + 1);
    if (me.status === "error") me.retry();
  };
  const isReady = me.status === "ready" && me.data !== null;
  return { isReady, hasFailed: !isReady && (hasFailed || me.status === "error"), retry };
}

function hasAccess(
  kennel: KennelSummary,
  area: keyof KennelSummary["permissions"],
  access: "read" | "write",
) {
  const right = kennel.permissions[area];
  return right === "write" || (right === "read" && access === "read");
}

/** Renders the children with the current kennel, or what stands in their place while there is none. */
export function KennelProvider({ children }: { children: ReactNode }) {
  const { endSession } = useIdentity();
  const user = useEnsuredUser();
  const list = useLiveQuery(api.kennels.kennels.list, user.isReady ? {} : "skip");

  const isSessionRefused = list.status === "error" && getErrorData(list.error)?.code === "UNAUTHENTICATED";
  useEffect(() => {
    if (isSessionRefused) void endSession();
  }, [isSessionRefused, endSession]);

  if (user.hasFailed || list.status === "error") {
    const retry = user.hasFailed ? user.retry : list.retry;
    return (
      <MessagePage title="Your kennel could not be opened" actions={null}>
        <LoadError message="Failed to load kennels" onRetry={retry} />
      </MessagePage>
    );
  }
  if (list.status === "loading") return <ShellSkeleton />;
  return <CurrentKennel kennels={list.data}>{children}</CurrentKennel>;
}

function CurrentKennel({ kennels, children }: { kennels: readonly KennelSummary[]; children: ReactNode }) {
  const [current, setCurrent] = useState<{ id: string; name: string } | null>(null);
  const [leavingId, setLeavingId] = useState<string | null>(null);
  const [rememberedId] = useState(() => readStored(KENNEL_STORAGE_KEY));

  const chosen = kennels.find((kennel) => kennel._id === (current?.id ?? rememberedId));
  const lostName = current !== null && !chosen && leavingId !== current.id ? current.name || null : null;
  const kennel = chosen ?? (lostName !== null ? undefined : kennels[0]);

  // Remembers what is shown, so that its loss can be told by name. A kennel that was just made may be chosen a
  // moment before the list has it.
  const isAwaited = current?.name === "" && !chosen;
  if (kennel && !isAwaited && (current?.id !== kennel._id || current?.name !== kennel.name)) {
    setCurrent({ id: kennel._id, name: kennel.name });
  }
  const isOffline = useOffline() !== null;
  useEffect(() => {
    if (!isOffline) lastSeen().keepOnly(kennels.map(seenScope));
  }, [kennels, isOffline]);
  const shownId = kennel?._id;
  useEffect(() => {
    if (shownId) writeStored(KENNEL_STORAGE_KEY, shownId);
  }, [shownId]);

  const value = useMemo<KennelContextValue | null>(() => {
    if (!kennel) return null;
    return {
      kennel,
      kennels,
      kennelId: kennel._id,
      role: kennel.role,
      // Without a connection nothing can be changed.
      can: (area, access) => (access === "read" || !isOffline) && hasAccess(kennel, area, access),
      chooseKennel: (kennelId) => {
        setLeavingId(null);
        const next = kennels.find((candidate) => candidate._id === kennelId);
        setCurrent({ id: kennelId, name: next?.name ?? "" });
      },
      startLeaving: () => setLeavingId(kennel._id),
      stopLeaving: () => setLeavingId(null),
    };
  }, [kennel, kennels, isOffline]);

  if (lostName !== null) {
    return <LostKennelPage name={lostName} kennels={kennels} onGoOn={() => setCurrent(null)} />;
  }
  if (!value) return <NoKennelPage />;
  // The key gives every kennel its own screens, so nothing of one is seen in another.
  return (
    <KennelContext.Provider value={value}>
      <Deferred key={value.kennelId} fallback={<ShellSkeleton />}>
        {children}
      </Deferred>
    </KennelContext.Provider>
  );
}
