/**
 * An invitation that a visitor accepted before signing in: it takes effect as soon as they have. It is remembered for
 * this tab alone, and never by an address, so that no link accepts anything for anybody.
 */
const KEY = "studbook.accepted-invitation";
const INVITATION_PATH = /^\/invitation\/([^/?#]+)$/u;

/** Returns the address of an invitation's page. */
export const invitationPath = (token: string): string => `/invitation/${token}`;

/** Returns the token of the invitation whose page somebody goes to next, if it is one. */
export const invitationOf = (path: string): string | null => INVITATION_PATH.exec(path)?.[1] ?? null;

/** Remembers that an invitation is accepted as it was read. */
export function rememberAccepted(token: string, role: string): void {
  try {
    sessionStorage.setItem(KEY, `${token} ${role}`);
  } catch {
    // Without storage the page asks once more.
  }
}

/** Says whether this invitation was accepted as it reads now, and forgets it. */
export function takeAccepted(token: string, role: string): boolean {
  try {
    const isAccepted = sessionStorage.getItem(KEY) === `${token} ${role}`;
    sessionStorage.removeItem(KEY);
    return isAccepted;
  } catch {
    return false;
  }
}
