/**
 * The mails that the accounts send. They may have a function that sends mails. A mail that cannot be sent never
 * reverts the change that it reports.
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
  /** The address that the account will have, or has now. */
  readonly newEmail: string | null;
  /** The path of the page that confirms, with its token. */
  readonly path: string | null;
  /** The browser from which the change was made, and its location. */
  readonly device: string | null;
  readonly address: string | null;
  /** Whether API keys of the account end as well. */
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
