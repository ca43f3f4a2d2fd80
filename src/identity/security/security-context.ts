/**
 * The security of the signed-in user's account, for any provider: its state, and the functions that change it. A
 * function is undefined if the provider does not offer it here. The provider's own account page then has the
 * function.
 */
import { createContext, use } from "react";

export type AccountDevice = {
  id: string;
  /** As the browser reports it. Null if unknown. */
  device: string | null;
  /** A town or an IP address. Null if unknown. */
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
  /** The link to this new address has not been opened yet. */
  pendingEmail: string | null;
  passwordChangedAt: string | null;
  isTwoFactorOn: boolean;
  /** Null if the provider does not report the number. */
  backupCodesLeft: number | null;
  devices: readonly AccountDevice[];
  /** Null if the provider has no list of sign-ins. */
  signIns: readonly SignInEntry[] | null;
  /**
   * How many minutes without use end a session. Null if unused sessions do not end, undefined if the timeout cannot
   * be set.
   */
  sessionTimeoutMinutes?: number | null;
};

export type TwoFactorSetup = { secret: string; uri: string };

/** A failure has a sentence with the reason. */
export type Outcome<T = null> = { ok: true; data: T } | { ok: false; message: string };

/** Whether the user's other devices stay signed in. */
export type KeptSessions = { keepSessions: boolean };

export type AccountSecurity = {
  state: SecurityState | "loading" | "failed";
  reload: () => Promise<void>;
  changePassword: (change: {
    currentPassword: string;
    newPassword: string;
    /** Whether the user's API keys become invalid together with the old password. */
    endApiKeys: boolean;
  }) => Promise<Outcome>;
  /** Whether adding a second factor or an API key requires the password again. */
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
  openAccountPage?: () => void;
};

export const SecurityContext = createContext<AccountSecurity | null>(null);

export function useAccountSecurity(): AccountSecurity {
  const security = use(SecurityContext);
  if (!security) throw new Error("useAccountSecurity needs a SecurityProvider above it");
  return security;
}
