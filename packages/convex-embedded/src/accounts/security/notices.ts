/**
 * The mails that the accounts send. They are given a function that sends them, or none; a mail that cannot be sent
 * never undoes what it reports.
 */
import type { AccountSession, AccountUser } from "./caller.js";

export type AccountMailKind =
  | "confirm-address"
  | "confirm-email"
  | "email-changing"
  | "email-changed"
  | "password-changed"
  | "reset-password"
  | "sign-up-taken"
  | "two-factor-on"
  | "two-factor-off";

/** A mail about an account, for the function that sends it. */
export interface AccountMail {
  readonly kind: AccountMailKind;
  /** The account, as in tokens. */
  readonly userId: string;
  readonly name: string;
  /** Where it goes. */
  readonly to: string;
  /** The address that the account is about to have, or has now. */
  readonly newEmail: string | null;
  /** The path, with its token, of the page that confirms. */
  readonly path: string | null;
  /** The browser that caused it, and its location. */
  readonly device: string | null;
  readonly address: string | null;
  /** Whether API keys made in the account's name end with it. */
  readonly endsKeys: boolean;
}

export type SendAccountMail = (mail: AccountMail) => Promise<void>;

export interface Notices {
  /** Whether mail can be sent. */
  readonly canSend: boolean;
  tell(
    kind: AccountMailKind,
    user: Pick<AccountUser, "id" | "name" | "email">,
    session: Pick<AccountSession, "userAgent" | "ipAddress"> | null,
    more?: Partial<Pick<AccountMail, "to" | "newEmail" | "path" | "endsKeys">>,
  ): Promise<void>;
}

/** Makes the notices, given a function that sends mail. */
export function createNotices(send: SendAccountMail | undefined, onError: (error: unknown) => void): Notices {
  return {
    canSend: send !== undefined,
    async tell(kind, user, session, more = {}) {
      await send?.({
        kind,
        userId: user.id,
        name: user.name,
        to: user.email,
        newEmail: null,
        path: null,
        device: session?.userAgent ?? null,
        address: session?.ipAddress ?? null,
        endsKeys: false,
        ...more,
      }).catch(onError);
    },
  };
}
