/**
 * The security of the signed-in person's account, whichever provider keeps it: what it is like, and what can be done
 * about it. What a provider does not offer here is absent, and its own account page has it.
 */
import { createContext, use } from "react";

export type AccountDevice = {
  id: string;
  /** What the browser calls itself; null when that is not known. */
  device: string | null;
  /** Where it is, as far as that is known: a town or an address. */
  place: string | null;
  lastUsedAt: string;
  isCurrent: boolean;
};

export type SignInEntry = {
  at: string;
  device: string | null;
  place: string | null;
  outcome: "signed_in" | "signed_up" | "wrong_password" | "wrong_code" | "code_needed" | "blocked";
};

export type SecurityState = {
  email: string;
  /** The address that waits for its link to be opened. */
  pendingEmail: string | null;
  passwordChangedAt: string | null;
  isTwoFactorOn: boolean;
  /** Null where the provider does not tell. */
  backupCodesLeft: number | null;
  devices: readonly AccountDevice[];
  /** Null where the provider keeps none. */
  signIns: readonly SignInEntry[] | null;
  /** After how many minutes without use a session ends; null is never early, absent where that cannot be set. */
  sessionTimeoutMinutes?: number | null;
};

export type TwoFactorSetup = { secret: string; uri: string };

/** Done, or why not, in a sentence. */
export type Outcome<T = null> = { ok: true; data: T } | { ok: false; message: string };

/** Whether the person's other devices stay signed in. */
export type KeptSessions = { keepSessions: boolean };

export type AccountSecurity = {
  state: SecurityState | "loading" | "failed";
  reload: () => Promise<void>;
  changePassword: (change: {
    currentPassword: string;
    newPassword: string;
    /** Whether the person's API keys end with the old password. */
    endApiKeys: boolean;
  }) => Promise<Outcome>;
  /** Whether the second factor and new API keys take the password again. */
  asksPassword: boolean;
  beginTwoFactor: (password: string) => Promise<Outcome<TwoFactorSetup>>;
  /** Returns the backup codes. */
  confirmTwoFactor: (code: string, kept: KeptSessions) => Promise<Outcome<readonly string[]>>;
  disableTwoFactor: (password: string, kept: KeptSessions) => Promise<Outcome>;
  renewBackupCodes: (password: string) => Promise<Outcome<readonly string[]>>;
  endSession: (id: string) => Promise<Outcome>;
  endOtherSessions: () => Promise<Outcome>;
  changeEmail?: (change: { newEmail: string; password: string } & KeptSessions) => Promise<Outcome>;
  cancelEmailChange?: () => Promise<Outcome>;
  setSessionTimeout?: (minutes: number | null) => Promise<Outcome>;
  /** Opens the provider's own account page. */
  openAccountPage?: () => void;
};

export const SecurityContext = createContext<AccountSecurity | null>(null);

/** Returns the security of the account. */
export function useAccountSecurity(): AccountSecurity {
  const security = use(SecurityContext);
  if (!security) throw new Error("useAccountSecurity needs a SecurityProvider above it");
  return security;
}
