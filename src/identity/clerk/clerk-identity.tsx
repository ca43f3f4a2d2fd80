/**
 * The identity of users who sign in with Clerk. Clerk shares its session between tabs and renders the forms and the
 * user menu. This module integrates them into the pages.
 */
import { useCallback, useMemo, useState, type ReactNode, createContext, use, useRef } from "react";
import { ClerkProvider, SignIn, SignUp, useAuth, useClerk, UserButton, useUser } from "@clerk/clerk-react";
import { ConvexProviderWithClerk } from "convex/react-clerk";
import { toast } from "@/lib/toast";
import { usePersonClient } from "@/identity/convex-client";
import { clerkPublishableKey } from "@/identity/environment";
import {
  IdentityContext,
  IdentityPartsContext,
  SIGN_OUT_FAILED,
  type Identity,
  type IdentityParts,
  type IdentityStatus,
  type IdentityUser,
  type SignedOutReason,
  type SignInFormProps,
} from "@/identity/identity-context";
import { useAgreedStatus } from "@/identity/use-agreed-status";
import { lateLazy } from "@/lib/ready-lazy";

const RETRY_MS = 3_000;
/** If the server refuses a token that was fetched less than this time ago, the refusal is final. */
const LAST_WORD_MS = 20_000;

type Attempts = { attempt: number; tryAgain: () => void };

const AttemptsContext = createContext<Attempts>({ attempt: 0, tryAgain: () => undefined });

/**
 * Counts the attempts to get a token. Clerk's tokens are valid for a minute. After a moment without network the
 * live client stops trying, but this must not sign the user out.
 */
function TokenAttemptProvider({ children }: { children: ReactNode }) {
  const [attempt, setAttempt] = useState(0);
  const attempts = useMemo(() => ({ attempt, tryAgain: () => setAttempt((count) => count + 1) }), [attempt]);
  return <AttemptsContext value={attempts}>{children}</AttemptsContext>;
}

/** The client fetches a token again when the user's role changes. */
function useAuthForConvex() {
  const { attempt } = use(AttemptsContext);
  const { isLoaded, isSignedIn, getToken, orgId, orgRole, sessionId, sessionClaims } = useAuth();
  const role = `${orgRole ?? ""}#${attempt}`;
  return { isLoaded, isSignedIn, getToken, orgId, orgRole: role, sessionId, sessionClaims };
}

/**
 * The function runs when the live client has given up on the token. It waits until Clerk can be reached and tries
 * once more. If the server also refused a fresh token, it calls `onLastWord`.
 */
function useRefusal(onLastWord: () => void): () => void {
  const { getToken } = useAuth();
  const { tryAgain } = use(AttemptsContext);
  const triedAtRef = useRef(-LAST_WORD_MS);
  const isWaitingRef = useRef(false);

  return useCallback(() => {
    if (isWaitingRef.current) return;
    if (performance.now() - triedAtRef.current < LAST_WORD_MS) {
      onLastWord();
      return;
    }
    isWaitingRef.current = true;
    const attempt = async (): Promise<void> => {
      const token = await getToken({ template: "convex", skipCache: true });
      isWaitingRef.current = false;
      triedAtRef.current = performance.now();
      if (token === null) onLastWord();
      else tryAgain();
    };
    const untilReached = (): void => {
      attempt().catch(() => setTimeout(untilReached, RETRY_MS));
    };
    untilReached();
  }, [getToken, tryAgain, onLastWord]);
}

/**
 * The page already has a title and a link to the other page, so Clerk's forms have no card, header or footer link.
 */
const clerkAppearance = {
  variables: {
    colorPrimary: "var(--primary)",
    colorPrimaryForeground: "var(--primary-foreground)",
    colorForeground: "var(--foreground)",
    colorMutedForeground: "var(--muted-foreground)",
    colorBackground: "var(--background)",
    colorInput: "var(--card)",
    colorInputForeground: "var(--foreground)",
    colorBorder: "var(--input)",
    colorDanger: "var(--error)",
    colorSuccess: "var(--success)",
    colorWarning: "var(--warning)",
    colorNeutral: "var(--foreground)",
    fontFamily: "var(--font-sans)",
    fontSize: "1rem",
    borderRadius: "0.375rem",
  },
  elements: {
    rootBox: "w-full",
    cardBox: "w-full max-w-none border-0 bg-transparent shadow-none",
    card: "border-0 bg-transparent p-0 shadow-none",
    header: "hidden",
    footerAction: "hidden",
    formFieldInput: "h-10 text-base",
    formButtonPrimary: "h-12 text-base font-semibold shadow-page",
    userButtonPopoverCard: "border bg-popover shadow-raised",
  },
};

const LOGIN = "/login";
const REGISTER = "/register";

function ClerkSignInForm({ redirectTo, email }: SignInFormProps) {
  return (
    <SignIn
      routing="hash"
      signUpUrl={REGISTER}
      forceRedirectUrl={redirectTo}
      {...(email !== undefined && { initialValues: { emailAddress: email } })}
    />
  );
}

function ClerkSignUpForm({ redirectTo, email }: SignInFormProps) {
  return (
    <SignUp
      routing="hash"
      signInUrl={LOGIN}
      forceRedirectUrl={redirectTo}
      {...(email !== undefined && { initialValues: { emailAddress: email } })}
    />
  );
}

/** Clerk's own menu has the profile, the security settings and signing out. */
const ClerkUserMenuButton = () => <UserButton />;

const parts: IdentityParts = {
  SignInForm: ClerkSignInForm,
  SignUpForm: ClerkSignUpForm,
  UserMenuButton: ClerkUserMenuButton,
  SecurityProvider: lateLazy(
    async () => (await import("@/identity/clerk/clerk-security")).ClerkSecurityProvider,
  ),
};

function statusOf({ isLoaded, isSignedIn }: ReturnType<typeof useAuth>): IdentityStatus {
  if (!isLoaded) return "loading";
  return isSignedIn ? "signedIn" : "signedOut";
}

function useIdentityUser(): IdentityUser | undefined {
  const { user } = useUser();
  return useMemo(() => {
    if (!user) return undefined;
    const email = user.primaryEmailAddress?.emailAddress ?? "";
    return {
      name: user.fullName ?? email,
      email,
      firstName: user.firstName ?? undefined,
      imageUrl: user.hasImage ? user.imageUrl : undefined,
    };
  }, [user]);
}

/** Distinguishes signing out by the user from a session that the server ended. */
function useSigningOut(sessionId: string | null | undefined) {
  const clerk = useClerk();
  const [lastSession, setLastSession] = useState<string | null>(null);
  const [refusedSession, setRefusedSession] = useState<string | null>(null);
  if (sessionId && sessionId !== lastSession) setLastSession(sessionId);

  const signOut = useCallback(async () => {
    try {
      await clerk.signOut();
    } catch {
      toast.error(SIGN_OUT_FAILED);
    }
  }, [clerk]);
  const endSession = useCallback(async () => {
    setRefusedSession(sessionId ?? null);
    await signOut();
  }, [sessionId, signOut]);

  const wasRefused = lastSession !== null && lastSession === refusedSession;
  const signedOutReason: SignedOutReason = wasRefused ? "ended" : lastSession === null ? "visitor" : "left";
  return { signOut, endSession, signedOutReason };
}

function ClerkIdentity({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const { getToken } = auth;
  const user = useIdentityUser();
  const { signOut, endSession, signedOutReason } = useSigningOut(auth.sessionId);
  const onLastWord = useCallback(() => void endSession(), [endSession]);
  const status = useAgreedStatus(statusOf(auth), useRefusal(onLastWord));

  const identity = useMemo<Identity>(
    () => ({
      status,
      ...(user ? { user } : {}),
      ...(status === "signedOut" ? { signedOutReason } : {}),
      signOut,
      endSession,
      fetchToken: async () => await getToken({ template: "convex" }),
    }),
    [status, user, signedOutReason, signOut, endSession, getToken],
  );
  return <IdentityContext value={identity}>{children}</IdentityContext>;
}

function ClerkClient({ children }: { children: ReactNode }) {
  const { isLoaded, userId } = useAuth();
  const client = usePersonClient(isLoaded ? userId : undefined);
  return (
    <ConvexProviderWithClerk client={client} useAuth={useAuthForConvex}>
      {children}
    </ConvexProviderWithClerk>
  );
}

export function ClerkIdentityProvider({ children }: { children: ReactNode }) {
  return (
    <ClerkProvider
      publishableKey={clerkPublishableKey() ?? ""}
      signInUrl={LOGIN}
      signUpUrl={REGISTER}
      afterSignOutUrl={LOGIN}
      appearance={clerkAppearance}
    >
      <TokenAttemptProvider>
        <ClerkClient>
          <IdentityPartsContext value={parts}>
            <ClerkIdentity>{children}</ClerkIdentity>
          </IdentityPartsContext>
        </ClerkClient>
      </TokenAttemptProvider>
    </ClerkProvider>
  );
}
