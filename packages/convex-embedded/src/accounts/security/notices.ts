/**
 * The mails that the accounts send. The caller can give a function that sends them. Without that function, no mail
 * is sent. A mail that cannot be sent never reverts the change that it reports.
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
  /** The account's id, as in tokens. */
  readonly userId: string;
  readonly name: string;
  /** The recipient's address. */
  readonly to: string;
  /** The new address of the account, if the mail is about a change of address or the new address itself. */
  readonly newEmail: string | null;
  /** The path of the page that the mail links to, with its token. Null if the mail has no link. */
  readonly path: string | null;
  /** The browser (user agent) from which the change was made. */
  readonly device: string | null;
  readonly address: string | null;
  /** Whether the change also ends the account's API keys. */
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

/** Creates the notices, given a function that sends mail. */
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
