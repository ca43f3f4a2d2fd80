/** The account security of local accounts, through the paths under /api/auth/security. */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { call, type Refusal } from "@/identity/local/account-api";
import { generalMessage, UNREACHABLE } from "@/identity/local/form-rules";
import { sessionStore } from "@/identity/local/page-session";
import {
  SecurityContext,
  type AccountSecurity,
  type Outcome,
  type SecurityState,
} from "@/identity/security/security-context";
import { NEW_PASSWORD_SAME, NEW_PASSWORD_TOO_LONG, NEW_PASSWORD_TOO_SHORT } from "@domain/accounts/schemas";
import { z } from "zod";

const securityAnswer = z.object({
  email: z.string(),
  pendingEmail: z.string().nullable(),
  canChangeEmail: z.boolean(),
  passwordChangedAt: z.string().nullable(),
  twoFactorEnabled: z.boolean(),
  backupCodesLeft: z.number(),
  sessionTimeoutMinutes: z.number().nullable(),
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string().nullable(),
      address: z.string().nullable(),
      lastUsedAt: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
  signIns: z.array(
    z.object({
      at: z.string(),
      address: z.string().nullable(),
      device: z.string().nullable(),
      outcome: z.enum(["signed_in", "signed_up", "wrong_password", "wrong_code", "code_needed", "blocked"]),
    }),
  ),
});

/** Throws if the response is invalid. */
function readSecurity(data: unknown): { state: SecurityState; canChangeEmail: boolean } {
  const answer = securityAnswer.parse(data);
  const { email, pendingEmail, passwordChangedAt, backupCodesLeft, sessionTimeoutMinutes } = answer;
  return {
    canChangeEmail: answer.canChangeEmail,
    state: {
      email,
      pendingEmail,
      passwordChangedAt,
      backupCodesLeft,
      sessionTimeoutMinutes,
      isTwoFactorOn: answer.twoFactorEnabled,
      devices: answer.sessions.map(({ address, ...session }) => ({ ...session, place: address })),
      signIns: answer.signIns.map(({ address, ...entry }) => ({ ...entry, place: address })),
    },
  };
}

const setupAnswer = z.object({ secret: z.string(), uri: z.string() });
const codesAnswer = z.object({ backupCodes: z.array(z.string()) });

const MESSAGES: Partial<Record<string, string>> = {
  INVALID_PASSWORD: "Wrong password",
  INVALID_CODE: "Wrong code. Use the one that the app shows now, and check the clock of your device.",
  INVALID_EMAIL: "Invalid email address",
  EMAIL_UNCHANGED: "This is your current address",
  PASSWORD_UNCHANGED: NEW_PASSWORD_SAME,
  PASSWORD_TOO_SHORT: NEW_PASSWORD_TOO_SHORT,
  PASSWORD_TOO_LONG: NEW_PASSWORD_TOO_LONG,
  TWO_FACTOR_IS_ON: "Two-factor authentication is already on",
  TWO_FACTOR_NOT_PENDING: "This was started or ended in another window. Please start again.",
};

const messageOf = (refusal: Refusal): string => MESSAGES[refusal.code] ?? generalMessage(refusal);

async function ask<T>(path: string, body: object, read: (data: unknown) => T): Promise<Outcome<T>> {
  try {
    const answer = await call("POST", `/security${path}`, body);
    if (answer.ok) return { ok: true, data: read(answer.data) };
    // The session has ended. The page's guard then opens the sign-in page.
    if (answer.status === 401) void sessionStore().refresh();
    return { ok: false, message: messageOf(answer) };
  } catch {
    return { ok: false, message: UNREACHABLE };
  }
}

const nothing = (): null => null;
const readCodes = (data: unknown): readonly string[] => codesAnswer.parse(data).backupCodes;

type Loaded = { state: AccountSecurity["state"]; canChangeEmail: boolean };

export function LocalSecurityProvider({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState<Loaded>({ state: "loading", canChangeEmail: false });

  const reload = useCallback(async () => {
    try {
      const answer = await call("GET", "/security");
      if (answer.ok) setLoaded(readSecurity(answer.data));
      else if (answer.status === 401) await sessionStore().refresh();
      else setLoaded({ state: "failed", canChangeEmail: false });
    } catch {
      setLoaded({ state: "failed", canChangeEmail: false });
    }
  }, []);
  useEffect(() => {
    // Changes from another device appear when the page becomes visible again.
    const onVisible = () => (document.visibilityState === "visible" ? void reload() : undefined);
    onVisible();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [reload]);

  const security = useMemo<AccountSecurity>(() => {
    const change = async <T,>(path: string, body: object, read: (data: unknown) => T) => {
      const outcome = await ask(path, body, read);
      if (outcome.ok) await reload();
      return outcome;
    };
    const emailChanges: Pick<AccountSecurity, "changeEmail" | "cancelEmailChange"> = {
      changeEmail: (typed) => change("/email", typed, nothing),
      cancelEmailChange: () => change("/email/cancel", {}, nothing),
    };
    return {
      state: loaded.state,
      reload,
      asksPassword: true,
      changePassword: (typed) => change("/password", typed, nothing),
      beginTwoFactor: (password) =>
        ask("/two-factor/enable", { password }, (data) => setupAnswer.parse(data)),
      confirmTwoFactor: (code, kept) => change("/two-factor/verify", { code, ...kept }, readCodes),
      disableTwoFactor: (password, kept) => change("/two-factor/disable", { password, ...kept }, nothing),
      renewBackupCodes: (password) => change("/two-factor/backup-codes", { password }, readCodes),
      endSession: (id) => change("/sessions/end", { id }, nothing),
      endOtherSessions: () => change("/sessions/end", {}, nothing),
      setSessionTimeout: (minutes) => change("/timeout", { minutes }, nothing),
      ...(loaded.canChangeEmail ? emailChanges : {}),
    };
  }, [loaded, reload]);
  return <SecurityContext value={security}>{children}</SecurityContext>;
}
