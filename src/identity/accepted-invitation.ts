/**
 * An invitation that a visitor accepted before signing in; it takes effect once they have signed in. It is
 * remembered in this tab's storage only, never in an address, so that no link can accept an invitation for
 * somebody.
 */
const KEY = "studbook.accepted-invitation";
const INVITATION_PATH = /^\/invitation\/([^/?#]+)$/u;

/** Returns the address of an invitation's page. */
export const invitationPath = (token: string): string => `/invitation/${token}`;

/** Returns the token of the invitation if the page somebody goes to next is an invitation's page. */
export const invitationOf = (path: string): string | null => INVITATION_PATH.exec(path)?.[1] ?? null;

/** Remembers that an invitation was accepted, with the terms that were shown. */
export function rememberAccepted(token: string, role: string): void {
  try {
    sessionStorage.setItem(KEY, `${token} ${role}`);
  } catch {
    // Without storage the page asks once more.
  }
}

/** Returns whether this invitation was accepted with its present terms, and forgets it. */
export function takeAccepted(token: string, role: string): boolean {
  try {
    const isAccepted = sessionStorage.getItem(KEY) === `${token} ${role}`;
    sessionStorage.removeItem(KEY);
    return isAccepted;
  } catch {
    return false;
  }
}
