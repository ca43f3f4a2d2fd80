/**
 * Makes the sign-in provider and the live client agree (AUTH-11). The client learns of a sign-in a moment after the
 * provider. Until then it reports "not authenticated", which must not count as a refusal. Only a result that comes
 * after the client began to check counts.
 *   provider signed in ── client unaware ──► loading ── client checks ──► loading ── accepted ──► signedIn
 *                                                                             └── refused ──► onRefused()
 */
import { useEffect, useRef } from "react";
import { useConvex, useConvexAuth } from "convex/react";
import type { IdentityStatus } from "@/identity/identity-context";

/** If a connected client reports nothing for this time after a sign-in, that counts as a refusal. */
const SILENCE_MS = 15_000;

/** Calls `onRefused` if the server refuses the provider's token. */
export function useAgreedStatus(providerStatus: IdentityStatus, onRefused: () => void): IdentityStatus {
  const client = useConvex();
  const { isLoading, isAuthenticated } = useConvexAuth();
  const hasCheckedRef = useRef(false);
  const onRefusedRef = useRef(onRefused);
  useEffect(() => {
    onRefusedRef.current = onRefused;
  });

  useEffect(() => {
    if (providerStatus !== "signedIn") {
      hasCheckedRef.current = false;
      return;
    }
    if (isLoading || isAuthenticated) {
      hasCheckedRef.current = true;
      return;
    }
    if (hasCheckedRef.current) {
      onRefusedRef.current();
      return;
    }
    const timer = setInterval(() => {
      if (client.connectionState().isWebSocketConnected) onRefusedRef.current();
    }, SILENCE_MS);
    return () => clearInterval(timer);
  }, [providerStatus, isLoading, isAuthenticated, client]);

  if (providerStatus !== "signedIn") return providerStatus;
  return isAuthenticated ? "signedIn" : "loading";
}
