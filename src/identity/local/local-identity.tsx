/**
 * The identity of people with a local account: a session cookie that scripts cannot read, and short-lived
 * tokens for the live client. The session is shared by all tabs of the browser.
 */
import { lazy, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { ConvexProviderWithAuth } from "convex/react";
import { toast } from "@/lib/toast";
import { convexClient } from "@/identity/convex-client";
import {
  IdentityContext,
  IdentityPartsContext,
  SIGN_OUT_FAILED,
  type Identity,
  type IdentityParts,
  type IdentityUser,
  type ProviderProps,
} from "@/identity/identity-context";
import type { AccountUser } from "@/identity/local/account-api";
import { sessionStore } from "@/identity/local/page-session";
import type { SessionState } from "@/identity/local/session-store";
import { LocalUserMenuButton } from "@/identity/local/user-menu-button";
import { useAgreedStatus } from "@/identity/use-agreed-status";

// The forms come when they are needed: who is signed in already never does.
const parts: IdentityParts = {
  SignInForm: lazy(async () => ({
    default: (await import("@/identity/local/sign-in-form")).LocalSignInForm,
  })),
  SignUpForm: lazy(async () => ({
    default: (await import("@/identity/local/sign-up-form")).LocalSignUpForm,
  })),
  UserMenuButton: LocalUserMenuButton,
  SecurityProvider: lazy(async () => ({
    default: (await import("@/identity/local/local-security")).LocalSecurityProvider,
  })),
};

function useSession(): SessionState {
  const store = sessionStore();
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** The shape that the live client wants; a new person means a new `fetchAccessToken`. */
function useLocalAuth() {
  const session = useSession();
  const userId = session.status === "signedIn" ? session.user.id : null;
  const fetchAccessToken = useCallback(
    () => (userId === null ? Promise.resolve(null) : sessionStore().fetchToken()),
    [userId],
  );
  return useMemo(
    () => ({
      isLoading: session.status === "loading",
      isAuthenticated: session.status === "signedIn",
      fetchAccessToken,
    }),
    [session.status, fetchAccessToken],
  );
}

function identityUser(user: AccountUser): IdentityUser {
  return { name: user.name, email: user.email, firstName: user.firstName ?? undefined };
}

async function signOut(): Promise<void> {
  try {
    await sessionStore().signOut();
  } catch {
    toast.error(SIGN_OUT_FAILED);
  }
}

function LocalIdentity({ children, askFirst }: ProviderProps) {
  const session = useSession();
  const status = useAgreedStatus(session.status, () => void sessionStore().end());
  useEffect(() => sessionStore().watchPage(), []);
  useEffect(() => {
    // The provider around this has given the client its token by now, so nothing is asked without one.
    if (session.status === "signedIn") askFirst?.(convexClient());
  }, [session.status, askFirst]);

  const identity = useMemo<Identity>(
    () => ({
      status,
      ...(session.status === "signedIn" ? { user: identityUser(session.user) } : {}),
      ...(session.status === "signedOut" ? { signedOutReason: session.reason } : {}),
      signOut,
      endSession: () => sessionStore().end(),
      fetchToken: () => sessionStore().fetchToken(),
    }),
    [status, session],
  );
  return <IdentityContext value={identity}>{children}</IdentityContext>;
}

/** Provides the local identity and the live client. */
export function LocalIdentityProvider({ children, askFirst }: ProviderProps) {
  return (
    <ConvexProviderWithAuth client={convexClient()} useAuth={useLocalAuth}>
      <IdentityPartsContext value={parts}>
        <LocalIdentity askFirst={askFirst}>{children}</LocalIdentity>
      </IdentityPartsContext>
    </ConvexProviderWithAuth>
  );
}
