/** The mails that the accounts send. A mail that cannot be sent never reverts the change that it reports. */
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

export interface AccountMail {
  readonly kind: AccountMailKind;
  readonly userId: string;
  readonly name: string;
  readonly to: string;
  /** Null unless the mail is about a change of address. */
  readonly newEmail: string | null;
  /** The page that the mail links to, with its token. Null if the mail has no link. */
  readonly path: string | null;
  /** The browser (user agent) that made the change. */
  readonly device: string | null;
  readonly address: string | null;
  readonly endsKeys: boolean;
}

export type SendAccountMail = (mail: AccountMail) => Promise<void>;

export interface Notices {
  readonly canSend: boolean;
  tell(
    kind: AccountMailKind,
    user: Pick<AccountUser, "id" | "name" | "email">,
    session: Pick<AccountSession, "userAgent" | "ipAddress"> | null,
    more?: Partial<Pick<AccountMail, "to" | "newEmail" | "path" | "endsKeys">>,
  ): Promise<void>;
}

/** Without `send`, no mail is sent. */
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
