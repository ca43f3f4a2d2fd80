/**
 * The signed-in user's kennels and the current kennel, which the address names. An address without a kennel opens
 * the kennel that was last open on any device, or else the first (KEN-01). Without a kennel, nothing below this
 * component is mounted. When a membership ends, the kennel's data disappears in the same update.
 */
import { useEffect, useMemo, useRef, useState } from "react";
import { useMutation } from "convex/react";
import { Navigate, Outlet, useLocation, useParams } from "react-router-dom";
import { LostKennelPage, NoKennelPage, NotMemberPage } from "@/app/lost-kennel-page";
import { paths } from "@/app/paths";
import { ShellSkeleton } from "@/app/shell/page-skeleton";
import { Deferred } from "@/components/deferred";
import { LoadError } from "@/components/load-error";
import { MessagePage } from "@/components/message-page";
import { KennelContext, seenScope, type KennelContextValue, type KennelSummary } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useOffline } from "@/hooks/use-offline";
import { useIdentity } from "@/identity/identity";
import { ownTimeZone } from "@/lib/time-zone";
import { lastSeen } from "@/lib/last-seen/last-seen";
import { AddressedKennelProvider } from "@/lib/router";
import { kennelPath } from "@domain/kennels/kennel-path";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

type EnsuredUser = { isReady: boolean; lastKennelId: string | null; hasFailed: boolean; retry: () => void };

/** The row is created at the first sign-in. `isReady` says whether it exists. */
function useEnsuredUser(): EnsuredUser {
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
    const timeZone = ownTimeZone();
    ensure({ timeZone }).catch(() => setFailed(true));
  }, [ensure, attempt, isOffline]);

  const retry = () => {
    hasAskedRef.current = false;
    setFailed(false);
    setAttempt((count) => count + 1);
    if (me.status === "error") me.retry();
  };
  const isReady = me.status === "ready" && me.data !== null;
  const lastKennelId = me.data?.lastKennelId ?? null;
  return { isReady, lastKennelId, hasFailed: !isReady && (hasFailed || me.status === "error"), retry };
}

function hasAccess(
  kennel: KennelSummary,
  area: keyof KennelSummary["permissions"],
  access: "read" | "write",
) {
  const right = kennel.permissions[area];
  return right === "write" || (right === "read" && access === "read");
}

export function KennelProvider() {
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
  return <AddressedKennel kennels={list.data} lastKennelId={user.lastKennelId} />;
}

type AddressedKennelProps = { kennels: readonly KennelSummary[]; lastKennelId: string | null };

function AddressedKennel({ kennels, lastKennelId }: AddressedKennelProps) {
  const { kennelId } = useParams();
  const location = useLocation();
  const isOffline = useOffline() !== null;
  useEffect(() => {
    if (!isOffline) lastSeen().keepOnly(kennels.map(seenScope));
  }, [kennels, isOffline]);

  // Its name is still known after the user loses access.
  const [shown, setShown] = useState<{ id: string; name: string } | null>(null);
  const [leavingId, setLeavingId] = useState<string | null>(null);
  const kennel = kennels.find(({ _id }) => _id === kennelId);
  if (kennel && (shown?.id !== kennel._id || shown.name !== kennel.name)) {
    setShown({ id: kennel._id, name: kennel.name });
  }
  if (kennel) return <CurrentKennel kennel={kennel} kennels={kennels} setLeavingId={setLeavingId} />;

  const isLost = kennelId !== undefined && shown?.id === kennelId;
  if (isLost && leavingId !== kennelId) return <LostKennelPage name={shown.name} next={kennels[0] ?? null} />;
  if (kennelId !== undefined && !isLost) return <NotMemberPage kennels={kennels} />;
  const next = kennels.find(({ _id }) => _id === lastKennelId) ?? kennels[0];
  if (!next) return <NoKennelPage />;
  const screen = isLost ? paths.dashboard : location.pathname + location.search + location.hash;
  return (
    <Navigate to={kennelPath(next._id, screen)} state={isLost ? null : (location.state as unknown)} replace />
  );
}

/** The next page without a kennel in its address opens the stored kennel. */
function useRememberedKennel(kennelId: KennelSummary["_id"]): void {
  const remember = useMutation(api.accounts.users.rememberKennel);
  const isOffline = useOffline() !== null;
  useEffect(() => {
    // A failure has no consequence that the user would notice.
    if (!isOffline) void remember({ kennelId }).catch(() => undefined);
  }, [remember, kennelId, isOffline]);
}

type CurrentKennelProps = {
  kennel: KennelSummary;
  kennels: readonly KennelSummary[];
  setLeavingId: (kennelId: string | null) => void;
};

function CurrentKennel({ kennel, kennels, setLeavingId }: CurrentKennelProps) {
  const isOffline = useOffline() !== null;
  useRememberedKennel(kennel._id);
  const value = useMemo<KennelContextValue>(
    () => ({
      kennel,
      kennels,
      kennelId: kennel._id,
      role: kennel.role,
      hasRight: (area, access) => hasAccess(kennel, area, access),
      can: (area, access) => (access === "read" || !isOffline) && hasAccess(kennel, area, access),
      startLeaving: () => setLeavingId(kennel._id),
      stopLeaving: () => setLeavingId(null),
    }),
    [kennel, kennels, isOffline, setLeavingId],
  );
  // The key mounts new components for each kennel, so no data of one kennel appears in another.
  return (
    <KennelContext.Provider value={value}>
      <AddressedKennelProvider value={kennel._id}>
        <Deferred key={kennel._id} fallback={<ShellSkeleton />}>
          <Outlet />
        </Deferred>
      </AddressedKennelProvider>
    </KennelContext.Provider>
  );
}
