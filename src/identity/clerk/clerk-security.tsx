/**
 * The account security of users who sign in with Clerk, through Clerk's own user API. Features that are missing
 * here are on Clerk's account page.
 */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useClerk, useSession, useUser } from "@clerk/clerk-react";
import {
  SecurityContext,
  type AccountDevice,
  type AccountSecurity,
  type KeptSessions,
  type Outcome,
} from "@/identity/security/security-context";

const WENT_WRONG = "Something went wrong. Please try again.";

/** Clerk's own sentence for a refusal. */
function sentenceOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("errors" in error)) return WENT_WRONG;
  const first: unknown = Array.isArray(error.errors) ? error.errors[0] : null;
  if (typeof first !== "object" || first === null) return WENT_WRONG;
  if ("longMessage" in first && typeof first.longMessage === "string") return first.longMessage;
  return "message" in first && typeof first.message === "string" ? first.message : WENT_WRONG;
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, data: await work() };
  } catch (error) {
    return { ok: false, message: sentenceOf(error) };
  }
}

type ClerkUser = NonNullable<ReturnType<typeof useUser>["user"]>;
type ClerkSessions = Awaited<ReturnType<ClerkUser["getSessions"]>>;

const joined = (parts: readonly (string | undefined)[], separator: string): string | null =>
  parts.filter(Boolean).join(separator) || null;

function toDevice(session: ClerkSessions[number], currentId: string | undefined): AccountDevice {
  const { browserName, deviceType, city, country, ipAddress } = session.latestActivity;
  return {
    id: session.id,
    device: joined([browserName, deviceType], " on "),
    place: joined([city, country], ", ") ?? ipAddress ?? null,
    lastUsedAt: session.lastActiveAt.toISOString(),
    isCurrent: session.id === currentId,
  };
}

/** Null while the sessions load, "failed" if they cannot be loaded. */
function useSessions(user: ClerkUser | null | undefined) {
  const [sessions, setSessions] = useState<ClerkSessions | "failed" | null>(null);
  const reload = useCallback(async () => {
    if (!user) return;
    const outcome = await outcomeOf(async () => {
      await user.reload();
      return await user.getSessions();
    });
    setSessions(outcome.ok ? outcome.data : "failed");
  }, [user]);
  // Clerk may return a new object for the same user after each reload, so the sessions are read once for each user
  // id.
  const userId = user?.id ?? null;
  const readForRef = useRef<string | null>(null);
  useEffect(() => {
    if (userId === null || readForRef.current === userId) return;
    readForRef.current = userId;
    void Promise.resolve().then(reload);
  }, [userId, reload]);
  return { sessions, reload };
}

export function ClerkSecurityProvider({ children }: { children: ReactNode }) {
  const { user } = useUser();
  const { session } = useSession();
  const { openUserProfile } = useClerk();
  const { sessions, reload } = useSessions(user);

  const security = useMemo<AccountSecurity>(() => {
    const change = async <T,>(work: (person: ClerkUser) => Promise<T>): Promise<Outcome<T>> => {
      if (!user) return { ok: false, message: WENT_WRONG };
      const outcome = await outcomeOf(() => work(user));
      if (outcome.ok) await reload();
      return outcome;
    };
    const revoke = async (isEnded: (id: string) => boolean): Promise<null> => {
      const list = Array.isArray(sessions) ? sessions : [];
      await Promise.all(list.filter(({ id }) => isEnded(id)).map((each) => each.revoke()));
      return null;
    };
    const isOther = (id: string): boolean => id !== session?.id;
    const end = async (isEnded: (id: string) => boolean): Promise<Outcome> =>
      await change(async () => await revoke(isEnded));
    const revokeOthers = async ({ keepSessions }: KeptSessions): Promise<void> => {
      if (!keepSessions) await revoke(isOther);
    };
    const state: AccountSecurity["state"] =
      sessions === "failed"
        ? "failed"
        : !user || sessions === null
          ? "loading"
          : {
              email: user.primaryEmailAddress?.emailAddress ?? "",
              pendingEmail: null,
              passwordChangedAt: null,
              isTwoFactorOn: user.totpEnabled,
              backupCodesLeft: null,
              signIns: null,
              devices: sessions
                .filter(({ status }) => status === "active")
                .map((each) => toDevice(each, session?.id)),
            };
    return {
      state,
      reload,
      asksPassword: false,
      changePassword: ({ currentPassword, newPassword }) =>
        change(async (person) => {
          await person.updatePassword({ currentPassword, newPassword, signOutOfOtherSessions: true });
          return null;
        }),
      beginTwoFactor: async () =>
        user
          ? await outcomeOf(async () => {
              const { secret = "", uri = "" } = await user.createTOTP();
              return { secret, uri };
            })
          : { ok: false, message: WENT_WRONG },
      confirmTwoFactor: (code, kept) =>
        change(async (person) => {
          await person.verifyTOTP({ code });
          await revokeOthers(kept);
          return (await person.createBackupCode()).codes;
        }),
      disableTwoFactor: (_password, kept) =>
        change(async (person) => {
          await person.disableTOTP();
          await revokeOthers(kept);
          return null;
        }),
      renewBackupCodes: () => change(async (person) => (await person.createBackupCode()).codes),
      endSession: (id) => end((each) => each === id),
      endOtherSessions: () => end(isOther),
      openAccountPage: () => openUserProfile(),
    };
  }, [user, session, sessions, reload, openUserProfile]);
  return <SecurityContext value={security}>{children}</SecurityContext>;
}
