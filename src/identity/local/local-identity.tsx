/**
 * The identity of users with a local account: a session cookie that scripts cannot read, and short-lived tokens for
 * the live client. All tabs of the browser share the session.
 */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { ConvexProviderWithAuth, useConvex } from "convex/react";
import { toast } from "@/lib/toast";
import { usePersonClient } from "@/identity/convex-client";
import {
  IdentityContext,
  IdentityPartsContext,
  SIGN_OUT_FAILED,
  type Identity,
  type IdentityParts,
  type IdentityUser,
  type ProviderProps,
  type UserMenuButtonProps,
} from "@/identity/identity-context";
import type { AccountUser } from "@/identity/local/account-api";
import { sessionStore } from "@/identity/local/page-session";
import type { SessionState } from "@/identity/local/session-store";
import { useAgreedStatus } from "@/identity/use-agreed-status";
import { lateLazy } from "@/lib/ready-lazy";
import { avatarUrl } from "@/entities/people/avatar-url";
import { Avatar } from "@/components/ui/avatar";
import { MenuButton } from "@/components/ui/menu-button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useIdentity } from "@/identity/identity";
import { api } from "@convex/_generated/api";
import { late } from "@/components/late";

const UserMenu = late(async () => (await import("@/identity/local/user-menu")).UserMenu);

function LocalUserMenuButton({ children }: UserMenuButtonProps) {
  const { user, signOut } = useIdentity();
  const me = useLiveQuery(api.accounts.users.me, {}).data;
  if (!user) return null;
  const name = me?.name ?? (user.name || user.email);
  return (
    <MenuButton
      variant="ghost"
      size="icon"
      className="rounded-full"
      aria-label={`User menu of ${name}`}
      preload={UserMenu.fetch}
      menu={(place) => (
        <UserMenu place={place} name={name} email={me?.email ?? user.email} onSignOut={() => void signOut()}>
          {children}
        </UserMenu>
      )}
    >
      <Avatar name={name} imageUrl={avatarUrl(me?.avatarPath) ?? user.imageUrl} />
    </MenuButton>
  );
}

// The forms load on demand, because a signed-in user never needs them.
const parts: IdentityParts = {
  SignInForm: lateLazy(async () => (await import("@/identity/local/sign-in-form")).LocalSignInForm),
  SignUpForm: lateLazy(async () => (await import("@/identity/local/sign-up-form")).LocalSignUpForm),
  UserMenuButton: LocalUserMenuButton,
  SecurityProvider: lateLazy(
    async () => (await import("@/identity/local/local-security")).LocalSecurityProvider,
  ),
};

function useSession(): SessionState {
  const store = sessionStore();
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** Null if nobody is signed in, undefined while that is not known. */
function usePersonId(): string | null | undefined {
  const session = useSession();
  if (session.status === "loading") return undefined;
  return session.status === "signedIn" ? session.user.id : null;
}

/** The authentication hook that the live client expects. Another user gets a new `fetchAccessToken`. */
function useLocalAuth() {
  const personId = usePersonId();
  return useMemo(
    () => ({
      isLoading: personId === undefined,
      isAuthenticated: typeof personId === "string",
      fetchAccessToken: () => sessionStore().fetchToken(personId ?? null),
    }),
    [personId],
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
  const client = useConvex();
  const status = useAgreedStatus(session.status, () => void sessionStore().end());
  useEffect(() => sessionStore().watchPage(), []);
  useEffect(() => {
    // At this point the provider around this component has given the client its token. Earlier queries would be
    // sent without a token.
    if (session.status === "signedIn") askFirst?.(client);
  }, [session.status, askFirst, client]);

  const identity = useMemo<Identity>(
    () => ({
      status,
      ...(session.status === "signedIn"
        ? {
            user: identityUser(session.user),
            fetchToken: () => sessionStore().fetchToken(session.user.id),
          }
        : {}),
      ...(session.status === "signedOut" ? { signedOutReason: session.reason } : {}),
      signOut,
      endSession: () => sessionStore().end(),
    }),
    [status, session],
  );
  return <IdentityContext value={identity}>{children}</IdentityContext>;
}

export function LocalIdentityProvider({ children, askFirst }: ProviderProps) {
  const client = usePersonClient(usePersonId());
  return (
    <ConvexProviderWithAuth client={client} useAuth={useLocalAuth}>
      <IdentityPartsContext value={parts}>
        <LocalIdentity askFirst={askFirst}>{children}</LocalIdentity>
      </IdentityPartsContext>
    </ConvexProviderWithAuth>
  );
}
